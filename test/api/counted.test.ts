import { allowed, counted, plural } from "../../provider/api/counted";

test.each([
  [0, "0 keys", "0 keys are allowed"],
  [1, "1 key", "1 key is allowed"],
  [2, "2 keys", "2 keys are allowed"],
])("%i", (count, text, limit) => {
  expect(counted(count, "key")).toBe(text);
  expect(`${count} ${plural(count, "key")}`).toBe(text);
  expect(allowed(count, "key")).toBe(limit);
});
