import type { Definition } from "../engine/definition";

/** Finds the definition of one type without loading those of all systems: a provider process has use for few of them. */

type Home = () => readonly Definition[];

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports -- loaded when needed, and synchronously, as Pulumi's host asks */
const clients: Home = () => (require("./clients") as typeof import("./clients")).clients.definitions;
const systems: Readonly<Record<string, Home>> = {
  Aws: () => (require("./aws") as typeof import("./aws")).aws.definitions,
  Azure: () => (require("./azure") as typeof import("./azure")).azure.definitions,
  Google: () => (require("./google") as typeof import("./google")).google.definitions,
  Oci: () => (require("./oci") as typeof import("./oci")).oci.definitions,
  Salesforce: () => (require("./salesforce") as typeof import("./salesforce")).salesforce.definitions,
  Sap: () => (require("./sap") as typeof import("./sap")).sap.definitions,
  Luna: () => (require("./luna") as typeof import("./luna")).luna.definitions,
  Dsm: () => (require("./dsm") as typeof import("./dsm")).dsm.definitions,
  ExternalCm: () => (require("./externalCm") as typeof import("./externalCm")).externalCm.definitions,
  Ekm: () => (require("./ekm") as typeof import("./ekm")).ekm.definitions,
  Dke: () => (require("./dke") as typeof import("./dke")).dke.definitions,
  LocalCa: clients,
  ExternalCa: clients,
  Client: clients,
  Regist: clients,
  Vault: () => (require("./vault") as typeof import("./vault")).vault.definitions,
};
const everything: Home = () => (require("./index") as typeof import("./index")).registry;
/* eslint-enable */

/** The definition of one type. Throws when there is none. */
export function definitionOf(type: string): Definition {
  const [, home] = Object.entries(systems).find(([prefix]) => type.startsWith(prefix)) ?? [];
  for (const place of [home, everything]) {
    const definition = place?.().find((one) => one.type === type);
    if (definition) return definition;
  }
  throw new Error(
    `this version of pulumi-ciphertrust has no resource ${type}: install the version that made the stack`,
  );
}
