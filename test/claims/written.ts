import type { Claim, Stage } from "../../provider/lifecycle/claims/claim";

/** Claims as text, such as `one declared a`: a resource, a stage and perhaps an object. */
export function written(...lines: readonly string[]): Claim[] {
  return lines.map((line, order) => {
    const [urn, stage, key] = line.split(" ") as [string, Stage, string | undefined];
    const former =
      stage === "leaving" || stage === "recorded" || stage === "ended" ? { id: key!, state: {} } : undefined;
    return {
      order,
      by: { urn: urn === "unnamed" ? "" : urn, name: urn, type: "Box" },
      stage,
      ...(key !== undefined && { object: { collection: "", key, service: "" }, former }),
    };
  });
}

/** The claims of one resource. */
export const by = (claims: readonly Claim[], urn: string): Claim[] => claims.filter((one) => one.by.urn === urn);
