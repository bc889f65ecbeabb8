/** What follows from the path of the containers of a cloud, such as "/cckm/external-cm/domains". */
export interface Place {
  /** The path that everything of the cloud is below, such as "/cckm/external-cm". */
  readonly root: string;
  /** The cloud in names of kinds and of URIs, such as "external-cm". */
  readonly system: string;
  /** The containers in paths, such as "key-rings", in requests, and one of them in words. */
  readonly collection: string;
  readonly list: string;
  readonly one: string;
  /** An operation on what a connection sees, beside the collection. */
  readonly operation: (verb: "add" | "get") => string;
}

export function placeOf(path: string): Place {
  const [, root = "", system = "", collection = ""] = /^(.*\/([^/]+))\/([^/]+)$/.exec(path) ?? [];
  return {
    ...{ root, system, collection },
    list: collection.replaceAll("-", "_"),
    one: collection.replaceAll("-", " ").replace(/s$/, ""),
    operation: (verb) => `POST ${root}/${verb}-${collection}`,
  };
}
