import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { awsConnection } from "../provider/resources/aws/connection";
import { awsKms } from "../provider/resources/aws/kms";
import { awsKey } from "../provider/resources/aws/key";
import { listOf, type Filters, type FunctionOptions, type Listed } from "./function";
import { CipherTrustResource, type ArgsOf, type StateOf } from "./resource";

/** Arguments of an {@link AwsConnection}. */
export interface AwsConnectionArgs extends ArgsOf<typeof awsConnection> {}
export interface AwsConnection extends StateOf<typeof awsConnection> {}
/** AWS credentials under which the service reaches one or more AWS accounts; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless containers use it; nothing in AWS changes. */
export class AwsConnection extends CipherTrustResource<
  [args?: AwsConnectionArgs, opts?: pulumi.CustomResourceOptions]
> {
  /** @internal */
  static override readonly definition: Definition = awsConnection;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsConnection {
    return new AwsConnection(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof awsConnection>>[]> {
    return listOf(awsConnection, filters, options);
  }
}

/** Arguments of an {@link AwsKms}. */
export interface AwsKmsArgs extends ArgsOf<typeof awsKms> {}
export interface AwsKms extends StateOf<typeof awsKms> {}
/** An AWS account whose keys the service manages: the container of `AwsKey`s. It waits until its connection is `ready`. Destroying it leaves every key in AWS untouched. */
export class AwsKms extends CipherTrustResource<[args: AwsKmsArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = awsKms;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsKms {
    return new AwsKms(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof awsKms>>[]> {
    return listOf(awsKms, filters, options);
  }
}

/** Arguments of an {@link AwsKey}. */
export interface AwsKeyArgs extends ArgsOf<typeof awsKey> {}
export interface AwsKey extends StateOf<typeof awsKey> {}
/** A customer-managed key in an AWS account, made and managed through the service. Destroying it schedules its deletion in AWS (see `onDestroy`). */
export class AwsKey extends CipherTrustResource<[args: AwsKeyArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = awsKey;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AwsKey {
    return new AwsKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<StateOf<typeof awsKey>>[]> {
    return listOf(awsKey, filters, options);
  }
}
