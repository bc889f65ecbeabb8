/** The login that all pages share: who is logged in, the form, and the end of a session. */

import { element } from "./draw.js";

const head = document.getElementById("head");
const form = document.getElementById("login");
/** Milliseconds between two reports of activity. */
const reportPause = 15_000;

let session = null;
let listen = () => undefined;
let reported = 0;

/** Calls the emulator from this page; throws an error with the service's words. */
export async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { ...headers(), ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const value = text === "" ? undefined : JSON.parse(text);
  if (!response.ok) throw new Error(value?.codeDesc ?? `${response.status} ${response.statusText}`);
  return value;
}

/** What a request of this page must bring beside the cookie. */
export const headers = () => (session === null ? {} : { "x-csrf-token": session.csrf });

/**
 * Shows the head of the page, and the form while nobody is logged in.
 *
 * @param {{ current: string; changed: (session: object | null) => void }} page `current` is the
 *   page's address; `changed` is called now and whenever somebody logs in or the session ends
 */
export async function start(page) {
  listen = (why) => {
    showHead(page.current);
    showForm(why);
    page.changed(session);
  };
  for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, report);
  session = (await call("GET", "/console/session")).session;
  listen();
}

/** Events of the session; the page that listens counts as open, and learns when its session ends. */
export function events(path, handlers) {
  const source = new EventSource(path);
  for (const [name, handle] of Object.entries(handlers)) {
    source.addEventListener(name, ({ data }) => handle(JSON.parse(data)));
  }
  source.addEventListener("ended", () => leave("The session has ended. Log in to go on."));
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) void explain();
  });
  return source;
}

/**
 * A stream that is refused does not say why; it is refused to a session that goes on when too many
 * are open.
 */
async function explain() {
  const { session: found } = await call("GET", "/console/session").catch(() => ({ session: null }));
  const tooMany = "Too many pages of the emulator are open. Close some, then load this one again.";
  leave(found === null ? "The session has ended. Log in to go on." : tooMany);
}

function leave(why) {
  if (session === null) return;
  session = null;
  listen(why);
}

async function logIn(event) {
  event.preventDefault();
  const { name, password, domain } = Object.fromEntries(new FormData(form.querySelector("form")));
  const refusal = form.querySelector("[role=alert]");
  try {
    session = (await call("POST", "/console/session", { name, password, domain })).session;
    listen();
  } catch (error) {
    refusal.textContent = error.message;
    form.querySelector("[name=password]").select();
  }
}

async function logOut() {
  await call("DELETE", "/console/session").catch(() => undefined);
  leave();
}

/** Tells the service that somebody is there, from time to time. */
function report() {
  if (session === null || Date.now() - reported < reportPause) return;
  reported = Date.now();
  call("POST", "/console/session/activity").catch(() => undefined);
}

function showHead(current) {
  const link = (address, title) =>
    element("a", { href: address, ...(address === current ? { "aria-current": "page" } : {}) }, title);
  const user = session === null ? [] : [element("span", { id: "user" }, `${session.user} in ${session.domain}`)];
  const button = element("button", { type: "button", id: "log-out" }, "Log out");
  button.addEventListener("click", logOut);
  head.replaceChildren(
    element("strong", {}, "CipherTrust emulator"),
    element("nav", { "aria-label": "Pages" }, link("/", "Overview"), link("/guide", "API")),
    element("div", { className: "who" }, ...user, ...(session === null ? [] : [button])),
  );
}

function showForm(why = "") {
  form.hidden = session !== null;
  if (form.hidden) return form.replaceChildren();
  const field = (name, title, more) =>
    element("label", {}, title, element("input", { name, autocomplete: "off", ...more }));
  const drawn = element(
    "form",
    {},
    element("h1", {}, "Log in"),
    element("p", { id: "why", role: "status" }, why),
    field("name", "Name", { required: true, autocomplete: "username" }),
    field("password", "Password", { required: true, type: "password", autocomplete: "current-password" }),
    field("domain", "Domain", { placeholder: "root" }),
    element("p", { role: "alert", className: "refusal" }),
    element("button", { type: "submit" }, "Log in"),
  );
  drawn.addEventListener("submit", logIn);
  form.replaceChildren(drawn);
}
