import { ApiError } from "../../provider/api/errors";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { Explained } from "../../provider/lifecycle/layers/explained";
import type { Operations } from "../../provider/lifecycle/reconciler/operations";
import { Reconciler } from "../../provider/lifecycle/reconciler/reconciler";
import { beginWith, state } from "./boxes";
import { box, boxInputs } from "./shapes";

/**
 * A layer that is left out takes no protection along in silence: what it should have added is
 * missing.
 */

const alone = () => {
  const { service, clock, stop } = beginWith();
  const environment = { api: service, clock, stop: stop.signal, log: () => {} };
  return { service, environment, reconciler: new Reconciler(box, () => environment) };
};

test("a create asks whoever knows the other resources", async () => {
  const { service, reconciler } = alone();
  await expect(reconciler.create({}, boxInputs)).rejects.toThrow(/no layer has added/);
  expect(service.changes).toEqual([]);
});

test("an update asks whose the object is", async () => {
  const { service, reconciler } = alone();
  await expect(reconciler.update({}, "b-1", state, { ...boxInputs, size: 6 })).rejects.toThrow(/added "confirm"/);
  expect(service.changes).toEqual([]);
});

test("a delete asks what is known of the object's mark", async () => {
  const { service, reconciler } = alone();
  await expect(reconciler.delete({}, "b-1", state)).rejects.toThrow(/added "knowing"/);
  expect(service.changes).toEqual([]);
});

test.each([
  ["checking", (life: Operations) => life.check({}, {}, boxInputs)],
  ["comparing", (life: Operations) => life.diff({}, "b-1", state, boxInputs)],
])("a failure of %s says what was tried, and what to check", async (what, work) => {
  const facts = { kind: "unauthorized", call: "POST /auth/tokens/", advice: "Check the password." } as const;
  const refused = () => Promise.reject(new ApiError("the login was refused", facts));
  const { environment, reconciler } = alone();
  const next = Object.assign(reconciler, { check: refused, diff: refused });
  await expect(work(new Explained(box, () => environment, { ledger: new Ledger() }, next))).rejects.toThrow(
    `${what} Box "one" failed: the login was refused (POST /auth/tokens/). Check the password.`,
  );
});
