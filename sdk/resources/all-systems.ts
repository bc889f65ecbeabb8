// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, ScheduleResource, type CommonArgs, type Kind, type ObjectReference } from "../resource";

/** Arguments of a {@link Refresh}. */
export interface RefreshArgs extends CommonArgs {
  /** System to refresh. */
  cloud: pulumi.Input<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "luna" | "dsm" | "externalCm">;
  /** Ids of the containers. Default: all containers of the system. Compared as a set. */
  containers?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * What to download, where a system offers a choice: `keys`; AWS also `keyStores`, Azure `secrets`
   * and `certificates`, Salesforce `certificates`, Luna `haMembers`. Default: its keys. Compared as
   * a set.
   */
  items?: pulumi.Input<pulumi.Input<"keys" | "keyStores" | "secrets" | "certificates" | "haMembers">[]>;
  /**
   * AWS: regions to refresh. Needs `containers`. Default: all regions of each container. Compared
   * as a set.
   */
  regions?: pulumi.Input<pulumi.Input<string>[]>;
  /** Azure: true to have the keys backed up before they are downloaded. Default `false`. */
  takeCloudKeyBackup?: pulumi.Input<boolean>;
  /** Values of any kind; when one changes, the refresh runs again. Default: none. */
  triggers?: pulumi.Input<Record<string, unknown>>;
  /** Seconds to wait for the refresh to end, 1 to 86400. Default `3600`. */
  timeoutSeconds?: pulumi.Input<number>;
}

/**
 * Downloads the keys of containers into the service, now. It runs when it is created and when an
 * argument changes; destroying it does nothing.
 *
 * @example
 *   ~~~ts
 *   const now = new ciphertrust.Refresh("staging", { cloud: "aws", containers: [account.id], triggers: { run: 1 } });
 *   ~~~
 */
export class Refresh extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "Refresh",
    inputs: ["cloud", "containers", "items", "regions", "takeCloudKeyBackup", "triggers", "timeoutSeconds"],
    outputs: ["status", "keys", "newKeys", "changedKeys", "goneKeys"],
  };

  /** System to refresh. */
  declare readonly cloud: pulumi.Output<
    "aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "luna" | "dsm" | "externalCm"
  >;
  /** Ids of the containers. Default: all containers of the system. Compared as a set. */
  declare readonly containers: pulumi.Output<string[] | undefined>;
  /**
   * What to download, where a system offers a choice: `keys`; AWS also `keyStores`, Azure `secrets`
   * and `certificates`, Salesforce `certificates`, Luna `haMembers`. Default: its keys. Compared as
   * a set.
   */
  declare readonly items: pulumi.Output<
    ("keys" | "keyStores" | "secrets" | "certificates" | "haMembers")[] | undefined
  >;
  /**
   * AWS: regions to refresh. Needs `containers`. Default: all regions of each container. Compared
   * as a set.
   */
  declare readonly regions: pulumi.Output<string[] | undefined>;
  /** Azure: true to have the keys backed up before they are downloaded. Default `false`. */
  declare readonly takeCloudKeyBackup: pulumi.Output<boolean>;
  /** Values of any kind; when one changes, the refresh runs again. Default: none. */
  declare readonly triggers: pulumi.Output<Record<string, unknown> | undefined>;
  /** Seconds to wait for the refresh to end, 1 to 86400. Default `3600`. */
  declare readonly timeoutSeconds: pulumi.Output<number>;
  /** How the job ended: `completed`. */
  declare readonly status: pulumi.Output<string>;
  /** How many keys the service knew of these containers afterwards. */
  declare readonly keys: pulumi.Output<number>;
  /** How many of them were new to the service. */
  declare readonly newKeys: pulumi.Output<number>;
  /**
   * How many known keys differed in the cloud: rotated, disabled, tagged, or changed in any other
   * recorded way.
   */
  declare readonly changedKeys: pulumi.Output<number>;
  /** How many known keys no longer exist in the cloud. */
  declare readonly goneKeys: pulumi.Output<number>;

  constructor(name: string, args: RefreshArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link RefreshSchedule}. */
export interface RefreshScheduleArgs extends CommonArgs {
  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** System whose containers it refreshes. Changing it forces replacement. */
  cloud: pulumi.Input<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "luna" | "dsm">;
  /**
   * Ids of the containers to refresh. Default: all containers of the cloud. Updated in place.
   * Compared as a set.
   */
  containers?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * What to download: `keys`; for Azure also `secrets` and `certificates`. Default `["keys"]`.
   * Updated in place. Compared as a set.
   */
  items?: pulumi.Input<pulumi.Input<"keys" | "keyStores" | "secrets" | "certificates" | "haMembers">[]>;
  /**
   * Azure: true to have the keys backed up before they are downloaded. Default `false`. Updated in
   * place.
   */
  takeCloudKeyBackup?: pulumi.Input<boolean>;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 2 * * *`. Updated in place.
   */
  runAt: pulumi.Input<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  runOn?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  disabled?: pulumi.Input<boolean>;
  /** When it starts to apply, RFC 3339. Default: at once. Updated in place. */
  startDate?: pulumi.Input<string>;
  /** When it ceases to apply, RFC 3339. Default: never. Updated in place. */
  endDate?: pulumi.Input<string>;
}

/**
 * A schedule on which the service downloads the keys of containers, so that it knows what is in the
 * cloud. Destroying it ends the refreshes; what was downloaded stays.
 *
 * @example
 *   ~~~ts
 *   const nightly = new ciphertrust.RefreshSchedule("nightly", {
 *     cloud: "aws",
 *     containers: [account.id],
 *     runAt: "30 2 * * *",
 *   });
 *   ~~~
 */
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

  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** System whose containers it refreshes. Changing it forces replacement. */
  declare readonly cloud: pulumi.Output<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "luna" | "dsm">;
  /**
   * Ids of the containers to refresh. Default: all containers of the cloud. Updated in place.
   * Compared as a set.
   */
  declare readonly containers: pulumi.Output<string[] | undefined>;
  /**
   * What to download: `keys`; for Azure also `secrets` and `certificates`. Default `["keys"]`.
   * Updated in place. Compared as a set.
   */
  declare readonly items: pulumi.Output<("keys" | "keyStores" | "secrets" | "certificates" | "haMembers")[]>;
  /**
   * Azure: true to have the keys backed up before they are downloaded. Default `false`. Updated in
   * place.
   */
  declare readonly takeCloudKeyBackup: pulumi.Output<boolean>;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 2 * * *`. Updated in place.
   */
  declare readonly runAt: pulumi.Output<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  declare readonly runOn: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  declare readonly disabled: pulumi.Output<boolean>;
  /** When it starts to apply, RFC 3339. Default: at once. Updated in place. */
  declare readonly startDate: pulumi.Output<string | undefined>;
  /** When it ceases to apply, RFC 3339. Default: never. Updated in place. */
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
  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * System whose containers it looks for: `aws`, `azure` or `google`. Changing it forces
   * replacement.
   */
  cloud: pulumi.Input<"aws" | "azure" | "google">;
  /** Id of the connection, of that system, through which it looks. Updated in place. */
  connection: pulumi.Input<string>;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 2 * * *`. Updated in place.
   */
  runAt: pulumi.Input<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  runOn?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  disabled?: pulumi.Input<boolean>;
  /** When it starts to apply, RFC 3339. Default: at once. Updated in place. */
  startDate?: pulumi.Input<string>;
  /** When it ceases to apply, RFC 3339. Default: never. Updated in place. */
  endDate?: pulumi.Input<string>;
  /**
   * True to only search: what is found is in the result of each run, and nothing is added. Default
   * `false`. Updated in place.
   */
  discoverOnly?: pulumi.Input<boolean>;
  /**
   * True to record successful calls of the added containers in the audit log. Default `false`.
   * Updated in place.
   */
  enableSuccessAuditEvent?: pulumi.Input<boolean>;
  /**
   * Access list of the containers that it adds. Updated in place; containers that were added
   * already stay as they are. Default: administrators only. An update fails if the service keeps
   * another value. Compared as a set.
   */
  acls?: pulumi.Input<
    pulumi.Input<{
      /** Id of the user, `local|<uuid>`. Either this or `group`. */
      userId?: pulumi.Input<string | undefined>;
      /** Name of the group. Either this or `userId`. */
      group?: pulumi.Input<string | undefined>;
      /** Permitted actions, such as `keycreate`: those that `ContainerAcl` lists for the container. */
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
  /** AWS: regions of the accounts that it adds. Default: all. Updated in place. Compared as a set. */
  regions?: pulumi.Input<pulumi.Input<string>[]>;
  /** AWS: ARN of the role through which it looks. Default: none. Updated in place. */
  assumeRoleArn?: pulumi.Input<string>;
  /**
   * AWS: external id that the role requires. Needs `assumeRoleArn`. Default: none. Updated in
   * place.
   */
  assumeRoleExternalId?: pulumi.Input<string>;
}

/**
 * A schedule on which the service looks for containers that a connection sees and that have not
 * been added, and adds them. Destroying it leaves what it added.
 *
 * @example
 *   ~~~ts
 *   const weekly = new ciphertrust.ContainerDiscoverySchedule("new-accounts", {
 *     cloud: "aws",
 *     connection: connection.id,
 *     regions: ["eu-west-1"],
 *     runAt: "0 5 * * 0",
 *   });
 *   ~~~
 */
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

  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * System whose containers it looks for: `aws`, `azure` or `google`. Changing it forces
   * replacement.
   */
  declare readonly cloud: pulumi.Output<"aws" | "azure" | "google">;
  /** Id of the connection, of that system, through which it looks. Updated in place. */
  declare readonly connection: pulumi.Output<string>;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 2 * * *`. Updated in place.
   */
  declare readonly runAt: pulumi.Output<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  declare readonly runOn: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  declare readonly disabled: pulumi.Output<boolean>;
  /** When it starts to apply, RFC 3339. Default: at once. Updated in place. */
  declare readonly startDate: pulumi.Output<string | undefined>;
  /** When it ceases to apply, RFC 3339. Default: never. Updated in place. */
  declare readonly endDate: pulumi.Output<string | undefined>;
  /**
   * True to only search: what is found is in the result of each run, and nothing is added. Default
   * `false`. Updated in place.
   */
  declare readonly discoverOnly: pulumi.Output<boolean>;
  /**
   * True to record successful calls of the added containers in the audit log. Default `false`.
   * Updated in place.
   */
  declare readonly enableSuccessAuditEvent: pulumi.Output<boolean>;
  /**
   * Access list of the containers that it adds. Updated in place; containers that were added
   * already stay as they are. Default: administrators only. An update fails if the service keeps
   * another value. Compared as a set.
   */
  declare readonly acls: pulumi.Output<
    | {
        /** Id of the user, `local|<uuid>`. Either this or `group`. */
        userId?: string;
        /** Name of the group. Either this or `userId`. */
        group?: string;
        /**
         * Permitted actions, such as `keycreate`: those that `ContainerAcl` lists for the
         * container.
         */
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
  /** AWS: regions of the accounts that it adds. Default: all. Updated in place. Compared as a set. */
  declare readonly regions: pulumi.Output<string[] | undefined>;
  /** AWS: ARN of the role through which it looks. Default: none. Updated in place. */
  declare readonly assumeRoleArn: pulumi.Output<string | undefined>;
  /**
   * AWS: external id that the role requires. Needs `assumeRoleArn`. Default: none. Updated in
   * place.
   */
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
  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** System whose keys it rotates. Changing it forces replacement. */
  cloud: pulumi.Input<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "ekm" | "dke">;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 3 1 1,4,7,10 *`. Updated in place.
   */
  runAt: pulumi.Input<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  runOn?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  disabled?: pulumi.Input<boolean>;
  /** When it starts to apply, RFC 3339. Default: at once. Updated in place. */
  startDate?: pulumi.Input<string>;
  /** When it ceases to apply, RFC 3339. Default: never. Updated in place. */
  endDate?: pulumi.Input<string>;
  /**
   * Life of each new key, in days or hours such as `365d`, for keys whose material expires.
   * Default: none. Updated in place.
   */
  expiration?: pulumi.Input<string>;
  /**
   * Rotate only keys that expire within this time, such as `30d`. Default: all bound keys. Updated
   * in place.
   */
  expireIn?: pulumi.Input<string>;
  /**
   * Rotate only keys that are this many days old, counted from their last rotation, such as `90d`.
   * Default: at every run. Updated in place.
   */
  rotationAfter?: pulumi.Input<string>;
  /** AWS: true to leave a dated alias on the old key. Default `false`. Updated in place. */
  retainAlias?: pulumi.Input<boolean>;
  /**
   * AWS: true to rotate the material inside the key, which keeps its ARN; false to make a new key
   * and move the aliases. Needs version 2.21 of the service. Default `false`. Updated in place.
   */
  rotateMaterial?: pulumi.Input<boolean>;
}

/**
 * A schedule on which the service rotates the keys that are bound to it with `KeyRotation`.
 * Destroying it ends the rotation of every key that is bound to it, also of those that other
 * programs bound. The keys stay as they are.
 *
 * @example
 *   ~~~ts
 *   const quarterly = new ciphertrust.RotationSchedule("quarterly", {
 *     cloud: "aws",
 *     runAt: "0 3 * * *",
 *     rotationAfter: "89d",
 *     rotateMaterial: true,
 *   });
 *   ~~~
 */
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

  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** System whose keys it rotates. Changing it forces replacement. */
  declare readonly cloud: pulumi.Output<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "ekm" | "dke">;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 3 1 1,4,7,10 *`. Updated in place.
   */
  declare readonly runAt: pulumi.Output<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  declare readonly runOn: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  declare readonly disabled: pulumi.Output<boolean>;
  /** When it starts to apply, RFC 3339. Default: at once. Updated in place. */
  declare readonly startDate: pulumi.Output<string | undefined>;
  /** When it ceases to apply, RFC 3339. Default: never. Updated in place. */
  declare readonly endDate: pulumi.Output<string | undefined>;
  /**
   * Life of each new key, in days or hours such as `365d`, for keys whose material expires.
   * Default: none. Updated in place.
   */
  declare readonly expiration: pulumi.Output<string | undefined>;
  /**
   * Rotate only keys that expire within this time, such as `30d`. Default: all bound keys. Updated
   * in place.
   */
  declare readonly expireIn: pulumi.Output<string | undefined>;
  /**
   * Rotate only keys that are this many days old, counted from their last rotation, such as `90d`.
   * Default: at every run. Updated in place.
   */
  declare readonly rotationAfter: pulumi.Output<string | undefined>;
  /** AWS: true to leave a dated alias on the old key. Default `false`. Updated in place. */
  declare readonly retainAlias: pulumi.Output<boolean>;
  /**
   * AWS: true to rotate the material inside the key, which keeps its ARN; false to make a new key
   * and move the aliases. Needs version 2.21 of the service. Default `false`. Updated in place.
   */
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
  /**
   * The key: `{ type, id }` with a type such as `AwsKey`; in TypeScript also the resource itself.
   * Changing it forces replacement of the binding, not of the key.
   */
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
  /**
   * Id of the `RotationSchedule`. One with `rotateMaterial` takes no AWS key of another spec than
   * SYMMETRIC_DEFAULT: such a key needs a schedule that makes new keys. Updated in place.
   */
  schedule: pulumi.Input<string>;
  /**
   * Where new material comes from: `native` (the cloud itself; not for AWS), `ciphertrust` or, for
   * AWS only, `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Not for EKM
   * and DKE, whose keys are always the service's own. Default: left to the service. Updated in
   * place. If removed, the service keeps its value.
   */
  keySource?: pulumi.Input<"native" | "local" | "ciphertrust" | "dsm" | "hsm-luna" | "external-cm">;
  /** Id of the DSM domain, for the key source `dsm`. Default: none. Updated in place. */
  domain?: pulumi.Input<string>;
  /** Id of the Luna HSM partition, for the key source `hsm-luna`. Default: none. Updated in place. */
  partition?: pulumi.Input<string>;
  /**
   * Id of the external CipherTrust domain, for the key source `external-cm`. Default: none. Updated
   * in place.
   */
  externalCmDomain?: pulumi.Input<string>;
  /**
   * AWS: true to let the old key only decrypt after a rotation. Excludes
   * `disableEncryptOnAllAccounts`. Default: the service's choice, false. Updated in place. If
   * removed, the service keeps its value.
   */
  disableEncrypt?: pulumi.Input<boolean>;
  /**
   * AWS: the same for all accounts that can use the key. Default: the service's choice, false.
   * Updated in place. If removed, the service keeps its value.
   */
  disableEncryptOnAllAccounts?: pulumi.Input<boolean>;
  /**
   * Google: algorithm of the new version, for sources other than `native`:
   * `GOOGLE_SYMMETRIC_ENCRYPTION`, `AES_128_GCM`, `AES_256_GCM`, `AES_128_CBC`, `AES_256_CBC`,
   * `AES_128_CTR`, `AES_256_CTR`, `RSA_SIGN_PSS_2048_SHA256`, `RSA_SIGN_PSS_3072_SHA256`,
   * `RSA_SIGN_PSS_4096_SHA256`, `RSA_SIGN_PSS_4096_SHA512`, `RSA_SIGN_PKCS1_2048_SHA256`,
   * `RSA_SIGN_PKCS1_3072_SHA256`, `RSA_SIGN_PKCS1_4096_SHA256`, `RSA_SIGN_PKCS1_4096_SHA512`,
   * `RSA_SIGN_RAW_PKCS1_2048`, `RSA_SIGN_RAW_PKCS1_3072`, `RSA_SIGN_RAW_PKCS1_4096`,
   * `EC_SIGN_P256_SHA256`, `EC_SIGN_P384_SHA384`, `EC_SIGN_SECP256K1_SHA256`, `EC_SIGN_ED25519`,
   * `PQ_SIGN_ML_DSA_44`, `PQ_SIGN_ML_DSA_65`, `PQ_SIGN_ML_DSA_87`, `PQ_SIGN_ML_DSA_44_EXTERNAL_MU`,
   * `PQ_SIGN_ML_DSA_65_EXTERNAL_MU`, `PQ_SIGN_ML_DSA_87_EXTERNAL_MU`, `PQ_SIGN_SLH_DSA_SHA2_128S`,
   * `PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256`, `RSA_DECRYPT_OAEP_2048_SHA256`,
   * `RSA_DECRYPT_OAEP_3072_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA512`,
   * `RSA_DECRYPT_OAEP_2048_SHA1`, `RSA_DECRYPT_OAEP_3072_SHA1`, `RSA_DECRYPT_OAEP_4096_SHA1`,
   * `HMAC_SHA256`, `HMAC_SHA1`, `HMAC_SHA224`, `HMAC_SHA384`, `HMAC_SHA512`, `ML_KEM_768`,
   * `ML_KEM_1024` or `KEM_XWING`. Other values go to the service with a warning, for a new object
   * only. Default: none. Updated in place.
   */
  algorithm?: pulumi.Input<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "AES_128_GCM"
    | "AES_256_GCM"
    | "AES_128_CBC"
    | "AES_256_CBC"
    | "AES_128_CTR"
    | "AES_256_CTR"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "RSA_SIGN_RAW_PKCS1_2048"
    | "RSA_SIGN_RAW_PKCS1_3072"
    | "RSA_SIGN_RAW_PKCS1_4096"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "EC_SIGN_ED25519"
    | "PQ_SIGN_ML_DSA_44"
    | "PQ_SIGN_ML_DSA_65"
    | "PQ_SIGN_ML_DSA_87"
    | "PQ_SIGN_ML_DSA_44_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_65_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_87_EXTERNAL_MU"
    | "PQ_SIGN_SLH_DSA_SHA2_128S"
    | "PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "RSA_DECRYPT_OAEP_2048_SHA1"
    | "RSA_DECRYPT_OAEP_3072_SHA1"
    | "RSA_DECRYPT_OAEP_4096_SHA1"
    | "HMAC_SHA256"
    | "HMAC_SHA1"
    | "HMAC_SHA224"
    | "HMAC_SHA384"
    | "HMAC_SHA512"
    | "ML_KEM_768"
    | "ML_KEM_1024"
    | "KEM_XWING"
    | (string & Record<never, never>)
  >;
  /**
   * Azure: type of the new key version: `RSA`, `RSA-HSM`, `EC` or `EC-HSM`. Other values go to the
   * service with a warning, for a new object only. Default: none. Updated in place.
   */
  keyType?: pulumi.Input<"RSA" | "RSA-HSM" | "EC" | "EC-HSM" | (string & Record<never, never>)>;
  /**
   * Azure: size of the new key version in bits, for RSA types: 2048, 3072 or 4096. Default: none.
   * Updated in place.
   */
  keySize?: pulumi.Input<2048 | 3072 | 4096>;
  /**
   * Azure: curve of the new key version, for EC types: `P-256`, `P-384`, `P-521` or `SECP256K1`.
   * Other values go to the service with a warning, for a new object only. Default: none. Updated in
   * place.
   */
  ecName?: pulumi.Input<"P-256" | "P-384" | "P-521" | "SECP256K1" | (string & Record<never, never>)>;
  /**
   * Azure: false to leave the new key version disabled. Default: the service's choice, true.
   * Updated in place. If removed, the service keeps its value.
   */
  enableKey?: pulumi.Input<boolean>;
  /**
   * Azure: policy under which the material of the new key version may be released, a JSON object,
   * for exportable keys. Default: the service's choice. Not compared with the service. Updated in
   * place.
   */
  releasePolicy?: pulumi.Input<Record<string, unknown>>;
}

/**
 * A key bound to a `RotationSchedule`: from then on the service rotates it. Its id is that of the
 * key. Destroying it unbinds the key.
 *
 * @example
 *   ~~~ts
 *   const rotation = new ciphertrust.KeyRotation("carts", { key: carts, schedule: quarterly.id });
 *   ~~~
 */
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

  /**
   * The key: `{ type, id }` with a type such as `AwsKey`; in TypeScript also the resource itself.
   * Changing it forces replacement of the binding, not of the key.
   */
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
  /**
   * Id of the `RotationSchedule`. One with `rotateMaterial` takes no AWS key of another spec than
   * SYMMETRIC_DEFAULT: such a key needs a schedule that makes new keys. Updated in place.
   */
  declare readonly schedule: pulumi.Output<string>;
  /**
   * Where new material comes from: `native` (the cloud itself; not for AWS), `ciphertrust` or, for
   * AWS only, `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Not for EKM
   * and DKE, whose keys are always the service's own. Default: left to the service. Updated in
   * place. If removed, the service keeps its value.
   */
  declare readonly keySource: pulumi.Output<
    "native" | "local" | "ciphertrust" | "dsm" | "hsm-luna" | "external-cm" | undefined
  >;
  /** Id of the DSM domain, for the key source `dsm`. Default: none. Updated in place. */
  declare readonly domain: pulumi.Output<string | undefined>;
  /** Id of the Luna HSM partition, for the key source `hsm-luna`. Default: none. Updated in place. */
  declare readonly partition: pulumi.Output<string | undefined>;
  /**
   * Id of the external CipherTrust domain, for the key source `external-cm`. Default: none. Updated
   * in place.
   */
  declare readonly externalCmDomain: pulumi.Output<string | undefined>;
  /**
   * AWS: true to let the old key only decrypt after a rotation. Excludes
   * `disableEncryptOnAllAccounts`. Default: the service's choice, false. Updated in place. If
   * removed, the service keeps its value.
   */
  declare readonly disableEncrypt: pulumi.Output<boolean | undefined>;
  /**
   * AWS: the same for all accounts that can use the key. Default: the service's choice, false.
   * Updated in place. If removed, the service keeps its value.
   */
  declare readonly disableEncryptOnAllAccounts: pulumi.Output<boolean | undefined>;
  /**
   * Google: algorithm of the new version, for sources other than `native`:
   * `GOOGLE_SYMMETRIC_ENCRYPTION`, `AES_128_GCM`, `AES_256_GCM`, `AES_128_CBC`, `AES_256_CBC`,
   * `AES_128_CTR`, `AES_256_CTR`, `RSA_SIGN_PSS_2048_SHA256`, `RSA_SIGN_PSS_3072_SHA256`,
   * `RSA_SIGN_PSS_4096_SHA256`, `RSA_SIGN_PSS_4096_SHA512`, `RSA_SIGN_PKCS1_2048_SHA256`,
   * `RSA_SIGN_PKCS1_3072_SHA256`, `RSA_SIGN_PKCS1_4096_SHA256`, `RSA_SIGN_PKCS1_4096_SHA512`,
   * `RSA_SIGN_RAW_PKCS1_2048`, `RSA_SIGN_RAW_PKCS1_3072`, `RSA_SIGN_RAW_PKCS1_4096`,
   * `EC_SIGN_P256_SHA256`, `EC_SIGN_P384_SHA384`, `EC_SIGN_SECP256K1_SHA256`, `EC_SIGN_ED25519`,
   * `PQ_SIGN_ML_DSA_44`, `PQ_SIGN_ML_DSA_65`, `PQ_SIGN_ML_DSA_87`, `PQ_SIGN_ML_DSA_44_EXTERNAL_MU`,
   * `PQ_SIGN_ML_DSA_65_EXTERNAL_MU`, `PQ_SIGN_ML_DSA_87_EXTERNAL_MU`, `PQ_SIGN_SLH_DSA_SHA2_128S`,
   * `PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256`, `RSA_DECRYPT_OAEP_2048_SHA256`,
   * `RSA_DECRYPT_OAEP_3072_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA512`,
   * `RSA_DECRYPT_OAEP_2048_SHA1`, `RSA_DECRYPT_OAEP_3072_SHA1`, `RSA_DECRYPT_OAEP_4096_SHA1`,
   * `HMAC_SHA256`, `HMAC_SHA1`, `HMAC_SHA224`, `HMAC_SHA384`, `HMAC_SHA512`, `ML_KEM_768`,
   * `ML_KEM_1024` or `KEM_XWING`. Other values go to the service with a warning, for a new object
   * only. Default: none. Updated in place.
   */
  declare readonly algorithm: pulumi.Output<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "AES_128_GCM"
    | "AES_256_GCM"
    | "AES_128_CBC"
    | "AES_256_CBC"
    | "AES_128_CTR"
    | "AES_256_CTR"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "RSA_SIGN_RAW_PKCS1_2048"
    | "RSA_SIGN_RAW_PKCS1_3072"
    | "RSA_SIGN_RAW_PKCS1_4096"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "EC_SIGN_ED25519"
    | "PQ_SIGN_ML_DSA_44"
    | "PQ_SIGN_ML_DSA_65"
    | "PQ_SIGN_ML_DSA_87"
    | "PQ_SIGN_ML_DSA_44_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_65_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_87_EXTERNAL_MU"
    | "PQ_SIGN_SLH_DSA_SHA2_128S"
    | "PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "RSA_DECRYPT_OAEP_2048_SHA1"
    | "RSA_DECRYPT_OAEP_3072_SHA1"
    | "RSA_DECRYPT_OAEP_4096_SHA1"
    | "HMAC_SHA256"
    | "HMAC_SHA1"
    | "HMAC_SHA224"
    | "HMAC_SHA384"
    | "HMAC_SHA512"
    | "ML_KEM_768"
    | "ML_KEM_1024"
    | "KEM_XWING"
    | (string & Record<never, never>)
    | undefined
  >;
  /**
   * Azure: type of the new key version: `RSA`, `RSA-HSM`, `EC` or `EC-HSM`. Other values go to the
   * service with a warning, for a new object only. Default: none. Updated in place.
   */
  declare readonly keyType: pulumi.Output<
    "RSA" | "RSA-HSM" | "EC" | "EC-HSM" | (string & Record<never, never>) | undefined
  >;
  /**
   * Azure: size of the new key version in bits, for RSA types: 2048, 3072 or 4096. Default: none.
   * Updated in place.
   */
  declare readonly keySize: pulumi.Output<2048 | 3072 | 4096 | undefined>;
  /**
   * Azure: curve of the new key version, for EC types: `P-256`, `P-384`, `P-521` or `SECP256K1`.
   * Other values go to the service with a warning, for a new object only. Default: none. Updated in
   * place.
   */
  declare readonly ecName: pulumi.Output<
    "P-256" | "P-384" | "P-521" | "SECP256K1" | (string & Record<never, never>) | undefined
  >;
  /**
   * Azure: false to leave the new key version disabled. Default: the service's choice, true.
   * Updated in place. If removed, the service keeps its value.
   */
  declare readonly enableKey: pulumi.Output<boolean | undefined>;
  /**
   * Azure: policy under which the material of the new key version may be released, a JSON object,
   * for exportable keys. Default: the service's choice. Not compared with the service. Updated in
   * place.
   */
  declare readonly releasePolicy: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * The service's id of the key that is bound now: a rotation that makes a new key moves the
   * binding to that.
   */
  declare readonly currentKey: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): KeyRotation {
    return new KeyRotation(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: KeyRotationArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link RotateNow}. */
export interface RotateNowArgs extends CommonArgs {
  /**
   * The key: `{ type, id }` with a type such as `AwsKey`; in TypeScript also the resource itself.
   * Changing it rotates the other key.
   */
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
        | "ExternalCmKey"
        | "EkmEndpoint"
        | "DkeEndpoint"
        | "VaultKey"
      >;
  /**
   * Values of any kind; when one changes, the key is rotated again. Default: none. Not sent to the
   * service.
   */
  triggers?: pulumi.Input<Record<string, unknown>>;
  /**
   * Rotates only material that was made before this moment, such as that of the leak: RFC 3339, not
   * in the future. So a repeated run does not rotate again. Not for DKE and for keys in another
   * CipherTrust Manager, whose records do not show when material was made. Default: none. Not sent
   * to the service.
   */
  ifMadeBefore?: pulumi.Input<string>;
}

/**
 * Rotates a key at once: when it is created, and when `triggers` or `ifMadeBefore` change. It waits
 * until the service shows new material. Its id is that of the key. Destroying it does nothing to
 * the key; later rotations are no drift. A key takes one `RotateNow`: to rotate it again, change
 * `triggers`, or `ifMadeBefore`. A run that was killed and is repeated rotates once with
 * `ifMadeBefore`. Without it, it may rotate twice: the service does not tell whose rotation it was.
 * The old material stays in use for what it has encrypted: after a leak, disable or revoke it (a
 * `VaultKeyRevocation` for a vault key).
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.RotateNow("carts-leak", { key: carts, triggers: { leak: "ticket 42" } });
 *   ~~~
 */
export class RotateNow extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "RotateNow",
    inputs: ["key", "triggers", "ifMadeBefore"],
    outputs: ["currentKey", "rotatedAt", "replaced", "requested", "isRotating"],
    objectReferences: ["key"],
    secret: ["requested"],
  };

  /**
   * The key: `{ type, id }` with a type such as `AwsKey`; in TypeScript also the resource itself.
   * Changing it rotates the other key.
   */
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
      | "ExternalCmKey"
      | "EkmEndpoint"
      | "DkeEndpoint"
      | "VaultKey";
    /** The service's id of the key. */
    id: string;
  }>;
  /**
   * Values of any kind; when one changes, the key is rotated again. Default: none. Not sent to the
   * service.
   */
  declare readonly triggers: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * Rotates only material that was made before this moment, such as that of the leak: RFC 3339, not
   * in the future. So a repeated run does not rotate again. Not for DKE and for keys in another
   * CipherTrust Manager, whose records do not show when material was made. Default: none. Not sent
   * to the service.
   */
  declare readonly ifMadeBefore: pulumi.Output<string | undefined>;
  /** The service's id of the key that is current now: a rotation may make another one. */
  declare readonly currentKey: pulumi.Output<string>;
  /** When the material was made that this resource brought or found; absent until that is proved. */
  declare readonly rotatedAt: pulumi.Output<string | undefined>;
  /** What identified the material before the last rotation by this resource. */
  declare readonly replaced: pulumi.Output<string | undefined>;
  /** The arguments that the last rotation was asked for by, as JSON. Secret. */
  declare readonly requested: pulumi.Output<string | undefined>;
  /** True while a rotation is not proved: the next update looks for its proof first. */
  declare readonly isRotating: pulumi.Output<boolean>;

  constructor(name: string, args: RotateNowArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link ContainerAcl}. */
export interface ContainerAclArgs extends CommonArgs {
  /**
   * The container: `{ type, id }` with a type such as `AwsKms`; in TypeScript also the resource
   * itself. Changing it forces replacement.
   */
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
  /**
   * Id of the user, `local|<uuid>`. Either this or `group`. Default: none. Changing it forces
   * replacement.
   */
  user?: pulumi.Input<string>;
  /** Name of the group. Either this or `user`. Default: none. Changing it forces replacement. */
  group?: pulumi.Input<string>;
  /**
   * Permitted actions. Compared as a set. Updated in place: removed actions are revoked. By type of
   * the container: - `AwsKms`: `keycreate`, `keymaterialimport`, `keymaterialdelete`, `keyrotate`,
   * `keydelete`, `keycanceldelete`, `keysynchronize`, `keyupdate`, `keyupload`, `viewnative`,
   * `viewbyok`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, `viewhyokkey`,
   * `hyokkeycreate`, `hyokkeyblockunblock`, `hyokkeydelete`, `hyokkeylink`, `viewcloudhsmkey`,
   * `cloudhsmkeycreate`, `cloudhsmkeydelete`, `viewkeystore`, `keystoreadd`, `keystoreupdate`,
   * `keystoredelete`, `keystoreblock`, `keystoreunblock`, `keystoreconnect`, `keystoredisconnect`,
   * `keystorelink`, `keybulkoperation`. - `AzureVault`: `view`, `keycreate`, `keyupload`,
   * `keyupdate`, `keydelete`, `keypurge`, `keyrecover`, `keyrestore`, `keysynchronize`,
   * `deletebackup`, `secretview`, `secretcreate`, `secretupdate`, `secretdelete`, `secretpurge`,
   * `secretrecover`, `secretrestore`, `secretsynchronize`, `secretdeletebackup`, `certificateview`,
   * `certificatecreate`, `certificateupload`, `certificateupdate`, `certificatedelete`,
   * `certificatepurge`, `certificaterecover`, `certificaterestore`, `certificatesynchronize`,
   * `certificatedeletebackup`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`,
   * `viewkeytemplate`, `createkeytemplate`, `updatekeytemplate`, `deletekeytemplate`,
   * `keycreatewithtemplate`, `uploadkeywithtemplate`. - `GoogleKeyRing`: `view`, `keycreate`,
   * `keyupdate`, `keydestroy`, `keyupload`, `keysynchronize`, `keycanceldestroy`. - `OciVault`:
   * `view`, `keycreate`, `keyupload`, `keydelete`, `keycanceldelete`, `keyrestore`, `keyupdate`,
   * `deletebackup`, `keyrotatetonative`, `keyrotatetobyok`, `keysynchronize`, `keyremove`,
   * `reportcreate`, `reportdelete`, `reportdownload`, `reportview`. - `OciExternalVault`: `view`,
   * `keycreate`, `keyupload`, `keydelete`, `keycanceldelete`, `keyrestore`, `keyupdate`,
   * `deletebackup`, `keyrotatetonative`, `keyrotatetobyok`, `keysynchronize`, `keyremove`,
   * `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, `viewhyokkey`, `hyokkeycreate`,
   * `hyokkeyupdate`, `hyokkeydelete`, `hyokkeyrotate`, `hyokkeyblockunblock`. -
   * `SalesforceOrganization`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydestroy`,
   * `keyimport`, `deletebackup`, `keysynchronize`, `certificatecreate`, `certificatedelete`,
   * `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, or others that the service
   * knows.
   *
   * - `SapGroup`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydelete`, `keyrotate`,
   *   `keyremove`, `deletebackup`, `keysynchronize`, `reportcreate`, `reportdelete`,
   *   `reportdownload`, `reportview`, or others that the service knows. - `SapKeystore`: `view`,
   *   `keycreate`, `keyupload`, `keyupdate`, `keydelete`, `keyrotate`, `keyremove`, `deletebackup`,
   *   `keysynchronize`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, or others
   *   that the service knows. - `LunaPartition`: `view`, `keycreate`, `keyupdate`, `keydelete`,
   *   `keyremove`, `keyrotate`, `keyupload`, `keysynchronize`, or others that the service knows. -
   *   `DsmDomain`: `view`, `keycreate`, `keyupdate`, `keydelete`, `keyremove`, `keyrotate`,
   *   `keyupload`, `keysynchronize`, or others that the service knows. - `ExternalCmDomain`:
   *   `view`, `keycreate`, `keyupdate`, `keydelete`, `keyremove`, `keyrotate`, `keyupload`,
   *   `keysynchronize`, or others that the service knows. An update fails if the service keeps
   *   another value.
   */
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

/**
 * Permissions of a user or a group in a container. The service merges permissions: those that
 * others granted are not changed. Destroying it revokes the permissions that it granted.
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.ContainerAcl("developers", {
 *     container: account,
 *     group: developers.name,
 *     actions: ["viewnative", "keycreate"],
 *   });
 *   ~~~
 */
export class ContainerAcl extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ContainerAcl",
    inputs: ["container", "user", "group", "actions"],
    outputs: [],
    objectReferences: ["container"],
  };

  /**
   * The container: `{ type, id }` with a type such as `AwsKms`; in TypeScript also the resource
   * itself. Changing it forces replacement.
   */
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
  /**
   * Id of the user, `local|<uuid>`. Either this or `group`. Default: none. Changing it forces
   * replacement.
   */
  declare readonly user: pulumi.Output<string | undefined>;
  /** Name of the group. Either this or `user`. Default: none. Changing it forces replacement. */
  declare readonly group: pulumi.Output<string | undefined>;
  /**
   * Permitted actions. Compared as a set. Updated in place: removed actions are revoked. By type of
   * the container: - `AwsKms`: `keycreate`, `keymaterialimport`, `keymaterialdelete`, `keyrotate`,
   * `keydelete`, `keycanceldelete`, `keysynchronize`, `keyupdate`, `keyupload`, `viewnative`,
   * `viewbyok`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, `viewhyokkey`,
   * `hyokkeycreate`, `hyokkeyblockunblock`, `hyokkeydelete`, `hyokkeylink`, `viewcloudhsmkey`,
   * `cloudhsmkeycreate`, `cloudhsmkeydelete`, `viewkeystore`, `keystoreadd`, `keystoreupdate`,
   * `keystoredelete`, `keystoreblock`, `keystoreunblock`, `keystoreconnect`, `keystoredisconnect`,
   * `keystorelink`, `keybulkoperation`. - `AzureVault`: `view`, `keycreate`, `keyupload`,
   * `keyupdate`, `keydelete`, `keypurge`, `keyrecover`, `keyrestore`, `keysynchronize`,
   * `deletebackup`, `secretview`, `secretcreate`, `secretupdate`, `secretdelete`, `secretpurge`,
   * `secretrecover`, `secretrestore`, `secretsynchronize`, `secretdeletebackup`, `certificateview`,
   * `certificatecreate`, `certificateupload`, `certificateupdate`, `certificatedelete`,
   * `certificatepurge`, `certificaterecover`, `certificaterestore`, `certificatesynchronize`,
   * `certificatedeletebackup`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`,
   * `viewkeytemplate`, `createkeytemplate`, `updatekeytemplate`, `deletekeytemplate`,
   * `keycreatewithtemplate`, `uploadkeywithtemplate`. - `GoogleKeyRing`: `view`, `keycreate`,
   * `keyupdate`, `keydestroy`, `keyupload`, `keysynchronize`, `keycanceldestroy`. - `OciVault`:
   * `view`, `keycreate`, `keyupload`, `keydelete`, `keycanceldelete`, `keyrestore`, `keyupdate`,
   * `deletebackup`, `keyrotatetonative`, `keyrotatetobyok`, `keysynchronize`, `keyremove`,
   * `reportcreate`, `reportdelete`, `reportdownload`, `reportview`. - `OciExternalVault`: `view`,
   * `keycreate`, `keyupload`, `keydelete`, `keycanceldelete`, `keyrestore`, `keyupdate`,
   * `deletebackup`, `keyrotatetonative`, `keyrotatetobyok`, `keysynchronize`, `keyremove`,
   * `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, `viewhyokkey`, `hyokkeycreate`,
   * `hyokkeyupdate`, `hyokkeydelete`, `hyokkeyrotate`, `hyokkeyblockunblock`. -
   * `SalesforceOrganization`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydestroy`,
   * `keyimport`, `deletebackup`, `keysynchronize`, `certificatecreate`, `certificatedelete`,
   * `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, or others that the service
   * knows.
   *
   * - `SapGroup`: `view`, `keycreate`, `keyupload`, `keyupdate`, `keydelete`, `keyrotate`,
   *   `keyremove`, `deletebackup`, `keysynchronize`, `reportcreate`, `reportdelete`,
   *   `reportdownload`, `reportview`, or others that the service knows. - `SapKeystore`: `view`,
   *   `keycreate`, `keyupload`, `keyupdate`, `keydelete`, `keyrotate`, `keyremove`, `deletebackup`,
   *   `keysynchronize`, `reportcreate`, `reportdelete`, `reportdownload`, `reportview`, or others
   *   that the service knows. - `LunaPartition`: `view`, `keycreate`, `keyupdate`, `keydelete`,
   *   `keyremove`, `keyrotate`, `keyupload`, `keysynchronize`, or others that the service knows. -
   *   `DsmDomain`: `view`, `keycreate`, `keyupdate`, `keydelete`, `keyremove`, `keyrotate`,
   *   `keyupload`, `keysynchronize`, or others that the service knows. - `ExternalCmDomain`:
   *   `view`, `keycreate`, `keyupdate`, `keydelete`, `keyremove`, `keyrotate`, `keyupload`,
   *   `keysynchronize`, or others that the service knows. An update fails if the service keeps
   *   another value.
   */
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
  /**
   * Name of the report, unique for its system. Changing it makes a new report. Default: the
   * resource's name in the program.
   */
  name?: pulumi.Input<string>;
  /**
   * System to report on: `aws`, `azure`, `google`, `oci`, `salesforce` or `sap`. Changing it makes
   * a new report.
   */
  cloud: pulumi.Input<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap">;
  /**
   * Kind of report: `key-report`, `service-report`, `key-aging` or `key-rotation`, as far as the
   * system offers it. Default: the first the system offers. Changing it makes a new report.
   */
  reportType?: pulumi.Input<"key-report" | "service-report" | "key-aging" | "key-rotation">;
  /**
   * Ids of the containers it covers, at least one. Changing it makes a new report. Compared as a
   * set.
   */
  containers: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * AWS: where the account logs the use of its keys. Required, except for `key-aging`. Changing it
   * makes a new report. Default: none.
   */
  logGroup?: pulumi.Input<{
    /** AWS region of the log group. */
    region: pulumi.Input<string>;
    /** Name of the CloudWatch log group. */
    name: pulumi.Input<string>;
  }>;
  /**
   * Azure: id of the Log Analytics workspace. Required, except for `key-aging`. Changing it makes a
   * new report. Default: none.
   */
  workspaceId?: pulumi.Input<string>;
  /**
   * Start of the time it covers, RFC 3339. Default: 24 hours before the end. Changing it makes a
   * new report.
   */
  startTime?: pulumi.Input<string>;
  /** End of the time it covers, RFC 3339. Default: now. Changing it makes a new report. */
  endTime?: pulumi.Input<string>;
  /** Values of any kind; when one changes, the report is made again. Default: none. */
  triggers?: pulumi.Input<Record<string, unknown>>;
  /** Seconds to wait for the report, 1 to 86400. Default `600`. */
  timeoutSeconds?: pulumi.Input<number>;
}

/**
 * A report on keys and their use. It is generated on creation and when an argument changes;
 * destroying it deletes it. Its rows: `getReport`.
 *
 * @example
 *   ~~~ts
 *   const aging = new ciphertrust.Report(
 *     "aging",
 *     { cloud: "aws", reportType: "key-aging", containers: [account.id] },
 *     { dependsOn: now },
 *   );
 *   ~~~
 */
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

  /**
   * Name of the report, unique for its system. Changing it makes a new report. Default: the
   * resource's name in the program.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * System to report on: `aws`, `azure`, `google`, `oci`, `salesforce` or `sap`. Changing it makes
   * a new report.
   */
  declare readonly cloud: pulumi.Output<"aws" | "azure" | "google" | "oci" | "salesforce" | "sap">;
  /**
   * Kind of report: `key-report`, `service-report`, `key-aging` or `key-rotation`, as far as the
   * system offers it. Default: the first the system offers. Changing it makes a new report.
   */
  declare readonly reportType: pulumi.Output<
    "key-report" | "service-report" | "key-aging" | "key-rotation" | undefined
  >;
  /**
   * Ids of the containers it covers, at least one. Changing it makes a new report. Compared as a
   * set.
   */
  declare readonly containers: pulumi.Output<string[]>;
  /**
   * AWS: where the account logs the use of its keys. Required, except for `key-aging`. Changing it
   * makes a new report. Default: none.
   */
  declare readonly logGroup: pulumi.Output<
    | {
        /** AWS region of the log group. */
        region: string;
        /** Name of the CloudWatch log group. */
        name: string;
      }
    | undefined
  >;
  /**
   * Azure: id of the Log Analytics workspace. Required, except for `key-aging`. Changing it makes a
   * new report. Default: none.
   */
  declare readonly workspaceId: pulumi.Output<string | undefined>;
  /**
   * Start of the time it covers, RFC 3339. Default: 24 hours before the end. Changing it makes a
   * new report.
   */
  declare readonly startTime: pulumi.Output<string | undefined>;
  /** End of the time it covers, RFC 3339. Default: now. Changing it makes a new report. */
  declare readonly endTime: pulumi.Output<string | undefined>;
  /** Values of any kind; when one changes, the report is made again. Default: none. */
  declare readonly triggers: pulumi.Output<Record<string, unknown> | undefined>;
  /** Seconds to wait for the report, 1 to 86400. Default `600`. */
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
  /**
   * The collection, relative to `/api/v1`, such as `/connectionmgmt/services/scp/connections`.
   * Changing it forces replacement.
   */
  path: pulumi.Input<string>;
  /**
   * Body of the create call, in the service's own field names. The fields are compared with what
   * the service returns (see `compare`). Updated in place by `updateCall`. Default: none.
   */
  body?: pulumi.Input<Record<string, unknown>>;
  /**
   * Fields of the body that are secret, or that the service never returns. They are sent along,
   * stored encrypted, and never compared with the service. Default: none. Updated in place.
   * Secret.
   */
  secretBody?: pulumi.Input<Record<string, unknown>>;
  /**
   * Fields of the body, as dotted paths, whose drift counts. Default: all fields of the body that
   * the service returns. Not sent to the service.
   */
  compare?: pulumi.Input<pulumi.Input<string>[]>;
  /** Fields of the body whose change forces replacement. Default: none. Not sent to the service. */
  replaceOn?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Field of the response that contains the object's id. Default `id`. Changing it forces
   * replacement.
   */
  idField?: pulumi.Input<string>;
  /**
   * How it is updated: a method and a path, or `none` when it cannot be. Default `PATCH
   * {path}/{id}`. Not sent to the service.
   */
  updateCall?: pulumi.Input<"none" | (string & Record<never, never>)>;
  /**
   * How it is deleted: a method and a path, or `none` to leave it in the service. Default `DELETE
   * {path}/{id}`. Not sent to the service.
   */
  deleteCall?: pulumi.Input<"none" | (string & Record<never, never>)>;
  /**
   * Fields of the response, as dotted paths, to expose in the output `answer`. Default: none. Not
   * sent to the service.
   */
  outputs?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * The same for secret fields, shown in the output `secretAnswer`. A field that only the create
   * response contains keeps its value. Default: none. Not sent to the service.
   */
  secretOutputs?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * What to wait for after a change: a field of the response and the values it must have. Default:
   * nothing. Not sent to the service.
   */
  waitFor?: pulumi.Input<{
    /** Dotted path of the field. */
    field: pulumi.Input<string>;
    /** Values, as strings, that mean ready. */
    values: pulumi.Input<pulumi.Input<string>[]>;
    /** Values, as strings, that mean it has failed. Default: none. */
    failures?: pulumi.Input<pulumi.Input<string>[] | undefined>;
    /** Seconds to wait. Default 300. */
    timeoutSeconds?: pulumi.Input<number | undefined>;
  }>;
}

/**
 * Any object of any collection of the API that has no class of its own. It has the same waiting,
 * retries, drift detection and secrets as other resources. Destroying it deletes the object, unless
 * `deleteCall` says otherwise.
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.ApiObject("auditors", {
 *     path: "/usermgmt/groups",
 *     body: { name: "auditors", description: "Read the audit records" },
 *     idField: "name",
 *     replaceOn: ["name"],
 *   });
 *   ~~~
 */
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

  /**
   * The collection, relative to `/api/v1`, such as `/connectionmgmt/services/scp/connections`.
   * Changing it forces replacement.
   */
  declare readonly path: pulumi.Output<string>;
  /**
   * Body of the create call, in the service's own field names. The fields are compared with what
   * the service returns (see `compare`). Updated in place by `updateCall`. Default: none.
   */
  declare readonly body: pulumi.Output<Record<string, unknown>>;
  /**
   * Fields of the body that are secret, or that the service never returns. They are sent along,
   * stored encrypted, and never compared with the service. Default: none. Updated in place.
   * Secret.
   */
  declare readonly secretBody: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * Fields of the body, as dotted paths, whose drift counts. Default: all fields of the body that
   * the service returns. Not sent to the service.
   */
  declare readonly compare: pulumi.Output<string[] | undefined>;
  /** Fields of the body whose change forces replacement. Default: none. Not sent to the service. */
  declare readonly replaceOn: pulumi.Output<string[]>;
  /**
   * Field of the response that contains the object's id. Default `id`. Changing it forces
   * replacement.
   */
  declare readonly idField: pulumi.Output<string>;
  /**
   * How it is updated: a method and a path, or `none` when it cannot be. Default `PATCH
   * {path}/{id}`. Not sent to the service.
   */
  declare readonly updateCall: pulumi.Output<"none" | (string & Record<never, never>)>;
  /**
   * How it is deleted: a method and a path, or `none` to leave it in the service. Default `DELETE
   * {path}/{id}`. Not sent to the service.
   */
  declare readonly deleteCall: pulumi.Output<"none" | (string & Record<never, never>)>;
  /**
   * Fields of the response, as dotted paths, to expose in the output `answer`. Default: none. Not
   * sent to the service.
   */
  declare readonly outputs: pulumi.Output<string[]>;
  /**
   * The same for secret fields, shown in the output `secretAnswer`. A field that only the create
   * response contains keeps its value. Default: none. Not sent to the service.
   */
  declare readonly secretOutputs: pulumi.Output<string[]>;
  /**
   * What to wait for after a change: a field of the response and the values it must have. Default:
   * nothing. Not sent to the service.
   */
  declare readonly waitFor: pulumi.Output<
    | {
        /** Dotted path of the field. */
        field: string;
        /** Values, as strings, that mean ready. */
        values: string[];
        /** Values, as strings, that mean it has failed. Default: none. */
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
  /**
   * The settings object, relative to `/api/v1`, such as
   * `/cckm/settings/aws_key_expiry_notification`. Changing it restores the old one, and sets the
   * new one.
   */
  path: pulumi.Input<string>;
  /**
   * The fields to set, at least one, in the service's own field names, and their values. Other
   * fields are not changed; a field that is removed gets its previous value back. Updated in
   * place.
   */
  values: pulumi.Input<Record<string, unknown>>;
  /**
   * On destroy, `restore` restores the fields' previous values, `retain` leaves them as they are. A
   * field that had no value before keeps the program's. Default `restore`. Not sent to the
   * service.
   */
  onDestroy?: pulumi.Input<"restore" | "retain">;
}

/**
 * Fields of a settings object of the service, which always exists. Only one program should set a
 * field. Destroying it restores the fields' previous values, unless `onDestroy` says otherwise.
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.ApiSetting("expiry-notices", {
 *     path: "/cckm/settings/aws_key_expiry_notification",
 *     values: { enabled: true, days: 30 },
 *   });
 *   ~~~
 */
export class ApiSetting extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "ApiSetting",
    inputs: ["path", "values", "onDestroy"],
    outputs: ["before"],
  };

  /**
   * The settings object, relative to `/api/v1`, such as
   * `/cckm/settings/aws_key_expiry_notification`. Changing it restores the old one, and sets the
   * new one.
   */
  declare readonly path: pulumi.Output<string>;
  /**
   * The fields to set, at least one, in the service's own field names, and their values. Other
   * fields are not changed; a field that is removed gets its previous value back. Updated in
   * place.
   */
  declare readonly values: pulumi.Output<Record<string, unknown>>;
  /**
   * On destroy, `restore` restores the fields' previous values, `retain` leaves them as they are. A
   * field that had no value before keeps the program's. Default `restore`. Not sent to the
   * service.
   */
  declare readonly onDestroy: pulumi.Output<"restore" | "retain">;
  /** Previous values of these fields. */
  declare readonly before: pulumi.Output<Record<string, unknown>>;

  constructor(name: string, args: ApiSettingArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link WebInterfaceTrust}. */
export interface WebInterfaceTrustArgs extends CommonArgs {
  /**
   * Id of the `LocalCa` or `ExternalCa` to trust; of an intermediate CA, trust those above it, too.
   * Changing it forces replacement.
   */
  ca: pulumi.Input<string>;
}

/**
 * Trust of the web interface in a CA. Without it the service accepts no client certificate of that
 * CA, neither of registered clients nor of users. The interface restarts when trust begins and
 * ends, which interrupts every client of the appliance for a moment. Other requests of the same
 * Pulumi run wait meanwhile. Its id is the id of the CA, so that `ca: trust.id` makes others wait
 * for it. Other CAs that the interface trusts stay, with one limit. The service replaces the whole
 * list and knows no conditional update. A CA that another client adds between the read and the
 * write that follows at once is lost unnoticed. An overwritten change of its own is noticed, and
 * made again together with what else was lost. After three attempts an error names what is missing.
 * Do not change the list in several runs at the same time. Destroying it ends the trust, also if
 * somebody else began it, and the logins of the CA's clients. Requires the root domain.
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.WebInterfaceTrust("robots", { ca: robots.id });
 *   ~~~
 */
export class WebInterfaceTrust extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = { type: "WebInterfaceTrust", inputs: ["ca"], outputs: [] };

  /**
   * Id of the `LocalCa` or `ExternalCa` to trust; of an intermediate CA, trust those above it, too.
   * Changing it forces replacement.
   */
  declare readonly ca: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): WebInterfaceTrust {
    return new WebInterfaceTrust(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: WebInterfaceTrustArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
