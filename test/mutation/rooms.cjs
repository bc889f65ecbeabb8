/** What `npm run mutate` changes, and the tests that have to notice. */

const inFolder = (folder, ...names) => names.map((name) => `${folder}/${name}.ts`);
const inLifecycle = (...names) => inFolder("provider/lifecycle", ...names);

/** Tests of one room, which need neither an engine nor a process of their own. */
const rules = ["test/rules", "test/claims", "test/evidence"];
const api = ["test/api"];

module.exports = {
  /** What stands between a mistake and a lost key. */
  guards: {
    sources: [
      ...inLifecycle("layers/presence", "guards/replacement", "claims/ownership", "evidence/belonging"),
      ...inLifecycle("reconciler/removal", "reconciler/heeded", "evidence/verdict", "claims/ledger", "claims/folds"),
      ...inFolder("provider/api", "retry", "proof", "responses"),
    ],
    tests: [...rules, ...api],
  },
  "provider/lifecycle": { sources: ["provider/lifecycle"], tests: rules },
  "provider/api": { sources: ["provider/api"], tests: api },
  policy: { sources: ["policy"], tests: ["test/policy"] },
  "emulator/shared": { sources: ["emulator/shared"], tests: ["test/emulator"] },
};
