import {
  CheckResponse,
  CreateResponse,
  DiffResponse,
  PropertyDiff,
  ReadResponse,
  UpdateResponse,
  type CheckRequest,
  type CreateRequest,
  type DeleteRequest,
  type DiffRequest,
  type ReadRequest,
  type UpdateRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { errorRedactorOf } from "../../api/secrets";
import type { Bag, Definition, Failure } from "../../lifecycle/vocabulary/definition";
import { nameInputOf, secretsOf, isLeftToService, marksOf } from "../../lifecycle/vocabulary/field";
import { attend, nameIn, type ProviderCall, type ProtocolRequest } from "../calls";
import { about, type EngineLog } from "./engineLog";
import { checkFailure, failureOf } from "./failure";
import { withOptions } from "./options";
import { received, repeating, sent, type Received } from "./properties";
import { filledInKey } from "../../lifecycle/vocabulary/hiddenKeys";
import { definitionOf, tokenOf } from "../../resources/load";
import type { Driven, Host } from "../host";
import { unknownValue } from "../../lifecycle/vocabulary/schema";

/**
 * Older engines take an object that was imported by its name for another one, and replace it in
 * each update.
 */
const importsByName = "3.252.0";

const importedByName = (request: ReadRequest, id: string): Error =>
  new Error(
    `importing "${request.getId()}" by its name needs Pulumi ${importsByName} or later: import it by its id, "${id}".`,
  );

/**
 * The calls about resources, each a translation between Pulumi's protocol and what every host
 * drives.
 */
export class Resources {
  constructor(
    private readonly types: Types,
    private readonly log: EngineLog,
  ) {}

  check = (request: CheckRequest): Promise<CheckResponse> => {
    const [olds, news] = [received(request.getOlds()), received(request.getNews())];
    return this.about(request, [news], async ({ call, definition, driven, conceal }) => {
      const given = withOptions(definition, withName(definition, news.bag, nameIn(request.getUrn())));
      const { inputs, failures } = await driven.check(call, olds.bag, given.news, given.failures);
      const response = new CheckResponse();
      response.setInputs(conceal(inputs));
      response.setFailuresList(failures.map(failed));
      return response;
    });
  };

  diff = (request: DiffRequest): Promise<DiffResponse> => {
    const [olds, news] = [received(request.getOlds()), received(request.getNews())];
    return this.about(request, [news], async ({ call, driven }) => {
      const difference = await driven.diff(call, request.getId(), olds.bag, news.bag);
      const response = new DiffResponse();
      const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
      response.setChanges(difference.changes ? DIFF_SOME : DIFF_NONE);
      response.setReplacesList(difference.replaces);
      response.setDeletebeforereplace(difference.deleteBeforeReplace);
      return response;
    });
  };

  create = (request: CreateRequest): Promise<CreateResponse> => {
    const news = received(request.getProperties());
    return this.about(request, [news], async ({ call, definition, driven, conceal }) => {
      const { id, state } = request.getPreview()
        ? { id: "", state: foreseen(definition, news.bag) }
        : await driven.create(call, news.bag);
      const response = new CreateResponse();
      response.setId(id);
      response.setProperties(conceal(state));
      return response;
    });
  };

  update = (request: UpdateRequest): Promise<UpdateResponse> => {
    const [olds, news] = [received(request.getOlds()), received(request.getNews())];
    return this.about(request, [news, kept(olds, news)], async ({ call, definition, driven, conceal }) => {
      const state = request.getPreview()
        ? foreseen(definition, news.bag, olds.bag)
        : (await driven.update(call, request.getId(), olds.bag, news.bag)).state;
      const response = new UpdateResponse();
      response.setProperties(conceal(state));
      return response;
    });
  };

  /**
   * For a refresh; for a lookup by id, which sends no state; and for an import, which does not
   * either.
   */
  read = (request: ReadRequest): Promise<ReadResponse> => {
    const [state, inputs] = [received(request.getProperties()), received(request.getInputs())];
    return this.about(request, [state, inputs], async ({ call, driven, conceal }) => {
      const found = await driven.read(call, request.getId(), state.bag);
      const response = new ReadResponse();
      if (!found) return response;
      const isNamed = Object.keys(state.bag).length === 0 && found.id !== request.getId();
      if (isNamed && !(await this.log.isAtLeast(importsByName))) throw importedByName(request, found.id);
      response.setId(found.id);
      response.setProperties(conceal(found.state));
      if (found.inputs) response.setInputs(conceal(found.inputs));
      return response;
    });
  };

  delete = (request: DeleteRequest): Promise<Empty> => {
    const state = received(request.getProperties());
    return this.about(request, [state], async ({ call, driven }) => {
      await driven.delete(call, request.getId(), state.bag);
      return new Empty();
    });
  };

  /**
   * Runs work as a call for one resource. Secret is what its type says, and what is secret in
   * `given`.
   */
  private async about<T extends object>(
    request: ProtocolRequest & { getUrn(): string },
    given: readonly Received[],
    work: (about: Omit<PluginType, "secrets"> & { call: ProviderCall; conceal(bag: Bag): Struct }) => Promise<T>,
  ): Promise<T> {
    const urn = request.getUrn();
    const type = this.types.of(urn);
    const secrets = new Set([...type.secrets, ...given.flatMap(({ secrets }) => [...secrets])]);
    const texts = given.flatMap((one) => one.texts);
    const conceal = (bag: Bag) => sent(bag, new Set([...secrets, ...repeating(bag, texts)]));
    try {
      return await about(urn, () => attend(urn, request, (call) => work({ ...type, call, conceal }), PropertyDiff));
    } catch (error) {
      throw failureOf(error, { conceal, redact: errorRedactorOf(texts) });
    }
  }
}

/** What only the old state has: it stays as secret as it was. */
function kept(olds: Received, { bag }: Received): Received {
  return { ...olds, secrets: new Set([...olds.secrets].filter((key) => !(key in bag))) };
}

/** A name that the program leaves out is that of the resource. */
function withName(definition: Definition, news: Bag, name: string): Bag {
  const key = nameInputOf(definition);
  if (key === undefined || (news[key] ?? undefined) !== undefined) return news;
  return { ...news, [key]: name, [filledInKey]: true };
}

const failed = ({ property, reason }: Failure) => checkFailure(property, reason);

/** A resource type of the plugin. */
interface PluginType {
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

/**
 * The outputs that a preview knows: arguments, because the service returns them unchanged, and
 * outputs of the former state that an update keeps. All others are unknown until the update.
 */
export function foreseen(definition: Definition, inputs: Bag, former?: Bag): Bag {
  const given = Object.keys(definition.inputs).map((key) => [key, foreseenInput(definition, key, inputs, former)]);
  const outputs = Object.keys(definition.outputs).filter((key) => !(key in definition.inputs));
  const shown = outputs.map((key) => [key, (isKept(definition, key) ? former?.[key] : undefined) ?? unknownValue]);
  return Object.fromEntries([...given, ...shown]) as Bag;
}

function foreseenInput(definition: Definition, key: string, inputs: Bag, former: Bag | undefined): unknown {
  if (inputs[key] !== undefined) return inputs[key];
  return (isLeftToService(definition, key) ? former?.[key] : undefined) ?? unknownValue;
}

/** True for what a service returns only once. */
function isKept(definition: Definition, key: string): boolean {
  return marksOf(definition, key).seen === "once";
}
