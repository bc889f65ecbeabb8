import { randomUUID, createHash } from "node:crypto";
import * as z from "zod";
import { created, shown } from "../../core/response";
import { conflict, forbidden, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { rootDomain, type Call, type Header, type Scope, type System, type WorldPart } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { day, parseTime, second } from "../../core/time";

/** The right to use a feature, bought; all licences are records of the root domain. */
interface License extends Header {
  readonly feature: string;
  readonly friendly_name: string;
  readonly hash: string;
  readonly type: "Normal";
  readonly start: string;
  readonly expiration: string;
  readonly version: string;
  readonly license_count: number;
  readonly bind_type: string;
}

interface Trial extends Stored {
  readonly name: string;
  readonly description: string;
  readonly status: "available" | "activated" | "deactivated";
  readonly activated_at?: string;
  readonly deactivated_at?: string;
  /** Milliseconds that were left when the trial last changed. */
  readonly hidden: { readonly left: number };
}

const licenses = defineKind<License>("licenses", { hash: (license) => license.hash });
const trials = defineKind<Trial>("trials", { address: (trial) => trial.name });
const features = ["CCKM"] as const;
const trialLength = 90 * day;
const noExpiration = "no expiration";

function expired(scope: Scope, license: License): boolean {
  return license.expiration !== noExpiration && (parseTime(license.expiration) ?? 0) <= scope.now;
}

function licenseView(scope: Scope, license: License): object {
  const {
    domain: _domain,
    uri: _uri,
    account: _account,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    ...rest
  } = license;
  return { ...rest, state: expired(scope, license) ? "expired" : "active", trial_seconds_remaining: 0 };
}

/** Milliseconds for which the trial may still be used. */
function left(scope: Scope, trial: Trial): number {
  const running = trial.status === "activated" ? scope.now - (parseTime(trial.activated_at ?? "") ?? 0) : 0;
  return Math.max(0, trial.hidden.left - running);
}

function trialRuns(scope: Scope): boolean {
  return scope.service.root.all(trials).some((trial) => trial.status === "activated" && left(scope, trial) > 0);
}

function isLicensed(scope: Scope, feature: string): boolean {
  const { root } = scope.service;
  return (
    trialRuns(scope) || root.all(licenses).some((license) => license.feature === feature && !expired(scope, license))
  );
}

/** What an unlicensed service shows all the same. */
const ungated = /^GET \/cckm\/google\/(projects|key-rings)(\/|$)/;

/**
 * Cloud key management needs its licence; connections do not. When licence or trial are over, it
 * can still be read.
 */
function guard(call: Call, operation: string): void {
  if (!operation.includes(" /cckm/") || isLicensed(call, "CCKM")) return;
  if (operation.startsWith("GET ") && (isOver(call) || ungated.test(operation))) return;
  throw forbidden("No active License for cloud key management: activate the trial or install a license for CCKM");
}

/** True when cloud key management was licensed once. */
function isOver(scope: Scope): boolean {
  const { root } = scope.service;
  return (
    root.all(trials).some((trial) => left(scope, trial) === 0) || root.all(licenses).some((one) => expired(scope, one))
  );
}

/**
 * A licence of the emulator is the string EMULATOR-LICENSE:<feature>[:<units>[:<last day,
 * YYYY-MM-DD>]].
 */
function installLicense(call: Call): object {
  const text = call.body.requiredText("license").trim();
  const [, feature, units = "100", last] =
    /^EMULATOR-LICENSE:(\w+)(?::(\d+)(?::(\d{4}-\d\d-\d\d))?)?$/.exec(text) ?? [];
  const known = features.find((name) => name === feature?.toUpperCase());
  if (known === undefined) throw invalid("license is not a valid license string");
  const hash = createHash("sha256").update(text).digest("hex");
  const root = call.service.root;
  if (root.by(licenses, "hash", hash).length > 0) throw conflict("this license is installed already");
  const header = root.header("licensing:licenses");
  call.put(licenses, {
    ...header,
    feature: known,
    friendly_name: "CipherTrust Cloud Key Manager",
    hash,
    type: "Normal",
    start: header.createdAt,
    expiration: last === undefined ? noExpiration : `${last}T23:59:59Z`,
    version: "1.0",
    license_count: Number(units),
    bind_type: call.body.choice("bind_type", ["instance", "cluster"]) ?? "instance",
  });
  return created();
}

function activate(call: Call): object {
  const trial = call.service.root.need(trials, call.param());
  if (trial.status === "activated") return shown(trial);
  if (trial.hidden.left === 0) throw forbidden("the trial period has been used up");
  return shown(call.put(trials, { ...trial, status: "activated", activated_at: call.service.clock.stamp() }));
}

function deactivate(call: Call): object {
  const trial = call.service.root.need(trials, call.param());
  if (trial.status !== "activated") return shown(trial);
  const hidden = { left: left(call, trial) };
  return shown(
    call.put(trials, { ...trial, status: "deactivated", deactivated_at: call.service.clock.stamp(), hidden }),
  );
}

function listFeatures(call: Call): object {
  const seconds = call.service.root.all(trials).reduce((sum, trial) => sum + left(call, trial), 0) / second;
  const resources = features.map((name) => ({
    name,
    status: isLicensed(call, name) ? "active" : "inactive",
    trial_seconds_remaining: Math.floor(seconds),
  }));
  return { skip: 0, limit: resources.length, total: resources.length, resources };
}

const partSchema = z.strictObject({
  trial: z.enum(["available", "activated", "used"]).default("available"),
  licenses: z.array(z.strictObject({ feature: z.enum(features), units: z.int().min(1).default(100) })).default([]),
});

function seed(outsideScope: Scope, part: unknown): void {
  const { trial, licenses: bought } = partSchema.parse(part);
  const scope = outsideScope.in(rootDomain);
  const at = scope.service.clock.stamp();
  const status = trial === "used" ? "deactivated" : trial;
  scope.put(trials, {
    id: randomUUID(),
    domain: scope.domain,
    name: "CCKM",
    description: "Cloud key management for 90 days",
    status,
    ...(status === "available" ? {} : { activated_at: at }),
    ...(status === "deactivated" ? { deactivated_at: at } : {}),
    hidden: { left: trial === "used" ? 0 : trialLength },
  });
  for (const { feature, units } of bought) {
    const header = scope.header("licensing:licenses");
    const friendly_name = "CipherTrust Cloud Key Manager";
    const terms = {
      type: "Normal",
      start: at,
      expiration: noExpiration,
      version: "1.0",
      bind_type: "instance",
    } as const;
    scope.put(licenses, { ...header, feature, friendly_name, hash: header.id, license_count: units, ...terms });
  }
}

const world: WorldPart = {
  name: "licensing",
  schema: partSchema,
  initial: {},
  seed,
  show: (scope) => ({ trials: scope.service.root.all(trials).map(shown) }),
  changes: {},
};

/** Licences and the trial; the gate in front of cloud key management. */
export const licensing: System = {
  name: "licensing",
  guard,
  world,
  operations: {
    "GET /licensing/licenses/": (call) =>
      list(call, {
        kind: licenses,
        rows: call.service.root.all(licenses),
        view: (license) => licenseView(call, license),
        filters: ["id", "feature", "state", "type", "bind_type", "hash"],
      }),
    "POST /licensing/licenses/": installLicense,
    "GET /licensing/licenses/{id}": (call) => licenseView(call, call.service.root.need(licenses, call.param())),
    "DELETE /licensing/licenses/{id}": (call) => call.remove(licenses, call.service.root.need(licenses, call.param())),
    "GET /licensing/features/": listFeatures,
    "GET /licensing/trials/": (call) =>
      list(call, { kind: trials, rows: call.service.root.all(trials), view: shown, filters: ["id", "name", "status"] }),
    "GET /licensing/trials/{id}": (call) => shown(call.service.root.need(trials, call.param())),
    "POST /licensing/trials/{id}/activate": activate,
    "POST /licensing/trials/{id}/deactivate": deactivate,
    "GET /licensing/lockdata": () => ({
      key_manager_lock_code: "EMULATOR-0000-0001",
      connector_lock_code: "EMULATOR-0000-0002",
    }),
  },
};
