import { startProxy } from "../../api/connectProxy";
import type { AddressInfo } from "node:net";
import { createServer as createPlainServer, type Server as PlainServer } from "node:http";
import { createServer, type Server } from "node:https";
import { makeAuthority } from "../../api/certificates";
import { checkNames } from "../../../sdk/arguments";
import { unknownSettings } from "../../../sdk/configuration";
import { settingNames } from "../../../provider/api/settings";
import { configured, mistake, type Mistake } from "../mistake";

type AnyServer = Server | PlainServer;

/** The provider's errors for a server that is not the service. */
async function against<R>(server: AnyServer, run: (address: string) => Promise<R>): Promise<R> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  try {
    return await run(`https://localhost:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const page = "<html><body>Please sign in</body></html>";

export const connecting: Mistake[] = [
  mistake(
    "A wrong password",
    "ciphertrust:password: Wrong-1",
    (rig) => configured(rig, { password: "Wrong-1" }),
    "Correct the setting. Nothing is retried, so that no account gets locked.",
  ),
  mistake(
    "A user name that does not exist",
    "ciphertrust:username: amdin",
    (rig) => configured(rig, { username: "amdin" }),
    "Correct the setting. The service does not tell a wrong name from a wrong password.",
  ),
  mistake(
    "A password that ends in a line break",
    'ciphertrust:password: readFileSync("password.txt", "utf8")',
    (rig) => configured(rig, { password: `${rig.emulator.password}\n` }),
    "Remove the line break: `.trimEnd()`, or `$(cat password.txt)` in a shell.",
  ),
  mistake(
    "A wrong domain",
    "ciphertrust:domain: prod",
    (rig) => configured(rig, { domain: "prod" }),
    "Give the name of a domain that the user belongs to, or leave it out for the root domain.",
  ),
  mistake(
    "No address",
    "ciphertrust:address is not set",
    (rig) => configured(rig, { address: "" }),
    "Set the address, and user name and password or a client's identity.",
  ),
  mistake(
    "An http address",
    "ciphertrust:address: http://ciphertrust.example.com",
    (rig) => configured(rig, { address: "http://ciphertrust.example.com" }),
    "The service speaks HTTPS only.",
  ),
  mistake(
    "An address from a browser",
    "ciphertrust:address: https://ciphertrust.example.com/?tenant=acme",
    (rig) => configured(rig, { address: "https://ciphertrust.example.com/?tenant=acme" }),
    "Set the tenant by itself.",
  ),
  mistake(
    "An IPv6 address without brackets",
    "ciphertrust:address: fd00::1",
    (rig) => configured(rig, { address: "fd00::1" }),
    "Write it in brackets.",
  ),
  mistake(
    "A proxy that demands a password",
    "HTTPS_PROXY=http://proxy.example.com:3128",
    async (rig) => {
      const { port, close } = await startProxy({ port: 1, demand: "user:password" });
      const proxy = {
        url: `http://localhost:${port}`,
        except: "",
        variable: "HTTPS_PROXY",
        host: "proxy.example.com:3128",
      };
      const address = "https://ciphertrust.example.com";
      return configured(rig, { address }, { proxy }).finally(close);
    },
    "Set the proxy with its user and password; encode special characters in them.",
  ),
  mistake(
    "A service that is down, or a wrong port",
    "ciphertrust:address: https://127.0.0.1:1",
    (rig) => configured(rig, { address: "https://127.0.0.1:1" }),
    "Start the service, or correct the address.",
  ),
  mistake(
    "A port that does not speak TLS",
    "ciphertrust:address names a plain HTTP port",
    (rig) =>
      against(
        createPlainServer((_request, response) => response.end()),
        (address) => configured(rig, { address }),
      ),
    "Give the port of the web interface, usually 443.",
  ),
  mistake(
    "A self-signed certificate without its CA",
    "ciphertrust:caCertificate is not set",
    (rig) => configured(rig, { caCertificate: "" }),
    "Download the CA of the web interface from the service and set it.",
  ),
  mistake(
    "The certificate of another CA",
    "ciphertrust:caCertificate: other-ca.pem",
    async (rig) => configured(rig, { caCertificate: (await makeAuthority()).certificate }),
    "Set the CA that signed the certificate of the web interface.",
  ),
  mistake(
    "A CA file that does not exist",
    "ciphertrust:caCertificate: ./missing.pem",
    (rig) => configured(rig, { caCertificate: "./missing.pem" }),
    "Correct the path; it is relative to where Pulumi runs.",
  ),
  mistake(
    "An expired server certificate",
    "the certificate of the web interface has ended",
    async (rig) => {
      const authority = await makeAuthority();
      const { certificate: cert, key } = await authority.issueExpired("localhost");
      return against(createServer({ cert, key }), (address) =>
        configured(rig, { address, caCertificate: authority.certificate }),
      );
    },
    "Renew the certificate in the service.",
  ),
  mistake(
    "An address that the certificate does not carry",
    "ciphertrust:address: https://other.example.com",
    async (rig) => {
      const authority = await makeAuthority();
      const { certificate: cert, key } = await authority.issue("ciphertrust.example.com");
      return against(createServer({ cert, key }), (address) =>
        configured(rig, { address, caCertificate: authority.certificate }),
      );
    },
    "Use a host name of the certificate, or issue one for this name.",
  ),
  mistake(
    "A proxy's page in between",
    "a proxy responds with an HTML page",
    async (rig) => {
      const authority = await makeAuthority();
      const { certificate: cert, key } = await authority.issue("localhost");
      const proxy = createServer({ cert, key }, (_request, response) => response.end(page));
      return against(proxy, (address) => configured(rig, { address, caCertificate: authority.certificate }));
    },
    "Let the proxy pass calls to the service, or go around it.",
  ),
  mistake(
    "A client's private key that is encrypted",
    "ciphertrust:clientKey: an encrypted PEM file",
    async (rig) => {
      const { certificate } = await (await makeAuthority()).issue("client");
      const clientKey = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n";
      return configured(rig, { clientId: "c-1", clientCertificate: certificate, clientKey });
    },
    "Decrypt it (`openssl pkey`), and keep it as a secret of the stack.",
  ),
  mistake(
    "A client certificate that does not belong to its key",
    "ciphertrust:clientCertificate and clientKey of two clients",
    async (rig) => {
      const authority = await makeAuthority();
      const [one, other] = [await authority.issue("one"), await authority.issue("other")];
      return configured(rig, { clientId: "c-1", clientCertificate: one.certificate, clientKey: other.key });
    },
    "Give the two that were made together.",
  ),
  mistake(
    "An unknown stack setting",
    "ciphertrust:adress: https://ciphertrust.example.com",
    () => Promise.resolve(unknownSettings(["ciphertrust:adress"])[0]!.problem),
    "Correct the name.",
  ),
  mistake(
    "A misspelt provider argument",
    'new ciphertrust.Provider("eu", { adress: "https://eu.example.com" })',
    () => {
      const names = Object.fromEntries(settingNames.map((name) => [name, true] as const));
      try {
        checkNames('Provider "eu"', { adress: "https://eu.example.com" }, names);
        throw new Error("the mistake went through");
      } catch (error) {
        return Promise.resolve((error as Error).message);
      }
    },
    "Correct the name.",
  ),
  mistake(
    "A setting out of range",
    "ciphertrust:requestTimeoutSeconds: 0",
    (rig) => configured(rig, { requestTimeoutSeconds: "0" }),
    "Give a number in the range.",
  ),
];
