import { randomUUID } from "node:crypto";
import * as z from "zod";
import { badRequest, conflict, type ServiceError } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { day, formatTime } from "../../core/time";
import { managersOf, user } from "../../shared/keyManagers/managers";
import { ageInDays, idFrom, name, loadSeconds } from "../../shared/world/fields";
import { keyLevel, level, listOf, type RecordOf } from "../../shared/world/level";

/** Data security managers as they are outside the service. */

export const symmetricAlgorithms = ["AES128", "AES256", "ARIA128", "ARIA256"];
export const asymmetricAlgorithms = ["RSA1024", "RSA2048", "RSA3072", "RSA4096"];
export const encryptionModes = ["CBC", "CBC_CS1", "XTS"];

const keySchema = z.strictObject({
  name,
  algorithm: z.enum([...symmetricAlgorithms, ...asymmetricAlgorithms] as [string]).default("AES256"),
  description: z.string().default(""),
  /** Of symmetric keys; CBC by default. */
  encryptionMode: z.enum(encryptionModes as [string]).optional(),
  extractable: z.boolean().default(true),
  expirationTime: z.iso.datetime().optional(),
  keyVersionLifeSpan: z.int().min(0).max(3650).optional(),
  ageInDays,
});
type WorldKey = z.infer<typeof keySchema>;

/** A key that a DSM keeps. */
export interface ManagedKey extends Stored, Readonly<Omit<WorldKey, "ageInDays" | "encryptionMode">> {
  /** Id of its domain. */
  readonly place: string;
  readonly objectType: "symmetric" | "asymmetric";
  readonly encryptionMode: string;
  readonly createdAt: string;
}

export const managedKeys = defineKind<ManagedKey>("dsm-world-keys", {
  place: (key) => key.place,
  address: (key) => `${key.place}/${key.name}`,
});

/** A domain of a DSM. Its id is `<manager>/<number>`. */
export const managerDomains = level({
  kind: "dsm-world-domains",
  schema: z.strictObject({
    id: z.int().positive(),
    name,
    description: z.string().default(""),
    adminType: z.string().default("ALL_ADMIN"),
    kmipEnabled: z.boolean().default(false),
    refreshSeconds: loadSeconds,
    keys: listOf(
      keyLevel({
        kind: managedKeys,
        schema: keySchema,
        in: "place",
        add: addWorldKey,
        show: ({ place: _place, ...key }) => key,
      }),
    ),
  }),
  id: "id",
  as: "domainId",
  in: "manager",
  compose: (manager, number) => `${manager}/${number}`,
  also: ({ id: number }) => ({ number }),
  show: ({ number, ...facts }) => ({ ...facts, id: number }),
});
export type DsmDomainFacts = RecordOf<typeof managerDomains>;

const restricted = user.extend({ domainIds: z.array(z.int().positive()).optional() });
export const managers = managersOf("dsm-world-managers", managerDomains, restricted);

/** A refusal of the DSM. */
export const dsmError = (text: string): ServiceError => badRequest(`DSM: ${text}`);

export type NewKey = Omit<ManagedKey, "id" | "domain" | "place" | "createdAt">;

/** Makes a key; a domain has every name once. */
export function addManagedKey(
  scope: Scope,
  place: string,
  key: NewKey,
  { id = randomUUID(), createdAt = scope.service.clock.stamp() }: { id?: string; createdAt?: string } = {},
): ManagedKey {
  const world = scope.in(outside);
  if (world.by(managedKeys, "address", `${place}/${key.name}`).length > 0) {
    throw conflict(`DSM: a key called ${key.name} exists already in the domain`);
  }
  return world.put(managedKeys, { ...key, id, domain: outside, place, createdAt });
}

function addWorldKey(scope: Scope, { ageInDays: age, ...key }: WorldKey, place: string, index?: number): ManagedKey {
  const objectType = key.algorithm.startsWith("RSA") ? "asymmetric" : "symmetric";
  const encryptionMode = objectType === "symmetric" ? (key.encryptionMode ?? "CBC") : "";
  const id = index === undefined ? undefined : idFrom(`${place}/${key.name}`);
  const createdAt = formatTime(scope.now - age * day);
  return addManagedKey(scope, place, { ...key, objectType, encryptionMode }, { id, createdAt });
}
