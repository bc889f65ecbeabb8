import {
  signs,
  type Evidence,
  decisive,
  judge,
  judgeAbsence,
  ruleFor,
  rules,
  type Verdict,
} from "../../provider/lifecycle/evidence/verdict";

/**
 * What an existing object means for a create: one row for each rule, and what holds for all
 * evidence.
 */

/** An object of the same unique name, which shows nothing else. */
const plain: Evidence = {
  question: "conflict",
  match: "unique",
  mark: "none",
  date: "before",
  values: "notShown",
  claim: "nobody",
  state: "active",
  note: "none",
};

const before = { question: "before", match: "alike" } as const;
const listed = { question: "before", match: "listed", values: "asDescribed" } as const;
const scheduled = { question: "before", match: "scheduled", state: "ending", values: "asDescribed" } as const;
const byDate = { question: "unanswered", mark: "unmarked", date: "since", values: "asDescribed" } as const;
const preview = { question: "preview", state: "ending" } as const;

const rows: [Verdict, string, Partial<Evidence>][] = [
  ["unfit", "a recoverable key of this resource", { ...scheduled, mark: "earlierRun" }],
  ["unfit", "the same in a preview", { ...scheduled, question: "preview", mark: "earlierRun" }],
  [
    "nothing",
    "a recoverable key of this resource that was another one",
    { ...scheduled, mark: "earlierRun", values: "fixedDiffer" },
  ],
  ["nothing", "a recoverable key of a resource of another name", { ...scheduled, mark: "sibling" }],
  ["nothing", "a recoverable key of a copy of the stack", { ...scheduled, mark: "otherBackend" }],
  ["unknown", "a key with this call's mark whose deletion is scheduled", { match: "scheduled", mark: "thisCall" }],

  ["mine", "this call's mark", { question: "unanswered", mark: "thisCall", date: "since" }],
  ["mine", "this call's mark, with a conflict of a later attempt", { mark: "thisCall", date: "since" }],
  ["mine", "this call's mark, where the resource's objects are not known", { mark: "thisCall", claim: "unknown" }],
  ["taken", "this call's mark on what another resource took over", { mark: "thisCall", claim: "another" }],
  ["mine", "this call's mark on what is shown otherwise", { mark: "thisCall", values: "fixedDiffer" }],

  ["mine", "the only one made since, as described", byDate],
  ["mine", "the same where several may have the name", { ...byDate, match: "alike" }],
  ["somebodys", "one of two made since", { ...byDate, date: "amongOthers" }],
  ["somebodys", "one made before", { ...byDate, date: "before" }],
  ["somebodys", "one that shows no date", { ...byDate, date: "notShown" }],
  ["somebodys", "one made since that differs", { ...byDate, values: "differ" }],
  ["somebodys", "one made since that was not there when it was read", { ...byDate, values: "notShown" }],
  ["somebodys", "one made since without the mark that was sent", { ...byDate, mark: "none" }],
  ["somebodys", "one made since with another stack's mark", { ...byDate, mark: "otherStack" }],
  ["somebodys", "one made since, after a conflict", { ...byDate, question: "conflict" }],
  ["taken", "one made since that another resource has", { ...byDate, claim: "another" }],

  ["left", "an earlier run's mark, recent", { ...before, mark: "earlierRun", values: "differ" }],
  ["left", "the same in a list without names", { ...listed, mark: "earlierRun" }],
  ["left", "the same after a conflict", { mark: "earlierRun" }],
  ["left", "the same in a preview", { ...preview, mark: "earlierRun" }],
  ["unfit", "an earlier run's mark on what differs for good", { mark: "earlierRun", values: "fixedDiffer" }],
  ["unfit", "an earlier run's mark with another hidden value", { mark: "earlierRun", values: "hiddenDiffer" }],
  ["somebodys", "an earlier run's mark, too old", { ...before, mark: "earlierRun", date: "tooOld" }],
  ["somebodys", "the same in a list without names", { ...listed, mark: "earlierRun", date: "tooOld" }],
  ["somebodys", "the same for a resource of another provider", { ...listed, mark: "earlierRun", claim: "elsewhere" }],
  [
    "nothing",
    "an earlier run's mark on the object to be replaced",
    { ...listed, mark: "earlierRun", claim: "thisResource" },
  ],
  ["nothing", "the same where it is not known which that is", { ...listed, mark: "earlierRun", claim: "unknown" }],
  ["taken", "the same after a conflict", { mark: "earlierRun", claim: "thisResource" }],

  ["left", "a noted id", { ...before, mark: "unmarked", note: "id", date: "tooOld" }],
  ["unfit", "a noted id of what differs for good", { mark: "unmarked", note: "id", values: "fixedDiffer" }],
  ["somebodys", "a noted id on what carries another's mark", { ...before, mark: "sibling", note: "id" }],
  ["nothing", "a noted id of what another resource has", { ...before, mark: "unmarked", note: "id", claim: "another" }],
  ["left", "made during a noted create", { ...before, mark: "unmarked", note: "time", values: "asDescribed" }],
  [
    "unfit",
    "the same with another hidden value",
    { ...before, mark: "unmarked", note: "time", values: "hiddenDiffer" },
  ],
  [
    "somebodys",
    "made during a noted create, and differs",
    { ...before, mark: "unmarked", note: "time", values: "differ" },
  ],

  ["somebodys", "the same name, before a create", before],
  ["nothing", "the same name of another resource of the stack", { ...before, claim: "another" }],
  ["somebodys", "a unique name that a resource has", { question: "before", claim: "another" }],
  ["somebodys", "a unique name, where the resource's objects are not known", { question: "before", claim: "unknown" }],
  [
    "unknown",
    "a key without a name of a resource that is not declared",
    { ...listed, mark: "sibling", claim: "recorded" },
  ],
  ["unknown", "the same that the state does not have", { ...listed, mark: "sibling" }],
  ["unknown", "a key without a name of a copy of the stack", { ...listed, mark: "otherBackend" }],
  [
    "unknown",
    "a key of the same name of a resource that is not declared",
    { ...before, ...{ mark: "sibling", values: "asDescribed", claim: "recorded" } },
  ],
  ["nothing", "a key without a name of a resource that is declared", { ...listed, mark: "sibling", claim: "another" }],
  ["nothing", "a key without a name that differs for good", { ...listed, mark: "sibling", values: "fixedDiffer" }],
  ["nothing", "a key of another stack", { ...listed, mark: "otherStack" }],

  ["nothing", "the same name in a preview, not about to end", { ...preview, state: "active" }],
  ["nothing", "something in the same list in a preview", { ...preview, match: "listed", mark: "otherStack" }],
  ["somebodys", "the same name in a preview, about to end", preview],
  ["taken", "the same of a resource of the stack", { ...preview, claim: "recorded" }],

  ["unknown", "the same name, where neither mark nor name tells", { ...byDate, match: "alike", date: "before" }],
  [
    "nothing",
    "the same name, where this call's would have a mark",
    { question: "unanswered", match: "alike", date: "since" },
  ],
  ["nothing", "something in the same list, after a conflict", { match: "listed", mark: "otherStack" }],
  ["somebodys", "the unique name after a conflict", {}],
  ["taken", "the same of another resource of the stack", { claim: "another" }],
  ["taken", "the same of the object to be replaced", { claim: "thisResource" }],
  ["taken", "the same of a resource of another provider", { claim: "elsewhere" }],
];

test.each(rows)("%s: %s", (verdict, _what, signsShown) => {
  expect(judge({ ...plain, ...signsShown })).toBe(verdict);
});

test("every rule has a row", () => {
  const used = new Set(rows.map(([, , shown]) => ruleFor({ ...plain, ...shown })));
  expect(rules.filter((rule) => !used.has(rule))).toEqual([]);
});

/** Every combination of the values of all signs. */
function* combinations(names = Object.keys(signs) as (keyof Evidence)[]): Generator<Evidence> {
  const [name, ...rest] = names;
  if (name === undefined) yield {} as Evidence;
  else for (const others of combinations(rest)) for (const value of signs[name]) yield { ...others, [name]: value };
}

const judged = [...combinations()].map((evidence) => ({ evidence, verdict: judge(evidence) }));

const found = (isMeant: (evidence: Evidence, verdict: Verdict) => boolean) =>
  judged.filter(({ evidence, verdict }) => isMeant(evidence, verdict)).slice(0, 5);

describe("of all evidence", () => {
  const isTakenOver = (verdict: Verdict) => verdict === "mine" || verdict === "left";
  const isOurs = ({ mark }: Evidence) => mark === "thisCall" || mark === "earlierRun";
  const isUnrelated = ({ match, mark }: Evidence) => match === "listed" && !["thisCall", "earlierRun"].includes(mark);

  test("each has a rule, and each rule decides about some", () => {
    const used = new Set(judged.map(({ evidence }) => ruleFor(evidence)));
    expect(used.size).toBe(rules.length);
  });

  test.each<[string, (evidence: Evidence) => boolean]>([
    ["carries another's mark", ({ mark }) => ["sibling", "otherBackend", "otherStack"].includes(mark)],
    ["a resource has", ({ claim }) => !["nobody", "unknown"].includes(claim)],
    [
      "differs in what cannot be changed, or is hidden, without the mark of this call",
      ({ values, mark }) => ["fixedDiffer", "hiddenDiffer"].includes(values) && mark !== "thisCall",
    ],
    [
      "is older than the create, without a mark or a note",
      (one) => !isOurs(one) && one.note === "none" && one.date !== "since",
    ],
    ["lacks the mark that was sent", ({ mark }) => mark === "none"],
    ["may end for good", ({ match }) => match === "scheduled"],
  ])("nothing is taken over that %s", (_what, isForbidden) => {
    expect(found((evidence, verdict) => isTakenOver(verdict) && isForbidden(evidence))).toEqual([]);
  });

  test("only what no resource may have was left by an earlier run", () => {
    expect(found(({ claim }, verdict) => verdict === "left" && claim !== "nobody")).toEqual([]);
  });

  test("a call made nothing before it was sent", () => {
    expect(found(({ question }, verdict) => verdict === "mine" && ["before", "preview"].includes(question))).toEqual(
      [],
    );
  });

  test("a mark of an earlier run is too old after a day, whatever was noted", () => {
    expect(
      found(({ mark, date }, verdict) => mark === "earlierRun" && date === "tooOld" && isTakenOver(verdict)),
    ).toEqual([]);
  });

  test("nothing that has the unique name is passed over when the create has failed", () => {
    const isLate = ({ question }: Evidence) => question === "unanswered" || question === "conflict";
    expect(found((one, verdict) => isLate(one) && one.match === "unique" && verdict === "nothing")).toEqual([]);
    expect(found((one, verdict) => one.question === "conflict" && !isUnrelated(one) && verdict === "nothing")).toEqual(
      [],
    );
  });

  test("before a create, nothing is passed over that has its name or its mark, and no resource", () => {
    const isMeant = (one: Evidence) => one.question === "before" && one.match !== "scheduled" && one.claim === "nobody";
    expect(found((one, verdict) => isMeant(one) && !isUnrelated(one) && verdict === "nothing")).toEqual([]);
  });

  test("without a mark, a create is not sent again beside one of its name", () => {
    const isMeant = ({ question, mark }: Evidence) => question === "unanswered" && mark === "unmarked";
    expect(found((one, verdict) => isMeant(one) && verdict === "nothing")).toEqual([]);
  });
});

test("of several objects, the one decides that is most certainly this resource's, then the first", () => {
  const several = (["nothing", "unknown", "taken", "somebodys", "left", "mine"] as const).map((verdict) => ({
    verdict,
  }));
  expect(decisive(several)?.verdict).toBe("mine");
  expect(decisive(several.slice(0, 5))?.verdict).toBe("left");
  expect(decisive(several.slice(0, 4))?.verdict).toBe("taken");
  expect(decisive(several.slice(0, 2))?.verdict).toBe("unknown");
  expect(decisive(several.slice(0, 1))).toBeUndefined();
});

test.each([
  ["nothing", "all is read, and nothing is there", {}],
  ["unknown", "the list could not be read", { isRead: false }],
  ["unknown", "the object would not be found", { isFindable: false }],
  ["unknown", "an object without a name was made since", { hasNameless: true }],
])("a failed create that left no object made %s if %s", (verdict, _what, more) => {
  expect(judgeAbsence({ isRead: true, isFindable: true, hasNameless: false, ...more })).toBe(verdict);
});
