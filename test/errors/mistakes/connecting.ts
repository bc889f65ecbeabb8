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

export const login: Mistake[] = [
  mistake("A wrong password", (rig) => configured(rig, { password: "Wrong-1" })),
  mistake("A user name that does not exist", (rig) => configured(rig, { username: "amdin" }), {
    next: "The service does not tell a wrong name from a wrong password.",
  }),
  mistake(
    "A password that ends in a line break",
    (rig) => configured(rig, { password: `${rig.emulator.password}\n` }),
    { next: "Use `.trimEnd()`, or `$(cat password.txt)` in a shell." },
  ),
  mistake("A wrong domain", (rig) => configured(rig, { domain: "prod" }), {
    next: "Give a domain of the user, or none for the root domain.",
  }),
  mistake(
    "A client's private key that is encrypted",
    async (rig) => {
      const { certificate } = await (await makeAuthority()).issue("client");
      const clientKey = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n";
      return configured(rig, { clientId: "c-1", clientCertificate: certificate, clientKey });
    },
    { next: "Decrypt it (`openssl pkey`), and keep it as a secret of the stack." },
  ),
  mistake("A client certificate that does not belong to its key", async (rig) => {
    const authority = await makeAuthority();
    const [one, other] = [await authority.issue("one"), await authority.issue("other")];
    return configured(rig, { clientId: "c-1", clientCertificate: one.certificate, clientKey: other.key });
  }),
];

export const reaching: Mistake[] = [
  mistake("No address", (rig) => configured(rig, { address: "" })),
  mistake("An http address", (rig) => configured(rig, { address: "http://ciphertrust.example.com" })),
  mistake("An address from a browser", (rig) =>
    configured(rig, { address: "https://ciphertrust.example.com/?tenant=acme" }),
  ),
  mistake("An IPv6 address without brackets", (rig) => configured(rig, { address: "fd00::1" })),
  mistake("A proxy that demands a password", async (rig) => {
    const { port, close } = await startProxy({ port: 1, demand: "user:password" });
    const proxy = {
      url: `http://localhost:${port}`,
      except: "",
      variable: "HTTPS_PROXY",
      host: "proxy.example.com:3128",
    };
    const address = "https://ciphertrust.example.com";
    return configured(rig, { address }, { proxy }).finally(close);
  }),
  mistake("A service that is down, or a wrong port", (rig) => configured(rig, { address: "https://127.0.0.1:1" })),
  mistake(
    "A proxy's page in between",
    async (rig) => {
      const authority = await makeAuthority();
      const { certificate: cert, key } = await authority.issue("localhost");
      const proxy = createServer({ cert, key }, (_request, response) => response.end(page));
      return against(proxy, (address) => configured(rig, { address, caCertificate: authority.certificate }));
    },
    { next: "Let the proxy pass calls to the service, or add the host to `NO_PROXY`." },
  ),
];

export const certificates: Mistake[] = [
  mistake(
    "A port that does not speak TLS",
    (rig) =>
      against(
        createPlainServer((_request, response) => response.end()),
        (address) => configured(rig, { address }),
      ),
    { next: "Usually port 443." },
  ),
  mistake("A self-signed certificate without its CA", (rig) => configured(rig, { caCertificate: "" }), {
    next: "Download the CA of the web interface from the service.",
  }),
  mistake("The certificate of another CA", async (rig) =>
    configured(rig, { caCertificate: (await makeAuthority()).certificate }),
  ),
  mistake("A CA file that does not exist", (rig) => configured(rig, { caCertificate: "./missing.pem" }), {
    next: "The path is relative to where Pulumi runs.",
  }),
  mistake("An expired server certificate", async (rig) => {
    const authority = await makeAuthority();
    const { certificate: cert, key } = await authority.issueExpired("localhost");
    return against(createServer({ cert, key }), (address) =>
      configured(rig, { address, caCertificate: authority.certificate }),
    );
  }),
  mistake(
    "An address that the certificate does not carry",
    async (rig) => {
      const authority = await makeAuthority();
      const { certificate: cert, key } = await authority.issue("ciphertrust.example.com");
      return against(createServer({ cert, key }), (address) =>
        configured(rig, { address, caCertificate: authority.certificate }),
      );
    },
    { next: "Or issue a certificate for this name." },
  ),
];

export const settings: Mistake[] = [
  mistake("An unknown stack setting", () => Promise.resolve(unknownSettings(["ciphertrust:adress"])[0]!.problem)),
  mistake(
    "A misspelt provider argument",
    () => {
      const names = Object.fromEntries(settingNames.map((name) => [name, true] as const));
      try {
        checkNames('Provider "eu"', { adress: "https://eu.example.com" }, names);
        throw new Error("the mistake went through");
      } catch (error) {
        return Promise.resolve((error as Error).message);
      }
    },
    { written: 'new ciphertrust.Provider("eu", { adress: "https://eu.example.com" })' },
  ),
  mistake("A setting out of range", (rig) => configured(rig, { requestTimeoutSeconds: "0" })),
];
