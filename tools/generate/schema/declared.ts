import ts from "typescript";
import type { Declarations } from "../declarations";
import { anything, optionsType, type ObjectType, type Property, type TypeSpec, type Types } from "./types";

/** Types that functions declare in TypeScript, in the words of Pulumi's schema. */
export class DeclaredTypes {
  constructor(
    private readonly declarations: Declarations,
    private readonly types: Types,
  ) {}

  /** The members of the interface that a type names, as an object; undefined if it names none. */
  object(type: string): ObjectType | undefined {
    const found = this.declarations.interfaceIn(type);
    if (!found) return undefined;
    const properties = found.members.map(({ name, type, comment }): [string, Property] => [
      name,
      { ...this.of(type), description: comment },
    ]);
    const required = found.members.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    return { type: "object", properties: Object.fromEntries(properties), required };
  }

  of(type: string): TypeSpec {
    const source = ts.createSourceFile(
      "type.ts",
      `type T = ${this.declarations.resolved(type)};`,
      ts.ScriptTarget.Latest,
      true,
    );
    return this.ofNode((source.statements[0] as ts.TypeAliasDeclaration).type);
  }

  private ofNode(node: ts.TypeNode): TypeSpec {
    if (ts.isParenthesizedTypeNode(node)) return this.ofNode(node.type);
    if (ts.isArrayTypeNode(node)) return { type: "array", items: this.ofNode(node.elementType) };
    if (ts.isTypeReferenceNode(node)) return this.ofReference(node);
    // What differs between the members is their names only, or that one of them is a resource.
    if (ts.isUnionTypeNode(node)) return this.ofNode(node.types.at(-1)!);
    if (ts.isLiteralTypeNode(node)) return { type: ts.isStringLiteral(node.literal) ? "string" : "boolean" };
    const type = node.getText();
    return type === "unknown" ? anything : { type };
  }

  private ofReference(node: ts.TypeReferenceNode): TypeSpec {
    const name = node.typeName.getText().replace(/^.*\./, "");
    const inner = node.typeArguments ?? [];
    if (name === "Input") return this.of(inner[0]!.getText());
    if (name === "Record") return { type: "object", additionalProperties: this.ofNode(inner[1]!) };
    const object = this.object(name);
    // Anything else is a name for words.
    return object ? this.types.add(optionsType.replace(/\w+$/, name), object) : { type: "string" };
  }
}
