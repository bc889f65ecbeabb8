import { writeFileSync } from "node:fs";
import { recorded, recordFile, type FieldRecord, type OperationRecord } from "../../../emulator/console/guide/fields";
import type { ValueShape, Witness } from "../../../emulator/core/witness";

/** Records what handlers read of requests, for the guide. */

interface Seen {
  shape: ValueShape;
  needed: boolean;
  spared: boolean;
}

interface SeenOperation {
  readonly fields: Map<string, Seen>;
  readonly query: Set<string>;
}

export class Recorder {
  readonly operations = new Map<string, SeenOperation>();

  /** A witness of one call. */
  of(operation: string): Witness {
    const seen = this.operations.get(operation) ?? { fields: new Map<string, Seen>(), query: new Set<string>() };
    this.operations.set(operation, seen);
    const absent = new Set<string>();
    const at = (path: string): Seen => {
      const name = path.replace(/\[\d+\]/g, "[]");
      const field = seen.fields.get(name) ?? { shape: {}, needed: false, spared: false };
      seen.fields.set(name, field);
      return field;
    };
    return {
      field: (path, shape, has) => {
        const field = at(path);
        field.shape = merged(field.shape, shape);
        if (!has) absent.add(path);
      },
      needs: (path) => void (at(path).needed = true),
      query: (...names) => names.forEach((name) => seen.query.add(name)),
      end: (succeeded) => {
        if (succeeded) for (const path of absent) at(path).spared = true;
      },
    };
  }
}

/** Both shapes; a list of words and a wider type are the list. */
function merged(a: ValueShape, b: ValueShape): ValueShape {
  const words = [...new Set([...(a.enum ?? []), ...(b.enum ?? [])])].sort();
  return { ...a, ...b, ...(words.length > 0 && { enum: words }) };
}

const sorted = <T>(entries: Iterable<[string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

function joinedField({ shape, needed, spared }: Seen, before: FieldRecord = {}): FieldRecord {
  const { needed: wasNeeded = needed, spared: wasSpared = spared, ...known } = before;
  return { ...merged(known, shape), ...(wasNeeded && { needed: true }), ...(wasSpared && { spared: true }) };
}

function joinedOperation(seen: SeenOperation, before: OperationRecord = {}): OperationRecord {
  const fields = new Map(Object.entries(before.fields ?? {}));
  for (const [path, field] of seen.fields) fields.set(path, joinedField(field, fields.get(path)));
  const query = [...new Set([...(before.query ?? []), ...seen.query])].sort();
  return { ...(fields.size > 0 && { fields: sorted(fields) }), ...(query.length > 0 && { query }) };
}

/** What was recorded before, with what was seen now. */
export function joined(recorder: Recorder, before = recorded()): Record<string, OperationRecord> {
  const operations = new Map(Object.entries(before));
  for (const [operation, seen] of recorder.operations) {
    const record = joinedOperation(seen, operations.get(operation));
    if (Object.keys(record).length > 0) operations.set(operation, record);
  }
  return sorted(operations);
}

/** Fields and parameters that were seen and are not in the record. */
export function unrecorded({ operations }: Recorder, known = recorded()): string[] {
  return [...operations].flatMap(([operation, { fields, query }]) => {
    const { fields: knownFields = {}, query: knownQuery = [] } = known[operation] ?? {};
    const names = [
      ...[...fields.keys()].filter((path) => !(path in knownFields)),
      ...[...query].filter((name) => !knownQuery.includes(name)),
    ];
    return names.map((name) => `${operation}: ${name}`);
  });
}

export function write(recorder: Recorder): void {
  writeFileSync(recordFile(), `${JSON.stringify(joined(recorder), null, 1)}\n`);
}
