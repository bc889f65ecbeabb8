import {
  CheckResponse,
  DiffResponse,
  type CheckRequest,
  type ConfigureRequest,
  type DiffRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { secretSettings, settingNames, type SettingName } from "../../api/settings";
import type { Bag } from "../../lifecycle/vocabulary/definition";
import { nearestOf } from "../../lifecycle/values/mistakes";
import { nameIn } from "../calls";
import { checkFailure } from "./failure";
import { received, sent } from "./properties";

/** The settings of the stack, or of an explicit provider. */
export class Configuration {
  private settings: Bag = {};

  read(name: SettingName): string | undefined {
    const value = this.settings[name];
    return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
  }

  configure(request: ConfigureRequest): void {
    this.settings = received(request.getArgs()).bag;
  }
}

const names: readonly string[] = settingNames;

/**
 * Credentials become secret, whether or not the program marks them. `warn` shows what the stack's
 * own configuration has for nothing.
 */
export function checkConfiguration(request: CheckRequest, warn: (text: string, urn: string) => void): CheckResponse {
  const { bag, secrets } = received(request.getNews());
  const unknown = Object.keys(bag).filter((key) => !names.includes(key) && !isOfEngine(key));
  const urn = request.getUrn();
  // The stack's own configuration may have more below this name, such as that of a project of the same name.
  const ignored = isDefault(urn) ? unknown.filter((key) => isProjectOf(urn) || !nearestOf(key, names)) : [];
  for (const key of ignored) warn(`warning: ${unknownSetting(key)}`, urn);
  const refused = unknown.filter((key) => !ignored.includes(key));
  const response = new CheckResponse();
  response.setFailuresList(refused.map((key) => checkFailure("", unknownSetting(key))));
  response.setInputs(sent(bag, new Set([...secrets, ...secretSettings])));
  return response;
}

/** Settings change in place: what belongs to another service is refused object by object. */
export function compareConfigurations(request: DiffRequest): DiffResponse {
  const [olds, news] = [received(request.getOldInputs() ?? request.getOlds()).bag, received(request.getNews()).bag];
  const changed = names.filter((name) => JSON.stringify(olds[name]) !== JSON.stringify(news[name]));
  const response = new DiffResponse();
  const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
  response.setChanges(changed.length === 0 ? DIFF_NONE : DIFF_SOME);
  response.setDiffsList(changed);
  return response;
}

/** What the engine itself keeps among a provider's inputs. */
const isOfEngine = (key: string): boolean => key.startsWith("__") || key === "version" || key === "pluginDownloadURL";

/** True for the instance that the engine makes of the stack's configuration. */
const isDefault = (urn: string): boolean => /^default(_|$)/.test(nameIn(urn));

/** True in a project with the name of this provider. */
const isProjectOf = (urn: string): boolean => urn.split("::")[1] === "ciphertrust";

function unknownSetting(name: string): string {
  const nearest = nearestOf(name, names);
  const hint = nearest ? `did you mean ${nearest}?` : `its settings are ${names.join(", ")}`;
  return `${name} is not a setting of this provider: ${hint}`;
}
