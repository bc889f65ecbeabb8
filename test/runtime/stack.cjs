const { WebSocket, request } = require("undici");

/** Where a signal opens Node's inspector. */
const inspector = "http://127.0.0.1:9229/json/list";
const seconds = (count) => new Promise((done) => setTimeout(done, 1000 * count));

/**
 * What another Node.js process is at, also one that hears nothing because it is in an endless loop.
 * Opens its inspector.
 */
async function stackOf(pid) {
  try {
    process.kill(pid, "SIGUSR1");
    return await Promise.race([framesAt(await address()), seconds(10).then(() => ["no code: it waits"])]);
  } catch (error) {
    return [`what cannot be found out: ${error.message}`];
  }
}

async function address(attempts = 10) {
  try {
    const { body } = await request(inspector);
    const [{ webSocketDebuggerUrl }] = await body.json();
    return webSocketDebuggerUrl;
  } catch (error) {
    if (attempts === 0) throw error;
    await seconds(0.5);
    return address(attempts - 1);
  }
}

function framesAt(address) {
  return new Promise((found, failed) => {
    const socket = new WebSocket(address);
    const scripts = new Map();
    const placeOf = ({ functionName, location: { scriptId, lineNumber } }) =>
      `${functionName || "(anonymous)"} (${scripts.get(scriptId)}:${lineNumber + 1})`;
    socket.onerror = () => failed(new Error("no connection to the inspector"));
    socket.onopen = () => {
      for (const [id, method] of ["Debugger.enable", "Debugger.pause"].entries())
        socket.send(JSON.stringify({ id: id + 1, method }));
    };
    socket.onmessage = ({ data }) => {
      const { method, params } = JSON.parse(data);
      if (method === "Debugger.scriptParsed") scripts.set(params.scriptId, params.url);
      if (method !== "Debugger.paused") return;
      found(params.callFrames.map(placeOf));
      socket.close();
    };
  });
}

module.exports = { stackOf };
