import { AsyncLocalStorage } from "node:async_hooks";
import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity, RequirePulumiVersionRequest } from "@pulumi/pulumi/proto/engine_pb";

const warning = "warning: ";

const subject = new AsyncLocalStorage<string>();

/** The engine runs on this machine; gRPC would look for it through `https_proxy`. */
const withoutProxy = { "grpc.enable_http_proxy": 0 };

/** Runs work whose messages are about one resource. */
export const about = <T>(urn: string, work: () => T): T => subject.run(urn, work);

/** Shows messages to the user, each at the resource whose call is in progress. */
export class EngineLog {
  private client: EngineClient | undefined;
  private readonly underWay = new Set<Promise<void>>();

  /** `address` is the engine's; until it is known, messages go to standard error. */
  connect(address: string): void {
    this.client = new EngineClient(address, credentials.createInsecure(), withoutProxy);
  }

  write(text: string, urn = subject.getStore() ?? ""): void {
    const { client } = this;
    if (!client) return void process.stderr.write(`${text}\n`);
    const isWarning = text.startsWith(warning);
    const request = new LogRequest();
    request.setSeverity(isWarning ? LogSeverity.WARNING : LogSeverity.INFO);
    request.setMessage(isWarning ? text.slice(warning.length) : text);
    request.setUrn(urn);
    // An engine that is ending shows nothing more.
    const shown = new Promise<void>((done) => client.log(request, () => done()));
    this.underWay.add(shown);
    void shown.then(() => this.underWay.delete(shown));
  }

  /** What the engine itself says of its version. */
  isAtLeast(version: string): Promise<boolean> {
    const request = new RequirePulumiVersionRequest();
    request.setPulumiVersionRange(`>=${version}`);
    return new Promise((done) => {
      if (this.client) this.client.requirePulumiVersion(request, (error) => done(!error));
      else done(false);
    });
  }

  /**
   * Resolves when the engine has everything: it forgets a resource's messages that arrive after the
   * end of its operation.
   */
  async written(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
