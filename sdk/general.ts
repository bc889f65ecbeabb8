import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../provider/engine/definition";
import { apiObject } from "../provider/resources/general/apiObject";
import { apiSetting } from "../provider/resources/general/apiSetting";
import { containerAcl } from "../provider/resources/general/containerAcl";
import { report, reportCsv, reportRows } from "../provider/resources/general/report";
import { call, type FunctionOptions } from "./function";
import { CipherTrustResource, referenceTo, type ArgsOf, type ObjectReference, type StateOf } from "./resource";

/** Arguments of a {@link ContainerAcl}. */
export interface ContainerAclArgs extends Omit<ArgsOf<typeof containerAcl>, "container"> {
  /** The container: the resource itself, or `{ type, id }` with a type such as `AwsKms`. A change replaces the permission. */
  container: CipherTrustResource | ObjectReference;
}
export interface ContainerAcl extends StateOf<typeof containerAcl> {}
/** What a user or a group may do in a container. The service merges permissions: what others permitted there is left alone. Destroying it withdraws what it permitted. */
export class ContainerAcl extends CipherTrustResource<[args: ContainerAclArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = containerAcl;

  /** @internal */
  static override prepare(args: ContainerAclArgs): object {
    return { ...args, container: referenceTo(args.container) };
  }
}

/** Arguments of a {@link Report}. */
export interface ReportArgs extends ArgsOf<typeof report> {}
export interface Report extends StateOf<typeof report> {}
/** A report on keys and what was done with them. It is made when it is created and when an argument changes; destroying it removes it. Its rows: {@link getReport}. */
export class Report extends CipherTrustResource<[args: ReportArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = report;
}

/** Arguments of {@link getReport}. */
export interface GetReportArgs {
  /** System the report is on, such as `aws`. */
  cloud: pulumi.Input<string>;
  /** Id of the report. */
  id: pulumi.Input<string>;
}

/** The contents of a report. */
export interface ReportContents {
  /** Its rows, as the service has them. */
  rows: Record<string, unknown>[];
  /** The same as comma-separated values. */
  csv: string;
}

/** Reads the contents of a finished report, all pages of them. */
export function getReport(args: GetReportArgs, options?: FunctionOptions): pulumi.Output<ReportContents> {
  const run = async (...[api, known]: Parameters<typeof reportRows>): Promise<ReportContents> => ({
    rows: await reportRows(api, known),
    csv: await reportCsv(api, known),
  });
  return call("reading a report", run, args, options);
}

/** Arguments of an {@link ApiObject}. */
export interface ApiObjectArgs extends ArgsOf<typeof apiObject> {}
export interface ApiObject extends StateOf<typeof apiObject> {}
/** Any object of any collection of the API that has no class of its own. Destroying it deletes the object, unless `deleteCall` says otherwise. */
export class ApiObject extends CipherTrustResource<[args: ApiObjectArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = apiObject;
}

/** Arguments of an {@link ApiSetting}. */
export interface ApiSettingArgs extends ArgsOf<typeof apiSetting> {}
export interface ApiSetting extends StateOf<typeof apiSetting> {}
/** Fields of a settings object of the service, which is always there. One program should set a field. Destroying it gives the fields back what they held before, unless `onDestroy` says otherwise. */
export class ApiSetting extends CipherTrustResource<[args: ApiSettingArgs, opts?: pulumi.CustomResourceOptions]> {
  /** @internal */
  static override readonly definition: Definition = apiSetting;
}
