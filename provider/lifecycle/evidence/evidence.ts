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
