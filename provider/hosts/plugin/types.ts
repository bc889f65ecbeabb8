import type { Definition } from "../../lifecycle/vocabulary/definition";
import { secretsOf } from "../../lifecycle/vocabulary/field";
import { definitionOf, tokenOf } from "../../resources/load";
import type { Driven, Host } from "../host";

/** A resource type of the plugin. */
export interface PluginType {
  readonly definition: Definition;
  readonly driven: Driven;
  /** Inputs and outputs that are secret whatever a program says. */
  readonly secrets: readonly string[];
}

/** The types of one process, by URN. */
export class Types {
  private readonly known = new Map<string, PluginType>();

  constructor(private readonly host: Host) {}

  of(urn: string): PluginType {
    const token = tokenIn(urn);
    const type = this.known.get(token) ?? this.load(token);
    this.known.set(token, type);
    return type;
  }

  private load(token: string): PluginType {
    const name = token.slice(token.lastIndexOf(":") + 1);
    const definition = definitionOf(name);
    const right = tokenOf(name);
    if (token !== right) throw new Error(`unknown resource type ${token}; did you mean ${right}?`);
    return { definition, driven: this.host.drive(name), secrets: secretsOf(definition) };
  }
}

/** The type in a URN, without those of its parents. */
function tokenIn(urn: string): string {
  return urn.split("::")[2]!.replace(/^.*\$/, "");
}
