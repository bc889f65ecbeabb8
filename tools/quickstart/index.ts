import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "../shared/child.cjs";
import { withLock } from "../shared/lock.cjs";
import type { Invocation } from "../invocation";
import { ensureEngine } from "../engine";
import { UserError } from "../errors";
import { projectRoot } from "../project";
import { changeOutside, nothingYet } from "./drift";
import type { Service } from "./client";
import { BackgroundEmulator } from "./emulator";
import { emulatorName, missingConfig, requireSameService, serviceEnvironment } from "./settings";
import { Stack } from "./stack";

const root = projectRoot();
const stateDir = join(root, ".quickstart");
// Not in the state folder, which is deleted while the lock is held.
const lockFile = join(root, "dist", ".quickstart.lock");
const emulatorCommand = join(root, "emulator", "dist", "cli.js");

const hasStack = (): boolean => existsSync(join(stateDir, "Pulumi.yaml"));

interface Session {
  stack: Stack;
  emulator: BackgroundEmulator;
  /** The emulator's; undefined if the user named a service of their own. */
  service?: Service;
  operate(operation: string, args: readonly string[]): Promise<number>;
}

type Work = (session: Session, invocation: Invocation) => Promise<number>;

export const up = inSession(async ({ operate, stack }, { args }) => {
  const code = await operate("up", ["--yes", "--suppress-outputs", ...args]);
  if (code !== 0) return code;
  await stack.showOutputs();
  console.log(nextSteps);
  return code;
});

export const preview = inSession(showDrift);

const changeAndShow = inSession(async (session, invocation) => {
  const { emulator, service } = session;
  const changes = await changeOutside(service!).catch(async (error: unknown) => {
    if (emulator.started) await emulator.stop();
    throw error;
  });
  console.log(`Changed in the service, without Pulumi: ${changes.join(", ")}.\nThis is what Pulumi finds:\n`);
  const code = await showDrift(session, invocation);
  console.log("\nTo correct it, run an update that reads the service first: npm run up -- --refresh");
  return code;
});

/** Starts nothing where there is nothing to change. */
export async function drift(invocation: Invocation): Promise<number> {
  if (process.env.CIPHERTRUST_ADDRESS) {
    throw new UserError("`npm run drift` only changes the emulator: unset CIPHERTRUST_ADDRESS.");
  }
  if (!hasStack()) throw new UserError(nothingYet);
  return changeAndShow(invocation);
}

const takeDown = inSession(
  async ({ operate, stack, emulator }, { args }) => {
    const code = await operate("destroy", ["--yes", ...args]);
    if (code !== 0) return code;
    await stack.remove();
    await emulator.stop();
    rmSync(stateDir, { recursive: true, force: true });
    return code;
  },
  { runsProgram: false },
);

export async function down(invocation: Invocation): Promise<number> {
  if (hasStack()) return takeDown(invocation);
  console.log("There is nothing to destroy.");
  return 0;
}

/** In the foreground and without the quick start's data: an emulator to play with. */
export async function emulator({ args }: Invocation): Promise<number> {
  const { code } = await run(process.execPath, [emulatorCommand, ...args]);
  return code;
}

function showDrift({ operate }: Session, { args }: Invocation): Promise<number> {
  return operate("preview", ["--refresh", "--diff", ...args]);
}

/**
 * One command at a time works on the stack, with a running service; an interrupted one leaves no
 * process behind.
 */
function inSession(work: Work, { runsProgram = true } = {}) {
  return async (invocation: Invocation): Promise<number> => {
    const { progress, signal } = invocation;
    const onWait = (pid?: number): void => progress.note(`Waiting for process ${pid}, which works on this stack.`);
    const background = new BackgroundEmulator({ command: emulatorCommand, stateDir });
    const alone = async (): Promise<number> => {
      try {
        return await work(await openSession(background, runsProgram, invocation), invocation);
      } finally {
        if (signal.aborted && background.started) await background.stop();
      }
    };
    return withLock(lockFile, alone, { signal, onWait });
  };
}

/** Everything that the user has to fix is checked before anything is created. */
async function openSession(
  emulator: BackgroundEmulator,
  runsProgram: boolean,
  invocation: Invocation,
): Promise<Session> {
  const { progress, signal } = invocation;
  const address = process.env.CIPHERTRUST_ADDRESS;
  const serviceName = address ?? emulatorName;
  const stack = new Stack(root, stateDir, await ensureEngine(invocation));
  requireSameService(stack.service(), serviceName);
  const config = runsProgram ? missingConfig((key) => stack.has(key), process.env, !address) : [];
  signal.throwIfAborted();
  if (!address) progress.step("Starting the emulator");
  const service = address ? undefined : await emulator.ensure();
  progress.stop();
  signal.throwIfAborted();
  await stack.ensure(serviceName);
  for (const value of config) await stack.set(value);
  signal.throwIfAborted();
  const variables = service ? serviceEnvironment(service) : {};
  const operate: Session["operate"] = async (operation, args) => (await stack.operate(operation, args, variables)).code;
  return { stack, emulator, service, operate };
}

const nextSteps = `
Try next:
  npm run preview   reads the service and shows what an update would change
  npm run drift     changes something outside Pulumi and shows how the drift is detected
  npm run down      destroys everything
`;
