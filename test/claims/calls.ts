import { objectOf } from "../../provider/lifecycle/claims/claim";
import {
  hasUnknownObjectIn,
  isNewIn,
  isRefreshedIn,
  isReplacedIn,
  lastEndedIn,
  predecessorsIn,
  claimantsIn,
  onlyHolderIn,
  otherHolderIn,
} from "../../provider/lifecycle/claims/folds";
import type { Ledger } from "../../provider/lifecycle/claims/ledger";
import { resourceLabel, ownerTold } from "../../provider/lifecycle/claims/ownership";
import { Decided } from "./decided";
import type { Neighbors } from "./recorded/neighbors";
import { placeOf } from "./recorded/place";
import type { Subject } from "./stack";

/** The same call of the recorded implementation and of the ledger. */
export interface Both {
  before(all: Neighbors, about: Subject): unknown;
  now(ledger: Ledger, about: Subject): unknown;
}

const tried = "deleting it";

const added = [
  ["record", "recorded"],
  ["obtain", "made"],
  ["stop", "blocked"],
  ["leave", "leaving"],
  ["drop", "dropped"],
  ["release", "ended"],
] as const;

/** What the calls of a run change. */
export const acts: Readonly<Record<string, Both>> = {
  note: {
    before: (all, { resource }) => all.note(resource),
    now: (ledger, { resource }) => ledger.add("recorded", resource, resource.definition),
  },
  "claim for an existing resource": {
    before: (all, { resource, state }) => all.claim(resource, resource.definition, state),
    now: (ledger, { resource, state }) => ledger.claim(resource, resource.definition, state),
  },
  "claim for a new resource": {
    before: (all, { resource, state }) => all.claim(resource, resource.definition, state, true),
    now: (ledger, { resource, state }) => ledger.claim(resource, resource.definition, state, true),
  },
  ...Object.fromEntries(
    (["declare", "adopt"] as const).map((act) => [
      act,
      {
        before: (all, { resource, id, state }) => all[act](resource, resource.definition, id, state),
        now: (ledger, { resource, id, state }) => ledger[act](resource, resource.definition, id, state),
      } satisfies Both,
    ]),
  ),
  ...Object.fromEntries(
    added.map(([act, stage]) => [
      act,
      {
        before: (all, { resource, id, state }) => all[act](resource, resource.definition, id, state),
        now: (ledger, { resource, id, state }) => ledger.add(stage, resource, resource.definition, id, state),
      } satisfies Both,
    ]),
  ),
  replace: {
    before: (all, { resource }) => all.declared.replace(resource.urn),
    now: (ledger, { resource }) => ledger.add("leaving", resource, resource.definition),
  },
  gave: {
    before: (all, { id, state }) => all.formers.gave(id, String(state.name)),
    now: (ledger, { id, state }) => ledger.notes.gave(id, String(state.name)),
  },
  "leave outside": {
    before: (all, { resource, id, state }) =>
      all.vacated.note(placeOf(resource.definition, id, state).object, `It lies outside of ${String(state.name)}.`),
    now: (ledger, { resource, id, state }) =>
      ledger.notes.leaveOutside(
        objectOf(resource.definition, id, state).key,
        `It lies outside of ${String(state.name)}.`,
      ),
  },
};

/** What the lifecycle asks. */
export const questions: Readonly<Record<string, Both>> = {
  "has an unknown object": {
    before: (all, { resource }) => all.hasUnknownObject(resource),
    now: (ledger, { resource }) => hasUnknownObjectIn(ledger.by(resource)),
  },
  "is new": {
    before: (all, { resource }) => all.isNew(resource),
    now: (ledger, { resource }) => isNewIn(ledger.by(resource)),
  },
  "is refreshed": {
    before: (all, { resource }) => all.vacated.isRefreshed(resource.urn),
    now: (ledger, { resource }) => isRefreshedIn(ledger.by(resource)),
  },
  "is replaced": {
    before: (all, { resource, id, state }) =>
      all instanceof Decided
        ? all.isReplaced(resource, resource.definition, id, state)
        : all.declared.isReplaced(resource.urn, resource.definition, id, state),
    now: (ledger, { resource, id, state }) =>
      isReplacedIn(ledger.by(resource), objectOf(resource.definition, id, state).key),
  },
  predecessors: {
    before: (all, { resource }) => all.formers.of(resource.urn),
    now: (ledger, { resource }) => predecessorsIn(ledger.by(resource)),
  },
  "what ended last": {
    before: (all, { resource }) => all.formers.lastOf(resource.urn),
    now: (ledger, { resource }) => lastEndedIn(ledger.by(resource)),
  },
  "the only holder": {
    before: (all, { resource, id, state }) => all.urnOf(resource.definition, id, state),
    now: (ledger, { resource, id, state }) => onlyHolderIn(ledger.at(resource.definition, id, state))?.urn || undefined,
  },
  "the owner, as text": {
    before: (all, { resource, id, state }) => all.ownerOf(resource, resource.definition, id, state),
    now: (ledger, { resource, id, state }) =>
      ownerTold(resource, claimantsIn(ledger.at(resource.definition, id, state)), resource.definition, state),
  },
  "another holder": {
    before: (all, { resource, id, state }) => all.rivalAt(resource, resource.definition, id, state),
    now: (ledger, { resource, id, state }) => {
      const other = otherHolderIn(ledger.at(resource.definition, id, state), resource.urn);
      return other && resourceLabel(other);
    },
  },
  "any holder": {
    before: (all, { resource, id, state }) => all.labelOf(resource.definition, id, state),
    now: (ledger, { resource, id, state }) => {
      const holder = otherHolderIn(ledger.at(resource.definition, id, state));
      return holder && resourceLabel(holder);
    },
  },
  "is declared": {
    before: (all, { resource, id, state }) => all.isDeclared(resource.definition, id, state),
    now: (ledger, { resource, id, state }) => ledger.isDeclared(resource.definition, id, state),
  },
  "is declared by name": {
    before: (all, { resource }) => all.declared.has(resource.definition, resource.name),
    now: (ledger, { resource }) => ledger.isDeclaredAs(resource.definition, resource.name),
  },
  "the successor": {
    before: (all, { resource, id, state }) => all.heirOf(resource, resource.definition, [id], state),
    now: (ledger, { resource, id, state }) => ledger.successorOf(resource, resource.definition, id, state),
  },
  "may have a successor": {
    before: (all, { resource, state }) => all.hasHeirs(resource, resource.definition, state),
    now: (ledger, { resource, state }) => ledger.mayHaveSuccessor(resource, resource.definition, state),
  },
  "is wanted": {
    before: (all, { resource, id, state }) => all.refuseWanted(resource, resource.definition, { id, state, tried }),
    now: (ledger, { resource, id, state }) => ledger.refuseWanted(resource, resource.definition, { id, state, tried }),
  },
  "who describes it": {
    before: (all, { resource, state }) => all.claims.claimantOf(resource.urn, resource.definition, state)?.urn,
    now: (ledger, { resource, state }) => ledger.uniqueValues.claimantOf(resource.urn, resource.definition, state)?.urn,
  },
  "is mentioned first": {
    before: (all, { resource, id, state }) => all.declared.mention(resource.definition, id, state),
    now: (ledger, { resource, id, state }) => ledger.notes.mention(objectOf(resource.definition, id, state).key),
  },
  "with what it gave": {
    before: (all, { id, state }) => all.formers.withGiven(id, state),
    now: (ledger, { id, state }) => ledger.notes.withGiven(id, state),
  },
};
