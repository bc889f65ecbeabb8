import { FakeService } from "./fakeService";
import { Presence } from "../../provider/lifecycle/layers/presence";

/** When missing objects of one kind may be considered deleted, while others are found. */

/** A clock whose waits end immediately, after all other pending work. */
const clock = { now: () => 0, random: () => 0, sleep: () => new Promise<void>((done) => setImmediate(done)) };
const words = { movedFrom: [], forgetMissing: false };
const lost = (collection: string) => ({
  collection,
  remembered: "cm.example.com/root.born.",
  lostContainer: () => Promise.resolve(undefined),
});

/** What becomes of reads that find none of them. */
async function missed(count: number): Promise<string[]> {
  const all = new Presence(new FakeService(), clock, words);
  await all.look(() => Promise.resolve("found"), "/users");
  const reads = Array.from({ length: count }, (_, index) => `User "u${index}"`).map(async (label) => {
    await all.look(() => Promise.resolve(undefined), "/keys");
    await all.gone(`reading ${label}`, label, lost("/keys"));
    return "forgotten";
  });
  return Promise.all(reads.map((read) => read.catch((error: Error) => error.message)));
}

test("are forgotten if they are few", async () => {
  expect(await missed(3)).toEqual(["forgotten", "forgotten", "forgotten"]);
});

test("are not if they are many", async () => {
  const [first, ...others] = await missed(4);
  expect(first).toMatch(/^reading User "u0" was refused: none of the keys of one kind of this stack .*User "u3"/);
  for (const text of others) expect(text).toContain("missing like every other object");
});

test("do not wait for others if there is one alone", async () => {
  const sleep = () => Promise.reject(new Error("waited"));
  const all = new Presence(new FakeService(), { ...clock, sleep }, words);
  await all.look(() => Promise.resolve("found"), "/users");
  await all.look(() => Promise.resolve(undefined), "/keys");
  await all.gone("reading it", "the key", lost("/keys"));
});
