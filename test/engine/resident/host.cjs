/**
 * What Pulumi's engine starts for every command (its language host, the program, its host of dynamic providers), in one
 * process that stays: most of their time goes into starting Node.js and loading the SDK. A launcher (launcher.sh) stands
 * where the engine looks for each, and connects to this process: it sends the name it was started with, the engine's address,
 * its folder and its environment, and prints what it receives, in lines that begin with the number of the stream.
 *
 * One command is served at a time; others get processes of their own. The package, and Pulumi's host of dynamic
 * providers, are loaded anew for each, as a new process would.
 */
const { createServer } = require("node:net");
const { LanguageHost } = require("./language.cjs");
const { Providers } = require("./provider.cjs");

const language = new LanguageHost();
const providers = new Providers();

/** The command that is served, and the launchers that are connected for it. */
let command;
const launchers = new Set();

const server = createServer((socket) => {
  let text = "";
  const collect = (part) => {
    text += part;
    if (!text.endsWith("\0\0")) return;
    socket.off("data", collect);
    const [name, engine, folder, ...variables] = text.split("\0");
    serve(socket, { name, engine, folder, env: environmentOf(variables) });
  };
  socket
    .setEncoding("utf8")
    .on("error", () => socket.destroy())
    .on("data", collect);
});

function environmentOf(variables) {
  const split = (one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)];
  return Object.fromEntries(variables.filter(Boolean).map(split));
}

function serve(socket, { name, engine, folder, env }) {
  if (launchers.size > 0 && command !== env.PULUMI_TEST_COMMAND) return void socket.end("busy\n");
  command = env.PULUMI_TEST_COMMAND;
  launchers.add(socket);
  socket.once("close", () => launchers.delete(socket)).write("welcome\n");
  enter(folder, env);
  const tell = (stream, text) => {
    for (const line of text.replace(/\n$/, "").split("\n")) socket.write(`${stream}${line}\n`);
  };
  if (name === "pulumi-language-nodejs") {
    language.engine = engine;
    tell(1, String(language.port));
  } else {
    socket.once("close", providers.start(engine, tell));
  }
}

function enter(folder, env) {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

void language.listen().then(() => server.listen(0, "127.0.0.1", () => process.send(server.address().port)));
// Whoever started it may end without a word.
process.on("disconnect", () => process.exit());
