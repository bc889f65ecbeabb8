import type { Api, Wire } from "../../provider/api/client";
import { enumerated, usersOf } from "../../provider/lifecycle/service/users";
import { decodeAll } from "../../provider/lifecycle/values/wire";
import { allDefinitions, definitionOf } from "../../provider/resources/load";
import { firstAt } from "../../provider/resources/shown";
import { systems } from "../../provider/resources/systems";

/** Where a record names the key whose material was uploaded to it. */
const sources = ["local_key_id", "source_key_identifier", "source_key_id"];

/** What uses keys, as far as the service shows it: what refers to one, and what has its material. */
export class KeyUsers {
  private readonly api: Api;
  /** The keys with uploaded material, by the source. */
  private uploads: Promise<Map<string, string[]>> | undefined;

  constructor(api: Api) {
    this.api = remembering(api);
  }

  /** What uses the key must not keep it from being rotated: lists that may not be read say nothing. */
  async of(type: string, id: string, record: Wire): Promise<string> {
    const definition = definitionOf(type);
    const state = decodeAll(definition, record);
    try {
      const users = await usersOf(definition, { api: this.api, types: allDefinitions }, id, state);
      const uploaded = type === "VaultKey" ? ((await this.uploaded()).get(id) ?? []) : [];
      const named = [...(users ? [users.named] : []), ...(uploaded.length > 0 ? [enumerated(uploaded)] : [])];
      return named.length === 0 ? "nothing that the service shows" : named.join(", ");
    } catch {
      return "unknown: not everything that may use it can be read";
    }
  }

  private uploaded(): Promise<Map<string, string[]>> {
    this.uploads ??= this.readUploads();
    return this.uploads;
  }

  private async readUploads(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for (const { rotation } of systems) {
      if (!rotation) continue;
      for (const path of [rotation.list, ...(rotation.others ?? [])])
        await this.api.gather(path, {}, (record) => {
          const source = firstAt(record, sources);
          const type = typeof source === "string" ? rotation.type(record) : undefined;
          if (type === undefined) return undefined;
          found.set(String(source), [...(found.get(String(source)) ?? []), `${type} "${rotation.name(record)}"`]);
          return undefined;
        });
    }
    return found;
  }
}

/** The same service, which reads each list once. */
function remembering(api: Api): Api {
  const once = <T>(read: (...call: Parameters<Api["list"]>) => Promise<T>) => {
    const known = new Map<string, Promise<T>>();
    return (...call: Parameters<Api["list"]>): Promise<T> => {
      const name = JSON.stringify(call);
      const result = known.get(name) ?? read(...call);
      known.set(name, result);
      return result;
    };
  };
  const list = once((...call) => api.list(...call));
  const count = once((path, query) => api.count(path, query));
  return Object.assign(Object.create(api) as Api, { list, count });
}
