import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { Run, Stack } from "../engine/harness";
import { inventoryOf, pending, recorded, typesOf, without, type Inventory } from "./inventory";
import { programOf, type Slots, type Variant } from "./programs";
import type { Service } from "./service";

/** What a user does after a crash: what Pulumi and the errors ask for, and nothing else. */

export interface Recovery {
  converged: boolean;
  /** `pulumi cancel` was needed, for the lock that the killed engine left. */
  unlocked: boolean;
  /** Types of the resources that needed a line `adopt`, once for each. */
  adopted: string[];
  /** Runs of the operation until it succeeded. */
  runs: number;
  text: string;
}

/** More lines than resources were requested: it never ends. */
const most = 12;

export async function repeatUp(stack: Stack, slots: Slots, variant: Variant): Promise<Recovery> {
  const adopt = new Map<string, string>();
  const adopted: string[] = [];
  const unlocked = await unlock(stack);
  for (let runs = 1; ; runs++) {
    const up = await stack.program(programOf(slots, variant, adopt)).up();
    const asked = up.code === 0 ? [] : linesAskedFor(up).filter(({ name, id }) => adopt.get(name) !== id);
    if (asked.length === 0 || runs === most)
      return { converged: up.code === 0, unlocked, adopted, runs, text: up.text };
    for (const { name, id } of asked) {
      const slot = slots[name];
      if (slot === undefined) throw new Error(`No resource has the name of this error:\n${up.text}`);
      adopt.set(name, id);
      adopted.push(slot.type);
    }
  }
}

export async function repeatDestroy(stack: Stack): Promise<Recovery> {
  const unlocked = await unlock(stack);
  const { code, text } = await stack.destroy();
  return { converged: code === 0, unlocked, adopted: [], runs: 1, text };
}

const stateOf = (stack: Stack): string => join(stack.folder, "state", ".pulumi", "stacks", "test", "test.json");

/** Pulumi keeps the attributes of a file in another one beside it, of which it needs none. */
const attributesOf = (file: string): string => `${file}.attrs`;

/**
 * Leaves a part of the state file, and of its attributes, as a loss of power does while they are
 * written.
 */
export function cutOff(stack: Stack, part: number): void {
  const state = stateOf(stack);
  for (const file of [state, attributesOf(state)]) truncateSync(file, Math.floor(statSync(file).size * part));
}

/**
 * What makes Pulumi load a state again: attributes that cannot be read are removed; for a state
 * that cannot, the one before is put back.
 */
export function restoreState(stack: Stack): boolean {
  const state = stateOf(stack);
  const isWhole = [state, attributesOf(state)].map(isReadable);
  if (isWhole.every(Boolean)) return false;
  rmSync(attributesOf(state), { force: true });
  if (!isWhole[0]) copyFileSync(`${state}.bak`, state);
  return true;
}

function isReadable(file: string): boolean {
  try {
    return Boolean(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return false;
  }
}

/** What the engine could not finish it did not unlock either. */
async function unlock(stack: Stack): Promise<boolean> {
  const locks = join(stack.folder, "state", ".pulumi", "locks");
  const isLocked =
    existsSync(locks) &&
    readdirSync(locks, { recursive: true, encoding: "utf8" }).some((file) => file.endsWith(".json"));
  if (isLocked) await stack.pulumi("cancel", "--yes");
  return isLocked;
}

/** `adopt: "<id>"`, and the resource under which Pulumi shows the error. */
function linesAskedFor({ text }: Run): { name: string; id: string }[] {
  let name = "";
  return text
    .slice(text.indexOf("Diagnostics:"))
    .split("\n")
    .flatMap((line) => {
      name = /^ {2}\S+:\w+ \((\w+)\):$/.exec(line)?.[1] ?? name;
      const id = /the argument {1,2}adopt: "([^"<]+)"/.exec(line)?.[1];
      return id === undefined ? [] : [{ name, id }];
    });
}

export interface Account {
  /** In the service and in no stack. */
  extra: string[];
  /** In the stack and not in the service, or there twice. */
  lost: string[];
  /** What the engine still considers unfinished. */
  pending: string[];
}

/** Whether every object created since `before` is in the stack once. */
export async function accountFor(service: Service, stack: Stack, slots: Slots, before: Inventory): Promise<Account> {
  const types = typesOf(slots);
  const now = await inventoryOf(service, types);
  const known = recorded(stack.folder, types);
  const twice = known.filter((one, index) => known.indexOf(one) !== index);
  return {
    extra: without(now, [...before, ...known]),
    lost: [...known.filter((one) => !now.has(one)), ...twice],
    pending: pending(stack.folder),
  };
}
