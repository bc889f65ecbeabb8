import type { DeclaredFunction, Declarations, Member } from "../declarations";
import type { Example } from "../samples";
import { permissionsFor } from "./permissions";
import { block, code, enumerated, page, section } from "./text";

/**
 * The pages of functions and components, which are written by hand: their comments are the
 * documentation.
 */

/** The components, each with the page that explains its use, and the types of its parts. */
const written = {
  Provider: { guide: "configuration.md", parts: [] },
  KeyRotationPolicy: { guide: "rotation.md", parts: ["RotationSchedule", "KeyRotation"] },
  RestClient: {
    guide: "registered-clients.md",
    parts: ["ClientKeyPair", "ClientProfile", "RegistrationToken", "RegisteredClient"],
  },
};

export type Component = keyof typeof written;
export const components = Object.keys(written) as Component[];

export function functionPage(
  declared: DeclaredFunction,
  declarations: Declarations,
  example: Example,
  calls: readonly string[],
): string {
  const [args, ...others] = declared.parameters.filter(({ name }) => name !== "options");
  const given = args && declarations.interfaceIn(args.type);
  const signature = declared.parameters.map(({ name, isOptional }) => `${name}${isOptional ? "?" : ""}`);
  if (others.length > 0) throw new Error(`${declared.name}: only the first parameter is documented`);
  return page(
    declared.name,
    declared.comment,
    `\`${declared.name}(${signature.join(", ")})\` runs in the program, with the same login as its resources, or that of \`options.provider\`. Nothing is stored.`,
    section("Example", block(example.program)),
    section("Arguments", given ? listed(given.members, declarations) : "None."),
    section("Result", resultOf(declared.returns, declarations)),
    section("API calls", calls.length === 0 ? "" : `Below \`/api/v1\`: ${calls.map(code).join(", ")}`),
    permissionsFor(calls),
  );
}

function resultOf(returns: string, declarations: Declarations): string {
  const [, result = returns] = /^pulumi\.Output<(.*)>$/s.exec(returns) ?? [];
  const found = declarations.interfaceIn(result);
  const isList = result.endsWith("[]");
  if (!found) return `An output of \`${result}\`.`;
  return [`An output of ${isList ? "a list; of each item:" : "an object:"}`, nested(found.members, declarations)].join(
    "\n\n",
  );
}

/** Members, with those of the objects that they hold. */
function nested(
  members: readonly Member[],
  declarations: Declarations,
  indent = "",
  above: readonly string[] = [],
): string {
  const lines = members.flatMap((member) => {
    const inner = declarations.interfaceIn(member.type);
    const line = described(member, declarations, { indent, mark: member.isOptional ? ", may be absent" : "" });
    if (!inner || above.includes(inner.name)) return [line];
    return [line, nested(inner.members, declarations, `${indent}  `, [...above, inner.name])];
  });
  return lines.join("\n");
}

export function componentPage(name: Component, declarations: Declarations, example: Example): string {
  const { comment, members } = declarations.classNamed(name);
  const args = declarations.interfaceIn(`${name}Args`);
  const { guide, parts } = written[name];
  return page(
    name,
    comment,
    `How it is used: [${guide.replace(/\.md$/, "").replaceAll("-", " ")}](../${guide}).`,
    section("Example", block(example.program)),
    section("Arguments", listed(args!.members, declarations)),
    section("Outputs", members.map((one) => described(one, declarations)).join("\n")),
    section("Parts", partsOf(parts)),
  );
}

function partsOf(types: readonly string[]): string {
  if (types.length === 0) return "";
  return `It creates and destroys ${enumerated(types.map(code))}. Their pages say what destroying does, which drift is seen, how they are imported, and which API calls and permissions they need.`;
}

/** Arguments, of which some are required. */
function listed(members: readonly Member[], declarations: Declarations): string {
  return members.map((one) => described(one, declarations, { mark: one.isOptional ? "" : ", _required_" })).join("\n");
}

function described(
  { name, type, comment }: Member,
  declarations: Declarations,
  { mark = "", indent = "" } = {},
): string {
  return `${indent}- **\`${name}\`** (\`${plainType(declarations.resolved(type))}\`${mark}): ${comment}`;
}

/**
 * Without what stands for values that are known later, and without the comments of what a type
 * holds.
 */
function plainType(type: string): string {
  const inner = type.replace(/pulumi\.(?:Input|Output)<((?:[^<>]|<[^<>]*>)*)>/g, "$1");
  if (inner !== type) return plainType(inner);
  return type.includes("/**") ? type.replace(/\{.*\}/s, "object") : type;
}
