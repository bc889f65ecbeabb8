import { operations } from "../../emulator/index";

/**
 * The status with which a call succeeds: the rule, as public sources tell it, and what is
 * different.
 */

const templates = operations().map(({ operation }) => operation);
const patterns = templates.map((operation) => {
  const [method, path] = operation.split(" ");
  const source = path!
    .replace(/\/$/, "")
    .replace(/[.]/g, "\\$&")
    .replace(/\{\w+\}/g, "[^/]+");
  return { operation, pattern: new RegExp(`^${method} /api/v1${source}/?$`), holes: path!.split("{").length };
});

/** The operation that a request is of; where several fit, the one that names most of the path. */
export function operationOf(method: string, path: string): string | undefined {
  const fitting = patterns.filter(({ pattern }) => pattern.test(`${method} ${path}`));
  return fitting.sort((a, b) => a.holes - b.holes)[0]?.operation;
}

/** Statuses of calls that are not as their method and path suggest. */
const others: Readonly<Record<string, number>> = {
  "POST /auth/tokens/": 200,
  "POST /cckm/azure/keys/{id}/delete-backup": 204,
  "POST /cckm/azure/vaults/{id}/remove-vault": 204,
  "POST /cckm/google/key-rings/{id}/remove-key-ring": 204,
  "POST /connectionmgmt/services/external-cm/{id}/ca": 201,
  // Their versions are read by the path of keys and secrets.
  "POST /vault/keys2/{id}/versions/": 201,
  "POST /vault/secrets/{id}/versions/": 201,
  // Not in the list of operations.
  "POST /api/v1/usermgmt/connections/": 201,
  // The test of a connection with an HSM takes time.
  "POST /connectionmgmt/services/luna-network/connections/{id}/test": 202,
};

const withoutSlash = (path: string): string => path.replace(/\/$/, "");

/**
 * The rule: a POST to a list makes one of its objects, also one that is a job; others say in their
 * names that they make something.
 */
const making = /\/(add-(?!alias|tags)[\w-]+|upload[\w-]*|create-[\w-]+|replicate-key|import)$/;
const lists = new Set(
  templates.map((operation) => /^(?:GET|DELETE) (.*)\/\{\w+\}\/?$/.exec(operation)?.[1]).map((path) => anonymous(path)),
);

/** The path whatever its holes are called. */
function anonymous(path = ""): string {
  return withoutSlash(path).replaceAll(/\{\w+\}/g, "{}");
}

export function statusOf(operation: string): number {
  const [method, path = ""] = operation.split(" ");
  const isMaking = method === "POST" && (making.test(path) || lists.has(anonymous(path)));
  const usual = method === "DELETE" ? 204 : isMaking ? 201 : 200;
  return others[operation] ?? usual;
}
