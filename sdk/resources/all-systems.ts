// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, ScheduleResource, type CommonArgs, type Kind, type ObjectReference } from "../resource";

/** Arguments of a {@link Refresh}. */
export interface RefreshArgs extends CommonArgs {
  /** System to refresh: `aws`, `azure`, `google`, `oci`, `salesforce`, `sap`, `luna`, `dsm` or `externalCm`. */
  cloud: pulumi.Input<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "luna" | "dsm" | "externalCm">;
  /** Ids of the containers. Order has no meaning. Default: all containers of the system. */
  containers?: pulumi.Input<pulumi.Input<string>[]>;
  /** What to download, where a system offers a choice: `keys`; AWS also `keyStores`, Azure `secrets` and `certificates`, Salesforce `certificates`, Luna `haMembers`. Default: its keys. */
  items?: pulumi.Input<pulumi.Input<"keys" | "keyStores" | "secrets" | "certificates" | "haMembers">[]>;
  /** AWS: regions to refresh. Needs `containers`. Default: all regions of each container. */
  regions?: pulumi.Input<pulumi.Input<string>[]>;
  /** Azure: true to have the keys backed up before they are downloaded. Default false. */
  takeCloudKeyBackup?: pulumi.Input<boolean>;
  /** Values of any kind; when one changes, the refresh runs again. */
  triggers?: pulumi.Input<Record<string, unknown>>;
  /** Seconds to wait for the refresh to end, 1 to 86400. Default 3600. */
  timeoutSeconds?: pulumi.Input<number>;
}

/** Downloads the keys of containers into the service, now. It runs when it is created and when an argument changes; destroying it does nothing. */
export class Refresh extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "Refresh",
    inputs: ["cloud", "containers", "items", "regions", "takeCloudKeyBackup", "triggers", "timeoutSeconds"],
    outputs: ["status", "keys", "newKeys", "changedKeys", "goneKeys"],
  };

  /** System to refresh: `aws`, `azure`, `google`, `oci`, `salesforce`, `sap`, `luna`, `dsm` or `externalCm`. */
  declare readonly cloud: pulumi.Output<
    "aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "luna" | "dsm" | "externalCm"
  >;
  /** Ids of the containers. Order has no meaning. Default: all containers of the system. */
  declare readonly containers: pulumi.Output<string[] | undefined>;
  /** What to download, where a system offers a choice: `keys`; AWS also `keyStores`, Azure `secrets` and `certificates`, Salesforce `certificates`, Luna `haMembers`. Default: its keys. */
  declare readonly items: pulumi.Output<
    ("keys" | "keyStores" | "secrets" | "certificates" | "haMembers")[] | undefined
  >;
  /** AWS: regions to refresh. Needs `containers`. Default: all regions of each container. */
  declare readonly regions: pulumi.Output<string[] | undefined>;
  /** Azure: true to have the keys backed up before they are downloaded. Default false. */
  declare readonly takeCloudKeyBackup: pulumi.Output<boolean>;
  /** Values of any kind; when one changes, the refresh runs again. */
  declare readonly triggers: pulumi.Output<Record<string, unknown> | undefined>;
  /** Seconds to wait for the refresh to end, 1 to 86400. Default 3600. */
  declare readonly timeoutSeconds: pulumi.Output<number>;
  /** How the job ended: `completed`. */
  declare readonly status: pulumi.Output<string>;
  /** How many keys the service knew of these containers afterwards. */
  declare readonly keys: pulumi.Output<number>;
  /** How many of them it had not known before. */
  declare readonly newKeys: pulumi.Output<number>;
  /** How many of them it had known, and found different in the cloud: rotated, disabled, tagged, whatever its record shows. */
  declare readonly changedKeys: pulumi.Output<number>;
  /** How many it had known, and found gone from the cloud. */
  declare readonly goneKeys: pulumi.Output<number>;

  constructor(name: string, args: RefreshArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link RefreshSchedule}. */
export interface RefreshScheduleArgs extends CommonArgs {
  /** Name of the schedule, unique in the service. Default: the resource's name in the program. A change replaces it. */
  name?: pulumi.Input<string>;
  /** System whose containers it refreshes: `aws`, `azure`, `google`, `oci`, `salesforce`, `sap`, `luna` or `dsm`. A change replaces the schedule. */
  cloud: pulumi.Input<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "luna" | "dsm">;
  /** Ids of the containers to refresh. Order has no meaning. Changes in place. Default: all containers of the cloud. */
  containers?: pulumi.Input<pulumi.Input<string>[]>;
  /** What to download: `keys`; for Azure also `secrets` and `certificates`. Order has no meaning. Default `["keys"]`. Changes in place. */
  items?: pulumi.Input<pulumi.Input<"keys" | "keyStores" | "secrets" | "certificates" | "haMembers">[]>;
  /** Azure: true to have the keys backed up before they are downloaded. Default false. Changes in place. */
  takeCloudKeyBackup?: pulumi.Input<boolean>;
  /** When it runs, in UTC: cron text of five fields (minute, hour, day of month, month, weekday), such as `0 2 * * *`. Changes in place. */
  runAt: pulumi.Input<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Changes in place. */
  runOn?: pulumi.Input<string>;
  /** Free text. Changes in place. Default: none. */
  description?: pulumi.Input<string>;
  /** True to pause the schedule. Default false. Changes in place. */
  disabled?: pulumi.Input<boolean>;
  /** When it starts to apply, RFC 3339. Changes in place. Default: at once. */
  startDate?: pulumi.Input<string>;
  /** When it ceases to apply, RFC 3339. Changes in place. Default: never. */
  endDate?: pulumi.Input<string>;
}

/** A time plan on which the service downloads the keys of containers, so that it knows what is in the cloud. Destroying it ends the refreshes; what was downloaded stays. */
export class RefreshSchedule extends ScheduleResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "RefreshSchedule",
    inputs: [
      "name",
      "cloud",
      "containers",
      "items",
      "takeCloudKeyBackup",
      "runAt",
      "runOn",
      "description",
      "disabled",
      "startDate",
      "endDate",
    ],
    outputs: [],
    namedAfterResource: "name",
  };

  /** Name of the schedule, unique in the service. Default: the resource's name in the program. A change replaces it. */
  declare readonly name: pulumi.Output<string>;
  /** System whose containers it refreshes: `aws`, `azure`, `google`, `oci`, `salesforce`, `sap`, `luna` or `dsm`. A change replaces the schedule. */
  declare readonly cloud: pulumi.Output<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "luna" | "dsm">;
  /** Ids of the containers to refresh. Order has no meaning. Changes in place. Default: all containers of the cloud. */
  declare readonly containers: pulumi.Output<string[] | undefined>;
  /** What to download: `keys`; for Azure also `secrets` and `certificates`. Order has no meaning. Default `["keys"]`. Changes in place. */
  declare readonly items: pulumi.Output<("keys" | "keyStores" | "secrets" | "certificates" | "haMembers")[]>;
  /** Azure: true to have the keys backed up before they are downloaded. Default false. Changes in place. */
  declare readonly takeCloudKeyBackup: pulumi.Output<boolean>;
  /** When it runs, in UTC: cron text of five fields (minute, hour, day of month, month, weekday), such as `0 2 * * *`. Changes in place. */
  declare readonly runAt: pulumi.Output<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Changes in place. */
  declare readonly runOn: pulumi.Output<string>;
  /** Free text. Changes in place. Default: none. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** True to pause the schedule. Default false. Changes in place. */
  declare readonly disabled: pulumi.Output<boolean>;
  /** When it starts to apply, RFC 3339. Changes in place. Default: at once. */
  declare readonly startDate: pulumi.Output<string | undefined>;
  /** When it ceases to apply, RFC 3339. Changes in place. Default: never. */
  declare readonly endDate: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): RefreshSchedule {
    return new RefreshSchedule(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<RefreshSchedule>[]> {
    return listOf("RefreshSchedule", filters, options);
  }
  constructor(name: string, args: RefreshScheduleArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link ContainerDiscoverySchedule}. */
export interface ContainerDiscoveryScheduleArgs extends CommonArgs {
  /** Name of the schedule, unique in the service. Default: the resource's name in the program. A change replaces it. */
  name?: pulumi.Input<string>;
  /** System whose containers it looks for: `aws`, `azure` or `google`. A change replaces the schedule. */
  cloud: pulumi.Input<"aws" | "azure" | "google">;
  /** Id of the connection, of that system, through which it looks. Changes in place. */
  connection: pulumi.Input<string>;
  /** When it runs, in UTC: cron text of five fields (minute, hour, day of month, month, weekday), such as `0 2 * * *`. Changes in place. */
  runAt: pulumi.Input<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Changes in place. */
  runOn?: pulumi.Input<string>;
  /** Free text. Changes in place. Default: none. */
  description?: pulumi.Input<string>;
  /** True to pause the schedule. Default false. Changes in place. */
  disabled?: pulumi.Input<boolean>;
  /** When it starts to apply, RFC 3339. Changes in place. Default: at once. */
  startDate?: pulumi.Input<string>;
  /** When it ceases to apply, RFC 3339. Changes in place. Default: never. */
  endDate?: pulumi.Input<string>;
  /** True to only look: what is found stands in the result of each run, and nothing is added. Default false. Changes in place. */
  discoverOnly?: pulumi.Input<boolean>;
  /** True to record successful calls of the added containers in the audit log. Default false. Changes in place. */
  enableSuccessAuditEvent?: pulumi.Input<boolean>;
  /** Who may do what in the containers that it adds. Changes in place; containers that were added already stay as they are. Default: administrators only. */
  acls?: pulumi.Input<
    pulumi.Input<{
      /** Id of the user, `local|<uuid>`. Either this or `group`. */
      userId?: pulumi.Input<string | undefined>;
      /** Name of the group. Either this or `userId`. */
      group?: pulumi.Input<string | undefined>;
      /** What is permitted, such as `keycreate`: an action that `ContainerAcl` lists for the container. */
      actions: pulumi.Input<
        pulumi.Input<
          | "keycreate"
          | "keymaterialimport"
          | "keymaterialdelete"
          | "keyrotate"
          | "keydelete"
          | "keycanceldelete"
          | "keysynchronize"
          | "keyupdate"
          | "keyupload"
          | "viewnative"
          | "viewbyok"
          | "reportcreate"
          | "reportdelete"
          | "reportdownload"
          | "reportview"
          | "viewhyokkey"
          | "hyokkeycreate"
          | "hyokkeyblockunblock"
          | "hyokkeydelete"
          | "hyokkeylink"
          | "viewcloudhsmkey"
          | "cloudhsmkeycreate"
          | "cloudhsmkeydelete"
          | "viewkeystore"
          | "keystoreadd"
          | "keystoreupdate"
          | "keystoredelete"
          | "keystoreblock"
          | "keystoreunblock"
          | "keystoreconnect"
          | "keystoredisconnect"
          | "keystorelink"
          | "keybulkoperation"
          | "view"
          | "keypurge"
          | "keyrecover"
          | "keyrestore"
          | "deletebackup"
          | "secretview"
          | "secretcreate"
          | "secretupdate"
          | "secretdelete"
          | "secretpurge"
          | "secretrecover"
          | "secretrestore"
          | "secretsynchronize"
          | "secretdeletebackup"
          | "certificateview"
          | "certificatecreate"
          | "certificateupload"
          | "certificateupdate"
          | "certificatedelete"
          | "certificatepurge"
          | "certificaterecover"
          | "certificaterestore"
          | "certificatesynchronize"
          | "certificatedeletebackup"
          | "viewkeytemplate"
          | "createkeytemplate"
          | "updatekeytemplate"
          | "deletekeytemplate"
          | "keycreatewithtemplate"
          | "uploadkeywithtemplate"
          | "keydestroy"
          | "keycanceldestroy"
          | "keyrotatetonative"
          | "keyrotatetobyok"
          | "keyremove"
          | "hyokkeyupdate"
          | "hyokkeyrotate"
          | "keyimport"
          | (string & Record<never, never>)
        >[]
      >;
    }>[]
  >;
  /** AWS: regions of the accounts that it adds. Default: all. Changes in place. */
  regions?: pulumi.Input<pulumi.Input<string>[]>;
  /** AWS: ARN of the role through which it looks. Default: none. Changes in place. */
  assumeRoleArn?: pulumi.Input<string>;
  /** AWS: external id that the role asks for. Needs `assumeRoleArn`. Default: none. Changes in place. */
  assumeRoleExternalId?: pulumi.Input<string>;
}

/** A time plan on which the service looks for containers that a connection sees and nobody has added, and adds them. Destroying it leaves what it added. */
export class ContainerDiscoverySchedule extends ScheduleResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ContainerDiscoverySchedule",
    inputs: [
      "name",
      "cloud",
      "connection",
      "runAt",
      "runOn",
      "description",
      "disabled",
      "startDate",
      "endDate",
      "discoverOnly",
      "enableSuccessAuditEvent",
      "acls",
      "regions",
      "assumeRoleArn",
      "assumeRoleExternalId",
    ],
    outputs: [],
    namedAfterResource: "name",
  };

  /** Name of the schedule, unique in the service. Default: the resource's name in the program. A change replaces it. */
  declare readonly name: pulumi.Output<string>;
  /** System whose containers it looks for: `aws`, `azure` or `google`. A change replaces the schedule. */
  declare readonly cloud: pulumi.Output<"aws" | "azure" | "google">;
  /** Id of the connection, of that system, through which it looks. Changes in place. */
  declare readonly connection: pulumi.Output<string>;
  /** When it runs, in UTC: cron text of five fields (minute, hour, day of month, month, weekday), such as `0 2 * * *`. Changes in place. */
  declare readonly runAt: pulumi.Output<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Changes in place. */
  declare readonly runOn: pulumi.Output<string>;
  /** Free text. Changes in place. Default: none. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** True to pause the schedule. Default false. Changes in place. */
  declare readonly disabled: pulumi.Output<boolean>;
  /** When it starts to apply, RFC 3339. Changes in place. Default: at once. */
  declare readonly startDate: pulumi.Output<string | undefined>;
  /** When it ceases to apply, RFC 3339. Changes in place. Default: never. */
  declare readonly endDate: pulumi.Output<string | undefined>;
  /** True to only look: what is found stands in the result of each run, and nothing is added. Default false. Changes in place. */
  declare readonly discoverOnly: pulumi.Output<boolean>;
  /** True to record successful calls of the added containers in the audit log. Default false. Changes in place. */
  declare readonly enableSuccessAuditEvent: pulumi.Output<boolean>;
  /** Who may do what in the containers that it adds. Changes in place; containers that were added already stay as they are. Default: administrators only. */
  declare readonly acls: pulumi.Output<
    | {
        /** Id of the user, `local|<uuid>`. Either this or `group`. */
        userId?: string;
        /** Name of the group. Either this or `userId`. */
        group?: string;
        /** What is permitted, such as `keycreate`: an action that `ContainerAcl` lists for the container. */
        actions: (
          | "keycreate"
          | "keymaterialimport"
          | "keymaterialdelete"
          | "keyrotate"
          | "keydelete"
          | "keycanceldelete"
          | "keysynchronize"
          | "keyupdate"
          | "keyupload"
          | "viewnative"
          | "viewbyok"
          | "reportcreate"
          | "reportdelete"
          | "reportdownload"
          | "reportview"
          | "viewhyokkey"
          | "hyokkeycreate"
          | "hyokkeyblockunblock"
          | "hyokkeydelete"
          | "hyokkeylink"
          | "viewcloudhsmkey"
          | "cloudhsmkeycreate"
          | "cloudhsmkeydelete"
          | "viewkeystore"
          | "keystoreadd"
          | "keystoreupdate"
          | "keystoredelete"
          | "keystoreblock"
          | "keystoreunblock"
          | "keystoreconnect"
          | "keystoredisconnect"
          | "keystorelink"
          | "keybulkoperation"
          | "view"
          | "keypurge"
          | "keyrecover"
          | "keyrestore"
          | "deletebackup"
          | "secretview"
          | "secretcreate"
          | "secretupdate"
          | "secretdelete"
          | "secretpurge"
          | "secretrecover"
          | "secretrestore"
          | "secretsynchronize"
          | "secretdeletebackup"
          | "certificateview"
          | "certificatecreate"
          | "certificateupload"
          | "certificateupdate"
          | "certificatedelete"
          | "certificatepurge"
          | "certificaterecover"
          | "certificaterestore"
          | "certificatesynchronize"
          | "certificatedeletebackup"
          | "viewkeytemplate"
          | "createkeytemplate"
          | "updatekeytemplate"
          | "deletekeytemplate"
          | "keycreatewithtemplate"
          | "uploadkeywithtemplate"
          | "keydestroy"
          | "keycanceldestroy"
          | "keyrotatetonative"
          | "keyrotatetobyok"
          | "keyremove"
          | "hyokkeyupdate"
          | "hyokkeyrotate"
          | "keyimport"
          | (string & Record<never, never>)
        )[];
      }[]
    | undefined
  >;
  /** AWS: regions of the accounts that it adds. Default: all. Changes in place. */
  declare readonly regions: pulumi.Output<string[] | undefined>;
  /** AWS: ARN of the role through which it looks. Default: none. Changes in place. */
  declare readonly assumeRoleArn: pulumi.Output<string | undefined>;
  /** AWS: external id that the role asks for. Needs `assumeRoleArn`. Default: none. Changes in place. */
  declare readonly assumeRoleExternalId: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): ContainerDiscoverySchedule {
    return new ContainerDiscoverySchedule(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<ContainerDiscoverySchedule>[]> {
    return listOf("ContainerDiscoverySchedule", filters, options);
  }
  constructor(name: string, args: ContainerDiscoveryScheduleArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link RotationSchedule}. */
export interface RotationScheduleArgs extends CommonArgs {
  /** Name of the schedule, unique in the service. Default: the resource's name in the program. A change replaces it. */
  name?: pulumi.Input<string>;
  /** System whose keys it rotates: `aws`, `azure`, `google`, `oci`, `salesforce`, `sap`, `ekm` or `dke`. A change replaces the schedule. */
  cloud: pulumi.Input<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "ekm" | "dke">;
  /** When it runs, in UTC: cron text of five fields (minute, hour, day of month, month, weekday), such as `0 3 1 1,4,7,10 *`. Changes in place. */
  runAt: pulumi.Input<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Changes in place. */
  runOn?: pulumi.Input<string>;
  /** Free text. Changes in place. Default: none. */
  description?: pulumi.Input<string>;
  /** True to pause the schedule. Default false. Changes in place. */
  disabled?: pulumi.Input<boolean>;
  /** When it starts to apply, RFC 3339. Changes in place. Default: at once. */
  startDate?: pulumi.Input<string>;
  /** When it ceases to apply, RFC 3339. Changes in place. Default: never. */
  endDate?: pulumi.Input<string>;
  /** Life of each new key, in days or hours such as `365d`, for keys whose material expires. Changes in place. Default: none. */
  expiration?: pulumi.Input<string>;
  /** Rotate only keys that expire within this time, such as `30d`. Changes in place. Default: all bound keys. */
  expireIn?: pulumi.Input<string>;
  /** Rotate only keys that are this many days old, counted from their last rotation, such as `90d`. Changes in place. Default: at every run. */
  rotationAfter?: pulumi.Input<string>;
  /** AWS: true to leave a dated alias on the old key. Default false. Changes in place. */
  retainAlias?: pulumi.Input<boolean>;
  /** AWS: true to rotate the material inside the key, which keeps its ARN; false to make a new key and move the aliases. Default false. Changes in place. Needs version 2.21 of the service. */
  rotateMaterial?: pulumi.Input<boolean>;
}

/** A time plan on which the service rotates the keys that are bound to it with `KeyRotation`. Destroying it ends the rotation; the keys stay as they are. */
export class RotationSchedule extends ScheduleResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "RotationSchedule",
    inputs: [
      "name",
      "cloud",
      "runAt",
      "runOn",
      "description",
      "disabled",
      "startDate",
      "endDate",
      "expiration",
      "expireIn",
      "rotationAfter",
      "retainAlias",
      "rotateMaterial",
    ],
    outputs: [],
    namedAfterResource: "name",
  };

  /** Name of the schedule, unique in the service. Default: the resource's name in the program. A change replaces it. */
  declare readonly name: pulumi.Output<string>;
  /** System whose keys it rotates: `aws`, `azure`, `google`, `oci`, `salesforce`, `sap`, `ekm` or `dke`. A change replaces the schedule. */
  declare readonly cloud: pulumi.Output<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "ekm" | "dke">;
  /** When it runs, in UTC: cron text of five fields (minute, hour, day of month, month, weekday), such as `0 3 1 1,4,7,10 *`. Changes in place. */
  declare readonly runAt: pulumi.Output<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Changes in place. */
  declare readonly runOn: pulumi.Output<string>;
  /** Free text. Changes in place. Default: none. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** True to pause the schedule. Default false. Changes in place. */
  declare readonly disabled: pulumi.Output<boolean>;
  /** When it starts to apply, RFC 3339. Changes in place. Default: at once. */
  declare readonly startDate: pulumi.Output<string | undefined>;
  /** When it ceases to apply, RFC 3339. Changes in place. Default: never. */
  declare readonly endDate: pulumi.Output<string | undefined>;
  /** Life of each new key, in days or hours such as `365d`, for keys whose material expires. Changes in place. Default: none. */
  declare readonly expiration: pulumi.Output<string | undefined>;
  /** Rotate only keys that expire within this time, such as `30d`. Changes in place. Default: all bound keys. */
  declare readonly expireIn: pulumi.Output<string | undefined>;
  /** Rotate only keys that are this many days old, counted from their last rotation, such as `90d`. Changes in place. Default: at every run. */
  declare readonly rotationAfter: pulumi.Output<string | undefined>;
  /** AWS: true to leave a dated alias on the old key. Default false. Changes in place. */
  declare readonly retainAlias: pulumi.Output<boolean>;
  /** AWS: true to rotate the material inside the key, which keeps its ARN; false to make a new key and move the aliases. Default false. Changes in place. Needs version 2.21 of the service. */
  declare readonly rotateMaterial: pulumi.Output<boolean>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): RotationSchedule {
    return new RotationSchedule(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<RotationSchedule>[]> {
    return listOf("RotationSchedule", filters, options);
  }
  constructor(name: string, args: RotationScheduleArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link KeyRotation}. */
export interface KeyRotationArgs extends CommonArgs {
  /** The key: the resource itself, or `{ type, id }` with a type such as `AwsKey`. A change replaces the binding, not the key. */
  key:
    | CipherTrustResource
    | ObjectReference<
        | "AwsKey"
        | "AwsUploadedKey"
        | "AzureKey"
        | "GoogleKey"
        | "OciKey"
        | "SalesforceKey"
        | "SapKey"
        | "SapHyokKey"
        | "EkmEndpoint"
        | "DkeEndpoint"
      >;
  /** Id of the `RotationSchedule`. One with `rotateMaterial` takes no AWS key of another spec than SYMMETRIC_DEFAULT: such a key needs a schedule that makes new keys. Changes in place. */
  schedule: pulumi.Input<string>;
  /** Where new material comes from: `native` (the cloud itself; not for AWS), `ciphertrust` or, for AWS only, `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Not for EKM and DKE, whose keys are always the service's own. Default: the service's choice. Changes in place. */
  keySource?: pulumi.Input<"native" | "local" | "ciphertrust" | "dsm" | "hsm-luna" | "external-cm">;
  /** Id of the DSM domain, for the key source `dsm`. Changes in place. */
  domain?: pulumi.Input<string>;
  /** Id of the Luna HSM partition, for the key source `hsm-luna`. Changes in place. */
  partition?: pulumi.Input<string>;
  /** Id of the external CipherTrust domain, for the key source `external-cm`. Changes in place. */
  externalCmDomain?: pulumi.Input<string>;
  /** AWS: true to let the old key only decrypt after a rotation. Excludes `disableEncryptOnAllAccounts`. Default false. Changes in place. */
  disableEncrypt?: pulumi.Input<boolean>;
  /** AWS: the same for all accounts that may use the key. Default false. Changes in place. */
  disableEncryptOnAllAccounts?: pulumi.Input<boolean>;
  /** Google: algorithm of the new version, for sources other than `native`. Changes in place. */
  algorithm?: pulumi.Input<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "HMAC_SHA256"
  >;
  /** Azure: type of the new key version: `RSA`, `RSA-HSM`, `EC` or `EC-HSM`. Changes in place. */
  keyType?: pulumi.Input<"RSA" | "RSA-HSM" | "EC" | "EC-HSM">;
  /** Azure: size of the new key version in bits, for RSA types: 2048, 3072 or 4096. Changes in place. */
  keySize?: pulumi.Input<2048 | 3072 | 4096>;
  /** Azure: curve of the new key version, for EC types: `P-256`, `P-384`, `P-521` or `SECP256K1`. Changes in place. */
  ecName?: pulumi.Input<"P-256" | "P-384" | "P-521" | "SECP256K1">;
  /** Azure: false to leave the new key version disabled. Default: the service's choice, true. Changes in place. */
  enableKey?: pulumi.Input<boolean>;
  /** Azure: policy under which the material of the new key version may be released, a JSON object, for exportable keys. Default: the service's choice. Not compared with the service. Changes in place. */
  releasePolicy?: pulumi.Input<Record<string, unknown>>;
}

/** A key bound to a `RotationSchedule`: from then on the service rotates it. Its id is that of the key. Destroying it unbinds the key. */
export class KeyRotation extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "KeyRotation",
    inputs: [
      "key",
      "schedule",
      "keySource",
      "domain",
      "partition",
      "externalCmDomain",
      "disableEncrypt",
      "disableEncryptOnAllAccounts",
      "algorithm",
      "keyType",
      "keySize",
      "ecName",
      "enableKey",
      "releasePolicy",
    ],
    outputs: ["currentKey"],
    objectReferences: ["key"],
  };

  /** The key: the resource itself, or `{ type, id }` with a type such as `AwsKey`. A change replaces the binding, not the key. */
  declare readonly key: pulumi.Output<{
    /** Type of the key's resource, such as `AwsKey`. */
    type:
      | "AwsKey"
      | "AwsUploadedKey"
      | "AzureKey"
      | "GoogleKey"
      | "OciKey"
      | "SalesforceKey"
      | "SapKey"
      | "SapHyokKey"
      | "EkmEndpoint"
      | "DkeEndpoint";
    /** The service's id of the key. */
    id: string;
  }>;
  /** Id of the `RotationSchedule`. One with `rotateMaterial` takes no AWS key of another spec than SYMMETRIC_DEFAULT: such a key needs a schedule that makes new keys. Changes in place. */
  declare readonly schedule: pulumi.Output<string>;
  /** Where new material comes from: `native` (the cloud itself; not for AWS), `ciphertrust` or, for AWS only, `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Not for EKM and DKE, whose keys are always the service's own. Default: the service's choice. Changes in place. */
  declare readonly keySource: pulumi.Output<
    "native" | "local" | "ciphertrust" | "dsm" | "hsm-luna" | "external-cm" | undefined
  >;
  /** Id of the DSM domain, for the key source `dsm`. Changes in place. */
  declare readonly domain: pulumi.Output<string | undefined>;
  /** Id of the Luna HSM partition, for the key source `hsm-luna`. Changes in place. */
  declare readonly partition: pulumi.Output<string | undefined>;
  /** Id of the external CipherTrust domain, for the key source `external-cm`. Changes in place. */
  declare readonly externalCmDomain: pulumi.Output<string | undefined>;
  /** AWS: true to let the old key only decrypt after a rotation. Excludes `disableEncryptOnAllAccounts`. Default false. Changes in place. */
  declare readonly disableEncrypt: pulumi.Output<boolean | undefined>;
  /** AWS: the same for all accounts that may use the key. Default false. Changes in place. */
  declare readonly disableEncryptOnAllAccounts: pulumi.Output<boolean | undefined>;
  /** Google: algorithm of the new version, for sources other than `native`. Changes in place. */
  declare readonly algorithm: pulumi.Output<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "HMAC_SHA256"
    | undefined
  >;
  /** Azure: type of the new key version: `RSA`, `RSA-HSM`, `EC` or `EC-HSM`. Changes in place. */
  declare readonly keyType: pulumi.Output<"RSA" | "RSA-HSM" | "EC" | "EC-HSM" | undefined>;
  /** Azure: size of the new key version in bits, for RSA types: 2048, 3072 or 4096. Changes in place. */
  declare readonly keySize: pulumi.Output<2048 | 3072 | 4096 | undefined>;
  /** Azure: curve of the new key version, for EC types: `P-256`, `P-384`, `P-521` or `SECP256K1`. Changes in place. */
  declare readonly ecName: pulumi.Output<"P-256" | "P-384" | "P-521" | "SECP256K1" | undefined>;
  /** Azure: false to leave the new key version disabled. Default: the service's choice, true. Changes in place. */
  declare readonly enableKey: pulumi.Output<boolean | undefined>;
  /** Azure: policy under which the material of the new key version may be released, a JSON object, for exportable keys. Default: the service's choice. Not compared with the service. Changes in place. */
  declare readonly releasePolicy: pulumi.Output<Record<string, unknown> | undefined>;
  /** The service's id of the key that is bound now: a rotation that makes a new key moves the binding to that. */
  declare readonly currentKey: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): KeyRotation {
    return new KeyRotation(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: KeyRotationArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link ContainerAcl}. */
export interface ContainerAclArgs extends CommonArgs {
  /** The container: the resource itself, or `{ type, id }` with a type such as `AwsKms`. A change replaces the permission. */
  container:
    | CipherTrustResource
    | ObjectReference<
        | "AwsKms"
        | "AzureVault"
        | "GoogleKeyRing"
        | "OciVault"
        | "OciExternalVault"
        | "SalesforceOrganization"
        | "SapGroup"
        | "SapKeystore"
        | "LunaPartition"
        | "DsmDomain"
        | "ExternalCmDomain"
      >;
  /** Id of the user, `local|<uuid>`. Either this or `group`. A change replaces the permission. */
  user?: pulumi.Input<string>;
  /** Name of the group. Either this or `user`. A change replaces the permission. */
  group?: pulumi.Input<string>;
  /** What is permitted. Order has no meaning. Changes in place: what is taken out is forbidden again. By type of the container: - `AwsKms`: `keycreate`, `keymaterialimport`, `keymaterialdelete`, `keyrotate`, `keydelete`, `keycanceldelete`, `keysynchronize`, `keyupdate`, `keyupload`, `viewnative`, `viewbyok`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, `viewhyokkey`, `hyokkeycreate`, `hyokkeyblockunblock`, `hyokkeydelete`, `hyokkeylink`, `viewcloudhsmkey`, `cloudhsmkeycreate`, `cloudhsmkeydelete`, `viewkeystore`, `keystoreadd`, `keystoreupdate`, `keystoredelete`, `keystoreblock`, `keystoreunblock`, `keystoreconnect`, `keystoredisconnect`, `keystorelink`, `keybulkoperation`. - `AzureVault`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydelete`, `keypurge`, `keyrecover`, `keyrestore`, `keysynchronize`, `deletebackup`, `secretview`, `secretcreate`, `secretupdate`, `secretdelete`, `secretpurge`, `secretrecover`, `secretrestore`, `secretsynchronize`, `secretdeletebackup`, `certificateview`, `certificatecreate`, `certificateupload`, `certificateupdate`, `certificatedelete`, `certificatepurge`, `certificaterecover`, `certificaterestore`, `certificatesynchronize`, `certificatedeletebackup`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, `viewkeytemplate`, `createkeytemplate`, `updatekeytemplate`, `deletekeytemplate`, `keycreatewithtemplate`, `uploadkeywithtemplate`. - `GoogleKeyRing`: `view`, `keycreate`, `keyupdate`, `keydestroy`, `keyupload`, `keysynchronize`, `keycanceldestroy`. - `OciVault`: `view`, `keycreate`, `keyupload`, `keydelete`, `keycanceldelete`, `keyrestore`, `keyupdate`, `deletebackup`, `keyrotatetonative`, `keyrotatetobyok`, `keysynchronize`, `keyremove`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`. - `OciExternalVault`: `view`, `keycreate`, `keyupload`, `keydelete`, `keycanceldelete`, `keyrestore`, `keyupdate`, `deletebackup`, `keyrotatetonative`, `keyrotatetobyok`, `keysynchronize`, `keyremove`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, `viewhyokkey`, `hyokkeycreate`, `hyokkeyupdate`, `hyokkeydelete`, `hyokkeyrotate`, `hyokkeyblockunblock`. - `SalesforceOrganization`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydestroy`, `keyimport`, `deletebackup`, `keysynchronize`, `certificatecreate`, `certificatedelete`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, or others that the service knows. - `SapGroup`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydelete`, `keyrotate`, `keyremove`, `deletebackup`, `keysynchronize`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, or others that the service knows. - `SapKeystore`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydelete`, `keyrotate`, `keyremove`, `deletebackup`, `keysynchronize`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, or others that the service knows. - `LunaPartition`: `view`, `keycreate`, `keyupdate`, `keydelete`, `keyremove`, `keyrotate`, `keyupload`, `keysynchronize`, or others that the service knows. - `DsmDomain`: `view`, `keycreate`, `keyupdate`, `keydelete`, `keyremove`, `keyrotate`, `keyupload`, `keysynchronize`, or others that the service knows. - `ExternalCmDomain`: `view`, `keycreate`, `keyupdate`, `keydelete`, `keyremove`, `keyrotate`, `keyupload`, `keysynchronize`, or others that the service knows. */
  actions: pulumi.Input<
    pulumi.Input<
      | "keycreate"
      | "keymaterialimport"
      | "keymaterialdelete"
      | "keyrotate"
      | "keydelete"
      | "keycanceldelete"
      | "keysynchronize"
      | "keyupdate"
      | "keyupload"
      | "viewnative"
      | "viewbyok"
      | "reportcreate"
      | "reportdelete"
      | "reportdownload"
      | "reportview"
      | "viewhyokkey"
      | "hyokkeycreate"
      | "hyokkeyblockunblock"
      | "hyokkeydelete"
      | "hyokkeylink"
      | "viewcloudhsmkey"
      | "cloudhsmkeycreate"
      | "cloudhsmkeydelete"
      | "viewkeystore"
      | "keystoreadd"
      | "keystoreupdate"
      | "keystoredelete"
      | "keystoreblock"
      | "keystoreunblock"
      | "keystoreconnect"
      | "keystoredisconnect"
      | "keystorelink"
      | "keybulkoperation"
      | "view"
      | "keypurge"
      | "keyrecover"
      | "keyrestore"
      | "deletebackup"
      | "secretview"
      | "secretcreate"
      | "secretupdate"
      | "secretdelete"
      | "secretpurge"
      | "secretrecover"
      | "secretrestore"
      | "secretsynchronize"
      | "secretdeletebackup"
      | "certificateview"
      | "certificatecreate"
      | "certificateupload"
      | "certificateupdate"
      | "certificatedelete"
      | "certificatepurge"
      | "certificaterecover"
      | "certificaterestore"
      | "certificatesynchronize"
      | "certificatedeletebackup"
      | "viewkeytemplate"
      | "createkeytemplate"
      | "updatekeytemplate"
      | "deletekeytemplate"
      | "keycreatewithtemplate"
      | "uploadkeywithtemplate"
      | "keydestroy"
      | "keycanceldestroy"
      | "keyrotatetonative"
      | "keyrotatetobyok"
      | "keyremove"
      | "hyokkeyupdate"
      | "hyokkeyrotate"
      | "keyimport"
      | (string & Record<never, never>)
    >[]
  >;
}

/** What a user or a group may do in a container. The service merges permissions: what others permitted there is left alone. Destroying it withdraws what it permitted. */
export class ContainerAcl extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ContainerAcl",
    inputs: ["container", "user", "group", "actions"],
    outputs: [],
    objectReferences: ["container"],
  };

  /** The container: the resource itself, or `{ type, id }` with a type such as `AwsKms`. A change replaces the permission. */
  declare readonly container: pulumi.Output<{
    /** Type of the container's resource, such as `AwsKms`. */
    type:
      | "AwsKms"
      | "AzureVault"
      | "GoogleKeyRing"
      | "OciVault"
      | "OciExternalVault"
      | "SalesforceOrganization"
      | "SapGroup"
      | "SapKeystore"
      | "LunaPartition"
      | "DsmDomain"
      | "ExternalCmDomain";
    /** The service's id of the container. */
    id: string;
  }>;
  /** Id of the user, `local|<uuid>`. Either this or `group`. A change replaces the permission. */
  declare readonly user: pulumi.Output<string | undefined>;
  /** Name of the group. Either this or `user`. A change replaces the permission. */
  declare readonly group: pulumi.Output<string | undefined>;
  /** What is permitted. Order has no meaning. Changes in place: what is taken out is forbidden again. By type of the container: - `AwsKms`: `keycreate`, `keymaterialimport`, `keymaterialdelete`, `keyrotate`, `keydelete`, `keycanceldelete`, `keysynchronize`, `keyupdate`, `keyupload`, `viewnative`, `viewbyok`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, `viewhyokkey`, `hyokkeycreate`, `hyokkeyblockunblock`, `hyokkeydelete`, `hyokkeylink`, `viewcloudhsmkey`, `cloudhsmkeycreate`, `cloudhsmkeydelete`, `viewkeystore`, `keystoreadd`, `keystoreupdate`, `keystoredelete`, `keystoreblock`, `keystoreunblock`, `keystoreconnect`, `keystoredisconnect`, `keystorelink`, `keybulkoperation`. - `AzureVault`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydelete`, `keypurge`, `keyrecover`, `keyrestore`, `keysynchronize`, `deletebackup`, `secretview`, `secretcreate`, `secretupdate`, `secretdelete`, `secretpurge`, `secretrecover`, `secretrestore`, `secretsynchronize`, `secretdeletebackup`, `certificateview`, `certificatecreate`, `certificateupload`, `certificateupdate`, `certificatedelete`, `certificatepurge`, `certificaterecover`, `certificaterestore`, `certificatesynchronize`, `certificatedeletebackup`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, `viewkeytemplate`, `createkeytemplate`, `updatekeytemplate`, `deletekeytemplate`, `keycreatewithtemplate`, `uploadkeywithtemplate`. - `GoogleKeyRing`: `view`, `keycreate`, `keyupdate`, `keydestroy`, `keyupload`, `keysynchronize`, `keycanceldestroy`. - `OciVault`: `view`, `keycreate`, `keyupload`, `keydelete`, `keycanceldelete`, `keyrestore`, `keyupdate`, `deletebackup`, `keyrotatetonative`, `keyrotatetobyok`, `keysynchronize`, `keyremove`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`. - `OciExternalVault`: `view`, `keycreate`, `keyupload`, `keydelete`, `keycanceldelete`, `keyrestore`, `keyupdate`, `deletebackup`, `keyrotatetonative`, `keyrotatetobyok`, `keysynchronize`, `keyremove`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, `viewhyokkey`, `hyokkeycreate`, `hyokkeyupdate`, `hyokkeydelete`, `hyokkeyrotate`, `hyokkeyblockunblock`. - `SalesforceOrganization`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydestroy`, `keyimport`, `deletebackup`, `keysynchronize`, `certificatecreate`, `certificatedelete`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, or others that the service knows. - `SapGroup`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydelete`, `keyrotate`, `keyremove`, `deletebackup`, `keysynchronize`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, or others that the service knows. - `SapKeystore`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydelete`, `keyrotate`, `keyremove`, `deletebackup`, `keysynchronize`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, or others that the service knows. - `LunaPartition`: `view`, `keycreate`, `keyupdate`, `keydelete`, `keyremove`, `keyrotate`, `keyupload`, `keysynchronize`, or others that the service knows. - `DsmDomain`: `view`, `keycreate`, `keyupdate`, `keydelete`, `keyremove`, `keyrotate`, `keyupload`, `keysynchronize`, or others that the service knows. - `ExternalCmDomain`: `view`, `keycreate`, `keyupdate`, `keydelete`, `keyremove`, `keyrotate`, `keyupload`, `keysynchronize`, or others that the service knows. */
  declare readonly actions: pulumi.Output<
    (
      | "keycreate"
      | "keymaterialimport"
      | "keymaterialdelete"
      | "keyrotate"
      | "keydelete"
      | "keycanceldelete"
      | "keysynchronize"
      | "keyupdate"
      | "keyupload"
      | "viewnative"
      | "viewbyok"
      | "reportcreate"
      | "reportdelete"
      | "reportdownload"
      | "reportview"
      | "viewhyokkey"
      | "hyokkeycreate"
      | "hyokkeyblockunblock"
      | "hyokkeydelete"
      | "hyokkeylink"
      | "viewcloudhsmkey"
      | "cloudhsmkeycreate"
      | "cloudhsmkeydelete"
      | "viewkeystore"
      | "keystoreadd"
      | "keystoreupdate"
      | "keystoredelete"
      | "keystoreblock"
      | "keystoreunblock"
      | "keystoreconnect"
      | "keystoredisconnect"
      | "keystorelink"
      | "keybulkoperation"
      | "view"
      | "keypurge"
      | "keyrecover"
      | "keyrestore"
      | "deletebackup"
      | "secretview"
      | "secretcreate"
      | "secretupdate"
      | "secretdelete"
      | "secretpurge"
      | "secretrecover"
      | "secretrestore"
      | "secretsynchronize"
      | "secretdeletebackup"
      | "certificateview"
      | "certificatecreate"
      | "certificateupload"
      | "certificateupdate"
      | "certificatedelete"
      | "certificatepurge"
      | "certificaterecover"
      | "certificaterestore"
      | "certificatesynchronize"
      | "certificatedeletebackup"
      | "viewkeytemplate"
      | "createkeytemplate"
      | "updatekeytemplate"
      | "deletekeytemplate"
      | "keycreatewithtemplate"
      | "uploadkeywithtemplate"
      | "keydestroy"
      | "keycanceldestroy"
      | "keyrotatetonative"
      | "keyrotatetobyok"
      | "keyremove"
      | "hyokkeyupdate"
      | "hyokkeyrotate"
      | "keyimport"
      | (string & Record<never, never>)
    )[]
  >;

  constructor(name: string, args: ContainerAclArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link Report}. */
export interface ReportArgs extends CommonArgs {
  /** Name of the report, unique for its system. Default: the resource's name in the program. A change makes a new report. */
  name?: pulumi.Input<string>;
  /** System to report on: `aws`, `azure`, `google`, `oci`, `salesforce` or `sap`. A change makes a new report. */
  cloud: pulumi.Input<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap">;
  /** Kind of report: `key-report`, `service-report`, `key-aging` or `key-rotation`, as far as the system offers it. Default: the first the system offers. A change makes a new report. */
  reportType?: pulumi.Input<"key-report" | "service-report" | "key-aging" | "key-rotation">;
  /** Ids of the containers it covers, at least one. A change makes a new report. */
  containers: pulumi.Input<pulumi.Input<string>[]>;
  /** AWS: where the account logs what is done with its keys. Required, except for `key-aging`. A change makes a new report. */
  logGroup?: pulumi.Input<{
    /** AWS region of the log group. */
    region: pulumi.Input<string>;
    /** Name of the CloudWatch log group. */
    name: pulumi.Input<string>;
  }>;
  /** Azure: id of the Log Analytics workspace. Required, except for `key-aging`. A change makes a new report. */
  workspaceId?: pulumi.Input<string>;
  /** Start of the time it covers, RFC 3339. Default: 24 hours before the end. A change makes a new report. */
  startTime?: pulumi.Input<string>;
  /** End of the time it covers, RFC 3339. Default: now. A change makes a new report. */
  endTime?: pulumi.Input<string>;
  /** Values of any kind; when one changes, the report is made again. */
  triggers?: pulumi.Input<Record<string, unknown>>;
  /** Seconds to wait for the report, 1 to 86400. Default 600. */
  timeoutSeconds?: pulumi.Input<number>;
}

/** A report on keys and what was done with them. It is made when it is created and when an argument changes; destroying it removes it. Its rows: `getReport`. */
export class Report extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "Report",
    inputs: [
      "name",
      "cloud",
      "reportType",
      "containers",
      "logGroup",
      "workspaceId",
      "startTime",
      "endTime",
      "triggers",
      "timeoutSeconds",
    ],
    outputs: ["status", "rows"],
    namedAfterResource: "name",
  };

  /** Name of the report, unique for its system. Default: the resource's name in the program. A change makes a new report. */
  declare readonly name: pulumi.Output<string>;
  /** System to report on: `aws`, `azure`, `google`, `oci`, `salesforce` or `sap`. A change makes a new report. */
  declare readonly cloud: pulumi.Output<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap">;
  /** Kind of report: `key-report`, `service-report`, `key-aging` or `key-rotation`, as far as the system offers it. Default: the first the system offers. A change makes a new report. */
  declare readonly reportType: pulumi.Output<
    "key-report" | "service-report" | "key-aging" | "key-rotation" | undefined
  >;
  /** Ids of the containers it covers, at least one. A change makes a new report. */
  declare readonly containers: pulumi.Output<string[]>;
  /** AWS: where the account logs what is done with its keys. Required, except for `key-aging`. A change makes a new report. */
  declare readonly logGroup: pulumi.Output<
    | {
        /** AWS region of the log group. */
        region: string;
        /** Name of the CloudWatch log group. */
        name: string;
      }
    | undefined
  >;
  /** Azure: id of the Log Analytics workspace. Required, except for `key-aging`. A change makes a new report. */
  declare readonly workspaceId: pulumi.Output<string | undefined>;
  /** Start of the time it covers, RFC 3339. Default: 24 hours before the end. A change makes a new report. */
  declare readonly startTime: pulumi.Output<string | undefined>;
  /** End of the time it covers, RFC 3339. Default: now. A change makes a new report. */
  declare readonly endTime: pulumi.Output<string | undefined>;
  /** Values of any kind; when one changes, the report is made again. */
  declare readonly triggers: pulumi.Output<Record<string, unknown> | undefined>;
  /** Seconds to wait for the report, 1 to 86400. Default 600. */
  declare readonly timeoutSeconds: pulumi.Output<number>;
  /** How the job ended: `completed`. */
  declare readonly status: pulumi.Output<string>;
  /** How many rows it has. */
  declare readonly rows: pulumi.Output<number>;

  constructor(name: string, args: ReportArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link ApiObject}. */
export interface ApiObjectArgs extends CommonArgs {
  /** The collection, relative to `/api/v1`, such as `/connectionmgmt/services/scp/connections`. A change replaces the object. */
  path: pulumi.Input<string>;
  /** What is sent to make it, in the service's own field names. The fields are compared with what the service holds (see `compare`). Changes in place by `updateCall`. */
  body?: pulumi.Input<Record<string, unknown>>;
  /** Fields of the body that are secret, or that the service never returns: sent along, stored encrypted, never compared with the service. Changes in place. */
  secretBody?: pulumi.Input<Record<string, unknown>>;
  /** Fields of the body, as dotted paths, whose drift counts. Default: all fields of the body that the service returns. Kept by the provider. */
  compare?: pulumi.Input<pulumi.Input<string>[]>;
  /** Fields of the body whose change means a new object. Default: none. Kept by the provider. */
  replaceOn?: pulumi.Input<pulumi.Input<string>[]>;
  /** Field of the answer that is the object's id. Default `id`. A change replaces the object. */
  idField?: pulumi.Input<string>;
  /** How it is updated: a method and a path, or `none` when it cannot be. Default `PATCH {path}/{id}`. Kept by the provider. */
  updateCall?: pulumi.Input<"none" | (string & Record<never, never>)>;
  /** How it is deleted: a method and a path, or `none` to leave it in the service. Default `DELETE {path}/{id}`. Kept by the provider. */
  deleteCall?: pulumi.Input<"none" | (string & Record<never, never>)>;
  /** Fields of the answer, as dotted paths, to show in `answer`. Default: none. Kept by the provider. */
  outputs?: pulumi.Input<pulumi.Input<string>[]>;
  /** The same for secret fields, shown in `secretAnswer`. A field that only the answer to creating holds stays as it was. Default: none. Kept by the provider. */
  secretOutputs?: pulumi.Input<pulumi.Input<string>[]>;
  /** What to wait for after a change: a field of the answer and the values it must take. Default: nothing. Kept by the provider. */
  waitFor?: pulumi.Input<{
    /** Dotted path of the field. */
    field: pulumi.Input<string>;
    /** Values, as text, that mean ready. */
    values: pulumi.Input<pulumi.Input<string>[]>;
    /** Values, as text, that mean it has failed. Default: none. */
    failures?: pulumi.Input<pulumi.Input<string>[] | undefined>;
    /** Seconds to wait. Default 300. */
    timeoutSeconds?: pulumi.Input<number | undefined>;
  }>;
}

/** Any object of any collection of the API that has no class of its own, with the same waiting, retrying, drift and secrets as the rest. Destroying it deletes the object, unless `deleteCall` says otherwise. */
export class ApiObject extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ApiObject",
    inputs: [
      "path",
      "body",
      "secretBody",
      "compare",
      "replaceOn",
      "idField",
      "updateCall",
      "deleteCall",
      "outputs",
      "secretOutputs",
      "waitFor",
    ],
    outputs: ["answer", "secretAnswer"],
    secret: ["secretBody", "secretAnswer"],
  };

  /** The collection, relative to `/api/v1`, such as `/connectionmgmt/services/scp/connections`. A change replaces the object. */
  declare readonly path: pulumi.Output<string>;
  /** What is sent to make it, in the service's own field names. The fields are compared with what the service holds (see `compare`). Changes in place by `updateCall`. */
  declare readonly body: pulumi.Output<Record<string, unknown>>;
  /** Fields of the body that are secret, or that the service never returns: sent along, stored encrypted, never compared with the service. Changes in place. */
  declare readonly secretBody: pulumi.Output<Record<string, unknown> | undefined>;
  /** Fields of the body, as dotted paths, whose drift counts. Default: all fields of the body that the service returns. Kept by the provider. */
  declare readonly compare: pulumi.Output<string[] | undefined>;
  /** Fields of the body whose change means a new object. Default: none. Kept by the provider. */
  declare readonly replaceOn: pulumi.Output<string[]>;
  /** Field of the answer that is the object's id. Default `id`. A change replaces the object. */
  declare readonly idField: pulumi.Output<string>;
  /** How it is updated: a method and a path, or `none` when it cannot be. Default `PATCH {path}/{id}`. Kept by the provider. */
  declare readonly updateCall: pulumi.Output<"none" | (string & Record<never, never>)>;
  /** How it is deleted: a method and a path, or `none` to leave it in the service. Default `DELETE {path}/{id}`. Kept by the provider. */
  declare readonly deleteCall: pulumi.Output<"none" | (string & Record<never, never>)>;
  /** Fields of the answer, as dotted paths, to show in `answer`. Default: none. Kept by the provider. */
  declare readonly outputs: pulumi.Output<string[]>;
  /** The same for secret fields, shown in `secretAnswer`. A field that only the answer to creating holds stays as it was. Default: none. Kept by the provider. */
  declare readonly secretOutputs: pulumi.Output<string[]>;
  /** What to wait for after a change: a field of the answer and the values it must take. Default: nothing. Kept by the provider. */
  declare readonly waitFor: pulumi.Output<
    | {
        /** Dotted path of the field. */
        field: string;
        /** Values, as text, that mean ready. */
        values: string[];
        /** Values, as text, that mean it has failed. Default: none. */
        failures?: string[];
        /** Seconds to wait. Default 300. */
        timeoutSeconds?: number;
      }
    | undefined
  >;
  /** The fields named in `outputs`, by their dotted paths. */
  declare readonly answer: pulumi.Output<Record<string, unknown>>;
  /** The fields named in `secretOutputs`. Secret. */
  declare readonly secretAnswer: pulumi.Output<Record<string, unknown>>;

  constructor(name: string, args: ApiObjectArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link ApiSetting}. */
export interface ApiSettingArgs extends CommonArgs {
  /** The settings object, relative to `/api/v1`, such as `/cckm/settings/aws_key_expiry_notification`. A change gives the old one back what it held, and sets the new one. */
  path: pulumi.Input<string>;
  /** The fields to set, at least one, in the service's own field names, and the values they are to have. Fields that are not named are left alone; a field that is taken out gets back what it held before. Changes in place. */
  values: pulumi.Input<Record<string, unknown>>;
  /** What happens on destroy: `restore` gives the fields back what they held before, `retain` leaves them as they are. Default `restore`. Kept by the provider. */
  onDestroy?: pulumi.Input<"restore" | "retain">;
}

/** Fields of a settings object of the service, which is always there. One program should set a field. Destroying it gives the fields back what they held before, unless `onDestroy` says otherwise. */
export class ApiSetting extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ApiSetting",
    inputs: ["path", "values", "onDestroy"],
    outputs: ["before"],
  };

  /** The settings object, relative to `/api/v1`, such as `/cckm/settings/aws_key_expiry_notification`. A change gives the old one back what it held, and sets the new one. */
  declare readonly path: pulumi.Output<string>;
  /** The fields to set, at least one, in the service's own field names, and the values they are to have. Fields that are not named are left alone; a field that is taken out gets back what it held before. Changes in place. */
  declare readonly values: pulumi.Output<Record<string, unknown>>;
  /** What happens on destroy: `restore` gives the fields back what they held before, `retain` leaves them as they are. Default `restore`. Kept by the provider. */
  declare readonly onDestroy: pulumi.Output<"restore" | "retain">;
  /** What these fields held before they were set. */
  declare readonly before: pulumi.Output<Record<string, unknown>>;

  constructor(name: string, args: ApiSettingArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
