import type { Plan } from "./interval";

/** The result of rotation status, as types alone: programs see these. */

/** An object by its id in the service and its name there. */
interface Named {
  /** The service's id. */
  id: string;
  /** Its name in the service or in its cloud. */
  name: string;
}

/** A container of keys. */
export interface ContainerReference extends Named {
  /** Type of its resource, such as `AwsKms`. */
  type: string;
}

/** The schedule that a key is bound to, or that selects it, as the service holds it. */
export interface BoundSchedule extends Named, Plan {
  /** True when it is bound to the key's container, and so to all keys in it. */
  ofContainer: boolean;
  /** True when it selects its keys by a query; absent when keys are bound to it. */
  byQuery?: true;
  /** Why it may or may not rotate the key; absent if that is certain. */
  perhaps?: string;
  /** AWS: true when it rotates the material inside the keys; absent when it makes new keys. */
  rotateMaterial?: true;
}

/**
 * Rotation status of a key: `onTime`; `atRisk`, if it is not overdue, but its next rotation comes,
 * or may come, after it is due; `overdue`, if its material is older than allowed, or of unknown age
 * although there is a limit; `unscheduled`, if it is not overdue, but nothing is going to rotate
 * it.
 */
export type RotationState = "onTime" | "atRisk" | "overdue" | "unscheduled";

/** What rotates a key. */
export interface Rotator {
  /**
   * `schedule`: a schedule that the key, its container or its primary key is bound to. `cloud`: its
   * cloud, by itself. `vault`: a schedule of the service for its own keys, whose query selects it.
   * `nobody`: nothing.
   */
  by: "schedule" | "cloud" | "vault" | "nobody";
  /** Name of the schedule. */
  name?: string;
  /** Why it may or may not do so; absent if that is certain. */
  perhaps?: string;
}

/** The time of a rotation that is not known exactly. */
export interface RotationSpan {
  /** The first possible run, RFC 3339. */
  earliest: string;
  /** The last possible run, RFC 3339. */
  latest: string;
}

/** The limit on the age of a key. */
export interface AgeLimit {
  /** Maximum age in days. */
  days: number;
  /** The limit as text, such as `AES 365d`. */
  clause: string;
  /** Where the number is from. */
  says?: string;
  /**
   * What is not known of the key, such as `algorithm`: the limit may not apply. Absent if it
   * applies.
   */
  unknown?: string[];
}

/** The rotation of one key. */
export interface KeyRotationStatus {
  /** System that holds it, as programs name it, such as `aws`. */
  system: string;
  /**
   * Type of its resource, such as `AwsKey`. In lists, AWS keys with the service's own material are
   * `AwsUploadedKey`, also those that a rotation made.
   */
  type: string;
  /** The service's id of the key. */
  id: string;
  /** Its name: an alias, or whatever its cloud shows. */
  name: string;
  /**
   * Its algorithm: `AES`, `ARIA`, `SEED`, `TDES`, `HMAC`, `RSA`, `EC`, `ML-DSA`, `ML-KEM` or
   * `SLH-DSA`; absent when it is not known.
   */
  algorithm?: string;
  /**
   * Its size in bits, of an EC key that of its curve; absent when it is not known. A post-quantum
   * pair has the number of its parameter set.
   */
  size?: number;
  /**
   * Its bits of security, by NIST SP 800-57 Part 1: 80, 112, 128, 192 or 256, and 0 for fewer.
   * Absent when its kind is not known.
   */
  strength?: number;
  /** True if no quantum computer is known to break it; absent when its kind is not known. */
  postQuantum?: boolean;
  /** What holds it; absent for endpoints, which have no container. */
  container?: ContainerReference;
  /** When it last got new material, RFC 3339; absent when it never did, and when that is not known. */
  lastRotation?: string;
  /**
   * False where the service does not tell whether the key was ever rotated; its age is then counted
   * from its creation.
   */
  lastRotationKnown: boolean;
  /**
   * Since when it has its material, RFC 3339: its last rotation, else its creation. Absent when
   * neither is known.
   */
  materialSince?: string;
  /** Full days since then; absent when that is not known. */
  ageDays?: number;
  /** The schedule that rotates it; absent when none does. */
  schedule?: BoundSchedule;
  /** What is going to rotate it. */
  rotatedBy: Rotator;
  /**
   * When it is rotated next, RFC 3339; absent when nothing is going to, and when only
   * `nextRotationBetween` is known.
   */
  nextRotation?: string;
  /**
   * When it is rotated next, if the service does not show since when the days of its rotation
   * frequency count.
   */
  nextRotationBetween?: RotationSpan;
  /**
   * By when it must have been rotated, RFC 3339; absent when neither a schedule nor an age limits
   * it.
   */
  dueBy?: string;
  /** The strictest limit on its age that applies, or may apply; absent when there is none. */
  limit?: AgeLimit;
  /** When it was rotated in the period that was asked for, RFC 3339; absent when none was. */
  rotations?: string[];
  /** Rotation status. */
  state: RotationState;
  /** Why, in a sentence. */
  reason: string;
}

/** How many keys are in which state. */
export interface RotationSummary {
  /** Keys in all. */
  keys: number;
  /** Keys that were rotated in time, and will be. */
  onTime: number;
  /** Keys that are not overdue, but whose next rotation comes, or may come, after they are due. */
  atRisk: number;
  /** Keys whose material is older than allowed, or of unknown age although there is a limit. */
  overdue: number;
  /** Keys that are not overdue, but that nothing is going to rotate. */
  unscheduled: number;
  /** Keys without any rotation, whether overdue or not. */
  unrotated: number;
  /**
   * Days since the last rotation of the key with the oldest material; absent without keys of known
   * age.
   */
  oldestDays?: number;
}

/** The rotation of keys at one moment. */
export interface RotationStatus {
  /** The moment as of which ages are counted, RFC 3339. */
  asOf: string;
  /**
   * The age in days beyond which a key is overdue, whatever its schedule; absent when none was
   * asked for.
   */
  maximumAgeDays?: number;
  /** The limits that were asked for, by the kind of key, as text; absent when there are none. */
  maximumAge?: string[];
  /** Days of the period whose rotations were asked for; absent when none was. */
  historyDays?: number;
  /**
   * Systems of which the service only shows the last rotation of a key, such as `dke`. Absent when
   * there are none, and when no period was asked for.
   */
  lastRotationOnly?: string[];
  /** How many keys are in which state. */
  summary: RotationSummary;
  /** Every key that is in use, by system, container and name. */
  keys: KeyRotationStatus[];
}
