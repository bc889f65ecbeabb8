import type { Wire } from "../../api/client";
import { readClosely, shownIn, withPast, type Candidate, type Creation, type Moment } from "./gather";
import { judge, type Verdict } from "./verdict";

/** Which existing objects matter to a create, and what they mean. */

export interface Judged extends Candidate {
  readonly verdict: Verdict;
}

/** Judges what was found. Reads no more than the verdict needs: its own object ends the search. */
export async function assess(creation: Creation, moment: Moment, found: readonly Wire[]): Promise<Judged[]> {
  const judged = await withReads(creation, moment, shownIn(creation, moment, found), "mine");
  if (judged.some(({ verdict }) => verdict === "mine")) return judged;
  return withReads(creation, moment, await withPast(creation, moment, judged), "left");
}

const certain: readonly Verdict[] = ["mine", "left", "unfit"];

/** Reads in turn what may get this verdict. The first object of which it is certain decides alone. */
async function withReads(
  creation: Creation,
  { asked }: Moment,
  candidates: readonly Candidate[],
  hoped: "mine" | "left",
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const one of candidates) {
    const isPromising = one.evidence.values === "notShown" && judge(atBest(one)) === hoped;
    const read = isPromising ? await readClosely(creation, one, asked) : one;
    const verdict = judge(read.evidence);
    if (isPromising && certain.includes(verdict)) return [{ ...read, verdict }];
    judged.push({ ...one, evidence: read.evidence, verdict });
  }
  return judged;
}

const atBest = ({ evidence }: Candidate): Candidate["evidence"] => ({ ...evidence, values: "asDescribed" });
