import { segment } from "../../provider/api/client";
import { errorOf, fakeNetwork, loggedIn, type FakeNetwork } from "./support";

/** An id of a response or of a program leads no call to another path. */

const network = (): FakeNetwork => fakeNetwork(loggedIn(() => ({ body: { id: "1" } })));

const stray = ["/keys/..", "/keys/%2e%2e/users", "/keys/.", "/keys//users", "keys/1", "/keys/1?all=yes", "/keys/1#"];

test.each(stray)("%s is not sent", async (path) => {
  const { api, names } = network();
  expect((await errorOf(api.delete(path))).message).toContain("nothing was sent");
  expect(names()).toEqual([]);
});

test("an empty id deletes no collection", async () => {
  const { api, names } = network();
  expect((await errorOf(api.delete(`/keys/${segment("")}`))).message).toContain(
    "a segment of the path is not a valid id",
  );
  expect(names()).toEqual([]);
});

test("whatever an id holds is one segment", async () => {
  const { api, names } = network();
  await api.get(`/keys/${segment("a/../b?c#d|e")}`);
  expect(names()).toEqual(["GET /keys/a%2F..%2Fb%3Fc%23d%7Ce"]);
});
