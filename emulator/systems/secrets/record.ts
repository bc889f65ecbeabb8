import { randomBytes, randomUUID } from "node:crypto";
import { notFound, ServiceError } from "../../core/errors";
import type { JsonObject } from "../../core/fields";
import { origin, type Call, type Header, type Scope } from "../../core/scope";
import { shown } from "../../core/response";
import { defineKind } from "../../core/store";
import { fingerprintOf } from "../vault/material";

/** What a secret holds; each has a spelling of its own in requests and responses. */
export const dataTypes = ["blob", "password", "seed"] as const;
export type DataType = (typeof dataTypes)[number];

/** One version of a secret. Versions share the name; each has an id of its own. */
export interface Secret extends Header {
  readonly name: string;
  readonly version: number;
  readonly dataType: DataType;
  readonly objectType: "Secret Data" | "Opaque Object";
  readonly state: "Active" | "Destroyed";
  readonly undeletable: boolean;
  readonly unexportable: boolean;
  readonly emptyMaterial: boolean;
  readonly uuid: string;
  readonly algorithm: "OPAQUE";
  readonly defaultIV: string;
  readonly neverExported: boolean;
  readonly neverExportable: boolean;
  readonly activationDate: string;
  readonly sha1Fingerprint?: string;
  readonly sha256Fingerprint?: string;
  readonly destroyDate?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly meta?: JsonObject;
  /** As the data type spells it. */
  readonly hidden: { readonly material?: string };
}

export const secrets = defineKind<Secret>("secrets", {
  name: (secret) => secret.name,
  uri: (secret) => [secret.uri, secret.uri.slice(secret.uri.lastIndexOf(":") + 1)],
});

export type Settings = Pick<Secret, "undeletable" | "unexportable" | "labels" | "meta">;
type Contents = Pick<Secret, "name" | "version" | "dataType"> & { readonly material: string };

export const newSecretName = (): string => `ks-${randomBytes(32).toString("hex")}`;

/** Puts together a version of a secret. */
export function buildSecret(scope: Scope, { material, ...named }: Contents, settings: Settings): Secret {
  const { name, version, dataType } = named;
  const header = scope.header("vault:secrets", "", randomBytes(32).toString("hex"));
  const activationDate = header.createdAt;
  return {
    ...header,
    uri: `${header.uri.slice(0, header.uri.lastIndexOf(":") + 1)}${name}-v${version}`,
    ...named,
    objectType: dataType === "blob" ? "Opaque Object" : "Secret Data",
    state: "Active",
    ...settings,
    algorithm: "OPAQUE",
    defaultIV: randomBytes(16).toString("hex"),
    neverExported: true,
    neverExportable: settings.unexportable,
    activationDate,
    emptyMaterial: false,
    uuid: randomUUID(),
    sha1Fingerprint: fingerprintOf(material, "sha1"),
    sha256Fingerprint: fingerprintOf(material, "sha256"),
    hidden: { material },
  };
}

export const secretView = (secret: Secret): object => ({ ...shown(secret), ...origin });

/** All versions of a name, oldest first. */
export function versionsOf(scope: Scope, name: string): Secret[] {
  return [...scope.by(secrets, "name", name)].sort((a, b) => a.version - b.version);
}

/**
 * The secret of the path: an id, a name (its newest version, or the one asked for) or a URI, as
 * `type` says; or any of them.
 */
export function targetSecret(call: Call): Secret {
  const [reference, type, version] = [call.param(), call.query("type"), call.query("version")];
  const isWanted = (secret: Secret): boolean =>
    version === undefined || version === "-1" || secret.version === Number(version);
  const ways = {
    id: () => call.get(secrets, reference),
    name: () => versionsOf(call, reference).filter(isWanted).at(-1),
    uri: () => call.by(secrets, "uri", reference)[0],
  };
  const tried = Object.entries(ways).filter(([way]) => type === undefined || type === way);
  const found = tried.map(([, find]) => find()).find((secret) => secret !== undefined);
  if (found === undefined) throw notFound();
  return found;
}

export function materialOf({ name, hidden }: Secret): string {
  if (hidden.material === undefined) throw new ServiceError("cryptoFailed", `secret ${name} has no material`);
  return hidden.material;
}
