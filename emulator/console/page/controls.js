/** The buttons that show drift and rotation: they call the control paths below /emulator. */

import { element } from "./draw.js";
import { call } from "./session.js";

const spans = { "1 hour": 3600, "1 day": 86_400, "7 days": 604_800, "30 days": 2_592_000, "90 days": 7_776_000 };

const faults = {
  "every write fails with 500": { method: "POST", effect: { status: 500 } },
  "the next 3 requests get 503": { times: 3, effect: { status: 503, retryAfterSeconds: 1 } },
  "the next request gets 429": { times: 1, effect: { status: 429, retryAfterSeconds: 1 } },
  "the next response to a POST is lost": { method: "POST", times: 1, effect: { drop: "after" } },
  "every request takes 2 s longer": { effect: { latencyMs: 2000 } },
};

/**
 * @param {HTMLElement} place where the controls go
 * @param {HTMLElement} outcome where a sentence says what a control has done
 */
export function showControls(place, outcome) {
  const say = (text) => (outcome.textContent = text);
  const doing = (work) => async (event) => {
    event.preventDefault();
    try {
      say(await work(event.target));
    } catch (error) {
      say(error.message);
    }
  };
  place.replaceChildren(clock(doing), cloud(doing), fault(doing));
}

function group(id, title, submit, ...fields) {
  const form = element("form", { id }, element("h2", {}, title), ...fields);
  form.addEventListener("submit", submit);
  return form;
}

const button = (title, more = {}) => element("button", { type: "submit", ...more }, title);

function choice(name, title, options) {
  const select = element("select", { name }, ...options.map((one) => element("option", { value: one }, one)));
  return element("label", {}, title, select);
}

function clock(doing) {
  const move = doing(async (form) => {
    const span = form.elements.span.value;
    await call("POST", "/emulator/clock", { advanceSeconds: spans[span] });
    return `The clock was moved by ${span}; what was due in that time has happened.`;
  });
  return group("clock-form", "Clock", move, choice("span", "By", Object.keys(spans)), button("Move the clock"));
}

function cloud(doing) {
  const selects = {};
  for (const name of ["system", "key", "action"]) selects[name] = element("select", { name });
  let changes = [];
  const fitting = (...names) => changes.filter((one) => names.every((name) => selects[name].value === one[name]));
  const fill = (name, ...above) => {
    const values = [...new Set(fitting(...above).map((one) => one[name]))];
    const before = selects[name].value;
    selects[name].replaceChildren(...values.map((value) => element("option", { value }, value)));
    if (values.includes(before)) selects[name].value = before;
  };
  const refill = () => {
    fill("system");
    fill("key", "system");
    fill("action", "system", "key");
  };
  const load = async () => {
    ({ changes } = await call("GET", "/console/changes"));
    refill();
  };
  const change = doing(async () => {
    const [found] = fitting("system", "key", "action");
    if (found === undefined) return "There is nothing to change in the clouds.";
    await call("POST", `/emulator/world/${found.path}`, found.body);
    await load();
    return `${found.system}, ${found.key}: “${found.action}” was done in the cloud, past the service. A refresh shows it.`;
  });
  const labels = Object.entries(selects).map(([name, select]) =>
    element("label", {}, { system: "Cloud", key: "Key", action: "Change" }[name], select),
  );
  const form = group("cloud-form", "Cloud", change, ...labels, button("Change it in the cloud"));
  form.addEventListener("change", refill);
  load().catch(() => undefined);
  return form;
}

function fault(doing) {
  const count = element("output", {});
  const load = async () => {
    const { faults: all } = await call("GET", "/emulator/faults");
    count.textContent = all.length === 0 ? "There are no faults." : `Faults: ${all.length}.`;
  };
  const change = doing(async (form) => {
    const name = form.elements.fault.value;
    await call("POST", "/emulator/faults", faults[name]);
    await load();
    return `Added a fault: ${name}.`;
  });
  const remove = doing(async () => {
    await call("DELETE", "/emulator/faults");
    await load();
    return "All faults were removed.";
  });
  const clear = button("Remove all faults", { type: "button" });
  clear.addEventListener("click", remove);
  load().catch(() => undefined);
  const fields = [choice("fault", "Fault", Object.keys(faults)), button("Add a fault"), clear, count];
  return group("fault-form", "Faults", change, ...fields);
}
