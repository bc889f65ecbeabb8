import * as z from "zod";
import { badRequest, conflict, type ServiceError } from "../../core/errors";
import { managersOf, user } from "../../shared/keyManagers/managers";
import { ageInDays, level, listOf, loadSeconds, name, worldKeys, type RecordOf } from "../../shared/world";

/** Data security managers as they are outside the service. */

export const symmetricAlgorithms = ["AES128", "AES256", "ARIA128", "ARIA256"];
export const asymmetricAlgorithms = ["RSA1024", "RSA2048", "RSA3072", "RSA4096"];
export type KeyType = "symmetric" | "asymmetric";
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

/**
 * Keys that a DSM keeps. A domain has every name once; whether a key is symmetric follows from its
 * algorithm.
 */
export const managedKeys = worldKeys({
  kind: "dsm-world-keys",
  schema: keySchema,
  in: "place",
  also: ({ algorithm, encryptionMode = "CBC" }) => {
    const objectType: KeyType = algorithm.startsWith("RSA") ? "asymmetric" : "symmetric";
    return { objectType, encryptionMode: objectType === "symmetric" ? encryptionMode : "" };
  },
  taken: (called) => conflict(`DSM: a key called ${called} exists already in the domain`),
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
    keys: listOf(managedKeys),
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
