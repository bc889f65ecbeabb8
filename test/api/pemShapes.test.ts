import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAuthority, type Identity } from "./certificates";
import { identity, problems, read } from "./configured";

/** PEM text whose line breaks were changed on its way, and text that lacks its end. */

const folder = mkdtempSync(join(tmpdir(), "ciphertrust-pem-"));
let one: Identity;
let two: Identity;
beforeAll(async () => {
  const authority = await makeAuthority();
  [one, two] = await Promise.all([authority.issue("one"), authority.issue("two")]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const shapes: [string, (block: string) => string][] = [
  ["indented, as in YAML", (block) => block.replace(/^(?=.)/gm, "  ")],
  ["on one line, with spaces in place of its line breaks", (block) => block.trim().replaceAll("\n", " ")],
];
const lines = (text: string | undefined) => text?.trim().split(/\s*\n/);

test.each(shapes)("PEM that is %s is read as TLS reads it, as text and from a file", (_name, shaped) => {
  const both = `${one.certificate.trim()}\n${two.certificate.trim()}\n`;
  const file = join(folder, "ca.pem");
  writeFileSync(file, shaped(both));
  for (const caCertificate of [shaped(both), file]) {
    expect(lines(read({ ...identity, caCertificate }).caCertificate)).toEqual(lines(both));
  }
  const pair = { clientCertificate: one.certificate, clientKey: shaped(one.key) };
  expect(lines(read({ address: "cm", clientId: "c", ...pair }).clientKey)).toEqual(lines(one.key));
});

test("a second caCertificate that is cut off is told", () => {
  const caCertificate = `${one.certificate.trim()}\n${two.certificate.slice(0, 200)}`;
  expect(problems({ ...identity, caCertificate })).toEqual([
    "ciphertrust:caCertificate (CIPHERTRUST_CA_CERT) is a text that is cut off: PEM block 2 has no line -----END",
  ]);
});
