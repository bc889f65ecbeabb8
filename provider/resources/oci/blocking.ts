/** The calls behind `blocked`: a blocked object cannot be used from Oracle Cloud. */
export const blocking = { verbs: { true: "block", false: "unblock" } } as const;
