import { CheckRequest } from "@pulumi/pulumi/proto/provider_pb";
import { checkConfiguration } from "../../../provider/hosts/plugin/configuration";
import { sent } from "../../../provider/hosts/plugin/properties";

/**
 * Settings that the plugin does not have: those of an explicit provider, and those of the stack's
 * configuration.
 */

const said = (project: string, name: string) => {
  const request = new CheckRequest();
  request.setUrn(`urn:pulumi:dev::${project}::pulumi:providers:ciphertrust::${name}`);
  request.setNews(
    sent({ address: "https://cm.example.com", adress: "x", colour: "blue", version: "1.0.0" }, new Set()),
  );
  const warnings: string[] = [];
  const response = checkConfiguration(request, (text) => void warnings.push(text));
  return { refused: response.getFailuresList().map((one) => one.getReason()), warnings };
};

const misspelt = expect.stringMatching(/^(warning: )?adress is not a setting .*: did you mean address\?$/) as string;
const unknown = expect.stringMatching(/^(warning: )?colour is not a setting .*: its settings are address, /) as string;

test.each([
  ["an explicit provider", "shop", "paris", { refused: [misspelt, unknown], warnings: [] }],
  ["the stack", "shop", "default", { refused: [misspelt], warnings: [unknown] }],
  ["the stack, of another version", "shop", "default_1_2_3", { refused: [misspelt], warnings: [unknown] }],
  ["a project of that name", "ciphertrust", "default", { refused: [], warnings: [misspelt, unknown] }],
])("of %s", (_whose, project, name, expected) => {
  expect(said(project, name)).toEqual(expected);
});
