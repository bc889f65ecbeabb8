import type { Wire } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { FakeService, stage } from "./fakeService";
import { box, boxInputs } from "./shapes";

/** A service in which boxes can be created. */
export const begin = (service = new FakeService()) => {
  const all = stage(service);
  all.service.put("/accounts/a-1", { name: "acme", state: "ready" });
  return { ...all, box: all.life(box) };
};
export const posts = (service: FakeService) => service.calls.filter((call) => call === "POST /boxes");

/** A box, and its state. */
export const standing: Wire = {
  name: "one",
  account: "a-1",
  kind: "small",
  box_param: { Size: 5 },
  serial: "s-1",
  meta: { pulumi_ciphertrust: "m-1" },
};
export const state: Bag = { ...boxInputs, serialNumber: "s-1", version: 0 };

/** A service that has it. */
export const beginWith = (object: Wire = standing) => {
  const all = begin();
  all.service.put("/accounts/a-2", { name: "other", state: "ready" });
  all.service.put("/boxes/b-1", object);
  return all;
};
