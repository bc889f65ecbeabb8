import { showControls } from "./controls.js";
import { bars, element, moment, state, table, when } from "./draw.js";
import { events, start } from "./session.js";

const place = (id) => document.getElementById(id);

let source;
/** The emulator's time, and this page's when it was told. */
let told = { now: Date.now(), at: Date.now() };
let jobs = [];

await start({ current: "/", changed });
setInterval(tick, 500);

function changed(session) {
  source?.close();
  place("main").hidden = session === null;
  if (session === null) return;
  source = events("/console/events/overview", { overview: show });
  showControls(place("controls"), place("outcome"));
}

const now = () => told.now + Date.now() - told.at;

function show(overview) {
  told = { now: Date.parse(overview.now), at: Date.now() };
  const refused = overview.refusals.length > 0;
  place("refusals").hidden = !refused;
  place("refusals").textContent = refused ? `Some lists are not shown: ${overview.refusals.join("; ")}` : "";
  place("connections").replaceChildren(connections(overview));
  place("containers").replaceChildren(containers(overview));
  place("states").replaceChildren(bars(overview.keys.states, "There are no keys."));
  place("ages").replaceChildren(bars(overview.keys.ages, "There are no keys."));
  place("schedules").replaceChildren(schedules(overview));
  place("audit").replaceChildren(audit(overview));
  jobs = overview.jobs;
  place("jobs").replaceChildren(drawnJobs());
  tick();
}

const connections = (overview) =>
  table(
    {
      Name: ({ name }) => name,
      Service: ({ service }) => service,
      State: (one) => state(one.state),
      "Last test": ({ at, error }) => element("span", { title: error ?? "" }, when(at, now())),
    },
    overview.connections,
    "There are no connections.",
  );

const containers = (overview) =>
  table(
    { Name: ({ name }) => name, System: ({ system }) => system, Connection: ({ connection }) => connection },
    overview.containers,
    "There are no containers.",
  );

const schedules = (overview) =>
  table(
    {
      Name: ({ name }) => name,
      Operation: ({ operation, cloud }) => (cloud ? `${operation} (${cloud})` : operation),
      "Cron expression": ({ run_at }) => element("code", {}, run_at),
      "Next run": ({ next, disabled }) => (disabled ? "disabled" : next ? when(next, now()) : "none"),
    },
    overview.schedules,
    "There are no schedules.",
  );

const audit = (overview) =>
  table(
    {
      Time: ({ at }) => when(at, now()),
      Who: ({ who }) => who,
      Request: ({ message }) => message,
      Result: ({ success }) => state(success ? "success" : "failed"),
    },
    { rows: overview.audit, total: overview.audit.length },
    "There are no audit records.",
  );

const drawnJobs = () =>
  table(
    {
      Job: ({ what, name }) => `${what}: ${name}`,
      State: ({ status, result }) => element("span", { title: result ?? "" }, state(status)),
      Progress: progress,
      Started: ({ started }) => when(started, now()),
    },
    jobs,
    "There are no jobs.",
  );

/** How much of its time has passed; a job that is done has no bar. */
function progress({ started, due, status }) {
  if (status !== "in_progress" || !due) return "";
  const [from, to] = [Date.parse(started), Date.parse(due)];
  const part = Math.min(1, Math.max(0, (now() - from) / Math.max(1, to - from)));
  return element("progress", { max: 1, value: part, "aria-label": "Progress" }, `${Math.round(part * 100)} %`);
}

/** Time passes on the page as in the emulator. */
function tick() {
  if (place("main").hidden) return;
  place("clock").textContent = `Emulator's time: ${moment(now())}`;
  if (jobs.rows?.some(({ status }) => status === "in_progress")) place("jobs").replaceChildren(drawnJobs());
}
