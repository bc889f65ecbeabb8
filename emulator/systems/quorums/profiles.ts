import { body, integer, texts, type Body } from "../../core/body";
import { invalid } from "../../core/errors";
import { list } from "../../core/lists";
import type { Stored } from "../../core/record";
import { shown } from "../../core/response";
import type { Call, Operations, Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { groups } from "../../shared/identities";
import { guardables, needGuardable, profileId, type Guardable } from "./guardable";

/** Days after which a request that nobody has decided expires. */
const expirationDays = 7;

const changes = body({
  required_approvals: integer(1).required,
  voter_groups: texts.required,
  excluded_groups: texts.required,
});

/** Who decides about the calls of one operation. */
export interface Profile extends Stored, Body<typeof changes> {
  readonly name: string;
  readonly category: string;
  readonly operation_label: string;
  readonly auto_executable: boolean;
  readonly expiration_period: number;
}

/** Those that were changed; the others are as they were in the beginning. */
const profiles = defineKind<Profile>("quorum-profiles");

export function profileOf(scope: Scope, guardable: Guardable): Profile {
  const { operation, category, label, voters, isAutomatic } = guardable;
  const id = profileId(scope, operation);
  const stored = scope.get(profiles, id);
  if (stored !== undefined) return stored;
  return {
    id,
    domain: scope.domain,
    name: operation,
    category,
    operation_label: label,
    required_approvals: 1,
    voter_groups: voters,
    excluded_groups: [],
    auto_executable: isAutomatic,
    expiration_period: expirationDays,
  };
}

const target = (call: Call): Profile => profileOf(call, needGuardable(call, call.param()));

function listProfiles(call: Call): object {
  return list(call, {
    kind: profiles,
    rows: guardables.map((one) => profileOf(call, one)),
    view: shown,
    filters: ["id", "name", "category"],
    computed: { label: ({ operation_label }) => operation_label },
  });
}

function changeProfile(call: Call): object {
  const before = target(call);
  const sent = changes(call.body, before);
  const unknown = [...sent.voter_groups, ...sent.excluded_groups].find((name) => call.get(groups, name) === undefined);
  if (unknown !== undefined) throw invalid(`there is no group ${unknown}`);
  return shown(call.put(profiles, { ...before, ...sent }));
}

/** One profile for each guardable operation: none is created or deleted. */
export const profileOperations: Operations = {
  "GET /quorum-mgmt/profiles": listProfiles,
  "GET /quorum-mgmt/profiles/{id}": (call) => shown(target(call)),
  "PATCH /quorum-mgmt/profiles/{id}": changeProfile,
};
