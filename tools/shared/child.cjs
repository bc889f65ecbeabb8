/** Child processes, for the start script and the compiled tools alike. */
const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { createInterface } = require("node:readline");

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * npm passes a Ctrl-C on although the terminal has sent it already; a second one makes Pulumi give
 * up on the spot.
 */
const REPEAT_MS = 1000;

function run(command, args, options = {}) {
  const { cwd, env, input, capture = false, onLine, deadlineMs } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, detached: hasOwnGroup(), stdio: stdioFor(options) });
    const stopForwarding = forwardSignals(child);
    const timer = deadlineMs === undefined ? undefined : setTimeout(() => send(child, "SIGKILL"), deadlineMs);
    const output = { stdout: "", stderr: "" };
    if (capture) collect(child, output, onLine);
    child.stdin?.on("error", () => undefined).end(input);
    const settle = (finish) => {
      stopForwarding();
      clearTimeout(timer);
      finish();
    };
    child.on("error", (error) => settle(() => reject(error)));
    child.on("close", (code, signal) =>
      settle(() => resolve({ code: code ?? 128 + constants.signals[signal], ...output })),
    );
  });
}

/**
 * At a terminal the child shares our group, so that the terminal itself delivers Ctrl-C to it.
 * Anywhere else it gets a group of its own, so that a signal to our group reaches it only through
 * us, and only once.
 */
function hasOwnGroup() {
  return process.platform !== "win32" && !process.stdin.isTTY;
}

function stdioFor({ capture, input, stdin }) {
  const out = capture ? "pipe" : "inherit";
  return [input === undefined ? (stdin ?? "inherit") : "pipe", out, out];
}

function forwardSignals(child) {
  const last = {};
  const forward = (signal) => {
    const now = Date.now();
    const repeated = now - (last[signal] ?? 0) < REPEAT_MS;
    last[signal] = now;
    if (!repeated && (hasOwnGroup() || signal !== "SIGINT")) send(child, signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  return () => SIGNALS.forEach((signal) => process.removeListener(signal, forward));
}

/**
 * To its whole group, as a terminal would: npm and Go leave it to the terminal to reach what they
 * have started.
 */
function send(child, signal) {
  try {
    process.kill(hasOwnGroup() ? -child.pid : child.pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}

function collect(child, output, onLine) {
  child.stdout.setEncoding("utf8").on("data", (text) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (output.stderr += text));
  if (onLine) createInterface({ input: child.stderr }).on("line", onLine);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

module.exports = { run, isAlive, SIGNALS };
