/** What one existing object shows about its owner, as plain values. */
export const signs = {
  question: [
    // Where the service would make a second one, before the create is sent.
    "before",
    // The create had no response that counts.
    "unanswered",
    // The service refused the create, because the object exists.
    "conflict",
    "preview",
  ],
  match: [
    // It has what the service requires to be unique.
    "unique",
    // It has the same name, and the service allows a second one.
    "alike",
    // It is in the same list: only its mark can tell.
    "listed",
    // Its deletion is scheduled, and it has given up what was unique.
    "scheduled",
  ],
  mark: [
    "thisCall",
    "earlierRun",
    // Of another resource of the same type and stack.
    "sibling",
    // Of a resource of the same name in a stack of the same name.
    "otherBackend",
    "otherStack",
    // It carries none, although this create sends one.
    "none",
    // It carries none, and this create sends none.
    "unmarked",
  ],
  date: [
    // Created since the create was sent.
    "since",
    // The same, and it is not the only one.
    "amongOthers",
    "before",
    // Created more than a day ago.
    "tooOld",
    "notShown",
  ],
  values: [
    "asDescribed",
    // In what can be changed.
    "differ",
    // In what cannot be changed.
    "fixedDiffer",
    // In what no response shows.
    "hiddenDiffer",
    "notShown",
  ],
  claim: [
    // All objects of the resource are known, and no resource of the stack has this one.
    "nobody",
    "thisResource",
    "another",
    // Of a resource in the state, which the program has not declared by now.
    "recorded",
    // Of a resource of another provider of the program.
    "elsewhere",
    // The resource has an object, and it is not known which.
    "unknown",
  ],
  /** `ending`: it is not ready, or its deletion is scheduled. */
  state: ["active", "ending"],
  note: [
    // This machine noted the id as that of an earlier create.
    "id",
    // This machine noted a create without a response, during which only this object was made.
    "time",
    "none",
  ],
} as const;

export type Evidence = { readonly [Sign in keyof typeof signs]: (typeof signs)[Sign][number] };

/** What an existing object means for a create. */
export type Verdict =
  /** This call made it. */
  | "mine"
  /** An earlier run of the same resource made it: the create continues with it. */
  | "left"
  /** The same resource had it, but cannot continue with it as it is: the create is refused. */
  | "unfit"
  /** Somebody else's, as far as it shows: the create is refused, or the program adopts it. */
  | "somebodys"
  /** A resource of the program has it: the create is refused. */
  | "taken"
  /** Whose it is cannot be told: nothing is created beside it. */
  | "unknown"
  /** It does not matter to the create. */
  | "nothing";

interface VerdictRule {
  readonly verdict: Verdict;
  readonly why: string;
  /** The values of each sign; all of them for a sign that is left out. */
  readonly when: { readonly [Sign in keyof Evidence]?: readonly Evidence[Sign][] };
}

const early = ["before", "preview"] as const;
const late = ["unanswered", "conflict"] as const;
const byName = ["unique", "alike"] as const;
const ours = ["thisCall", "earlierRun"] as const;
const owned = ["thisResource", "another", "recorded", "elsewhere"] as const;
const unfit = ["fixedDiffer", "hiddenDiffer"] as const;
const others = ["sibling", "otherBackend", "otherStack", "none", "unmarked"] as const;
const recent = ["since", "amongOthers", "before"] as const;

/** The first rule that fits decides. Every combination of signs has one, and needs no default. */
export const rules: readonly VerdictRule[] = [
  {
    verdict: "unfit",
    why: "The resource had it, and a new key cannot decrypt what it has encrypted: the program decides whether to recover it.",
    when: {
      question: early,
      match: ["scheduled"],
      mark: ["earlierRun"],
      values: ["asDescribed", "differ", "notShown"],
    },
  },
  {
    verdict: "nothing",
    why: "It has given up what was unique, and is not provably this resource's; a warning names it.",
    when: { question: early, match: ["scheduled"] },
  },
  {
    verdict: "unknown",
    why: "A create makes no object whose deletion is scheduled.",
    when: { question: late, match: ["scheduled"] },
  },

  {
    verdict: "taken",
    why: "A resource of the program got it in the meantime: two would manage one object.",
    when: { question: late, mark: ["thisCall"], claim: owned },
  },
  {
    verdict: "mine",
    why: "A mark is random for each call: whatever else the object shows, this call made it.",
    when: { question: late, mark: ["thisCall"] },
  },
  {
    verdict: "mine",
    why: "It is the only one of its name since the create was sent, and has all that was sent; after a conflict, it was there before.",
    when: {
      question: ["unanswered"],
      match: byName,
      mark: ["unmarked"],
      date: ["since"],
      values: ["asDescribed"],
      claim: ["nobody", "unknown"],
    },
  },

  {
    verdict: "unfit",
    why: "An earlier run made it, and no update can make it what the program describes now.",
    when: { mark: ["earlierRun"], date: recent, values: unfit, claim: ["nobody"] },
  },
  {
    verdict: "left",
    why: "It was made for this resource within a day, and no resource of the stack has it: a run ended before it was recorded.",
    when: { mark: ["earlierRun"], date: recent, claim: ["nobody"] },
  },
  {
    verdict: "unfit",
    why: "This machine noted its id, and no update can make it what the program describes now.",
    when: { mark: ["unmarked"], values: unfit, claim: ["nobody"], note: ["id"] },
  },
  {
    verdict: "left",
    why: "This machine noted its id, and no resource of the stack has it.",
    when: { mark: ["unmarked"], claim: ["nobody"], note: ["id"] },
  },
  {
    verdict: "unfit",
    why: "A noted create made it, with other values of what no response shows.",
    when: { match: byName, mark: ["unmarked"], values: ["hiddenDiffer"], claim: ["nobody"], note: ["time"] },
  },
  {
    verdict: "left",
    why: "It is the only one that was made during a noted create, and has all that was sent.",
    when: { match: byName, mark: ["unmarked"], values: ["asDescribed"], claim: ["nobody"], note: ["time"] },
  },

  {
    verdict: "unknown",
    why: "Nothing but a resource's name tells it from the new key, and the program does not declare that resource by now.",
    when: {
      question: ["before"],
      match: ["listed"],
      mark: ["sibling", "otherBackend"],
      values: ["asDescribed", "differ", "hiddenDiffer"],
      claim: ["nobody", "recorded"],
    },
  },
  {
    verdict: "unknown",
    why: "The same where the state has that resource.",
    when: {
      question: ["before"],
      match: ["alike"],
      mark: ["sibling", "otherBackend"],
      values: ["asDescribed", "differ", "hiddenDiffer"],
      claim: ["recorded"],
    },
  },
  {
    verdict: "somebodys",
    why: "The service would make a second one beside it: the program decides which it means.",
    when: { question: ["before"], match: byName, claim: ["nobody", "elsewhere"] },
  },
  {
    verdict: "somebodys",
    why: "It was made for this resource, but too long ago, or for a resource of another provider.",
    when: { question: ["before"], match: ["listed"], mark: ours, claim: ["nobody", "elsewhere"] },
  },
  {
    verdict: "somebodys",
    why: "The service would refuse the create.",
    when: { question: ["before"], match: ["unique"] },
  },
  {
    verdict: "nothing",
    why: "The service allows another one beside it, and a resource has it, or nothing relates it to the new one.",
    when: { question: ["before"] },
  },

  {
    verdict: "nothing",
    why: "The update sees what is not about to be deleted, and decides then.",
    when: { question: ["preview"], state: ["active"] },
  },
  {
    verdict: "nothing",
    why: "Nothing relates it to the new one.",
    when: { question: ["preview", "conflict"], match: ["listed"], mark: others },
  },
  {
    verdict: "unknown",
    why: "The service allows several of one name, and neither a mark nor a date tells which one this call made.",
    when: { question: ["unanswered"], match: ["alike", "listed"], mark: ["unmarked"] },
  },
  {
    verdict: "nothing",
    why: "This call would have made another one beside it, with its own mark.",
    when: { question: ["unanswered"], match: ["alike", "listed"] },
  },
  {
    verdict: "taken",
    why: "It conflicts with the new one, and a resource has it.",
    when: { question: ["preview", "unanswered", "conflict"], claim: owned },
  },
  {
    verdict: "somebodys",
    why: "It conflicts with the new one, and nothing proves that this resource made it.",
    when: { question: ["preview", "unanswered", "conflict"], claim: ["nobody", "unknown"] },
  },
];

const fits = (evidence: Evidence, { when }: VerdictRule): boolean =>
  Object.entries(when).every(([sign, values]) =>
    (values as readonly string[]).includes(evidence[sign as keyof Evidence]),
  );

/** The rule that decides about an object. */
export function ruleFor(evidence: Evidence): VerdictRule {
  const rule = rules.find((one) => fits(evidence, one));
  if (rule) return rule;
  throw new Error(`no rule for ${JSON.stringify(evidence)}`);
}

export const judge = (evidence: Evidence): Verdict => ruleFor(evidence).verdict;

/** From the one that decides about a create to the one that does not matter to it. */
const weights: readonly (readonly Verdict[])[] = [["mine"], ["left", "unfit"], ["taken", "somebodys"], ["unknown"]];

/**
 * The object that decides about a create: of several verdicts the weightiest, of the same the
 * first.
 */
export function decisive<T extends { readonly verdict: Verdict }>(judged: readonly T[]): T | undefined {
  for (const verdicts of weights) {
    const first = judged.find(({ verdict }) => verdicts.includes(verdict));
    if (first) return first;
  }
  return undefined;
}

/** What it means that no object decides about a failed create. */
interface Absence {
  /** The objects that would conflict could be read. */
  readonly isRead: boolean;
  /** What the create makes would be among them: it has something unique, or a mark. */
  readonly isFindable: boolean;
  /** One that does not show what it is called was created since. */
  readonly hasNameless: boolean;
}

/** `nothing`: the create provably made none. */
export const judgeAbsence = ({ isRead, isFindable, hasNameless }: Absence): "nothing" | "unknown" =>
  isRead && isFindable && !hasNameless ? "nothing" : "unknown";
