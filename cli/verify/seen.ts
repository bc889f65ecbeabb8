import type { Send } from "../../provider/api/transport";

/** Remembers every string that was sent and received, so that none of a user's gets into a report. */
export class Seen {
  /** Where each string was found: the names of the fields. */
  private readonly places = new Map<string, Set<string>>();

  /** Listens to all calls. */
  hear(send: Send): Send {
    return async (call) => {
      this.add(call.body, "");
      const response = await send(call);
      this.add(response.body, "");
      return response;
    };
  }

  /**
   * True for a name or word that may be shown: it looks like one, and occurs nowhere but as values
   * of that field. To be called once everything was sent and received.
   */
  mayShow(word: string, field: string): boolean {
    if (!/^[A-Za-z][\w.-]{0,39}$/.test(word)) return false;
    return [...(this.places.get(word.toLowerCase()) ?? [])].every((place) => place === field);
  }

  private add(value: unknown, field: string): void {
    if (typeof value === "string") return this.note(value, field);
    if (typeof value !== "object" || value === null) return;
    for (const [name, part] of Object.entries(value)) this.add(part, Array.isArray(value) ? field : name);
  }

  private note(text: string, field: string): void {
    const key = text.toLowerCase();
    this.places.set(key, (this.places.get(key) ?? new Set()).add(field));
  }
}
