import type { ResourceValidationArgs, ResourceValidationPolicy } from "@pulumi/policy/policy";
import { allowed, counted } from "../provider/api/counted";
import { classOf, labelOf } from "./resources";
import { settingsOf } from "./settings";

/** Rules on how clients come by their identity. */

/** Settings of the rule `registration-token-limits`. */
export interface RegistrationTokenRule {
  /** The longest life of a token, in days. Default 7. */
  maximumDays: number;
  /** The most clients that one token may register. Default 100. */
  maximumClients: number;
}

/** Settings of the rule `client-certificate-days`. */
export interface ClientCertificateRule {
  /** The longest life of a client's certificate, in days. Default 365. */
  maximumDays: number;
}

/** What the service gives a certificate whose days nobody set. */
const serviceDays = 730;

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A lifetime such as `90m` in days; `undefined` for one without end. */
function daysOf(lifetime: unknown): number | undefined {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(typeof lifetime === "string" ? lifetime : "") ?? [];
  return unit === undefined || Number(count) === 0 ? undefined : (Number(count) * secondsOf[unit]!) / 86_400;
}

/** The properties of a resource of one of these classes, with its name for messages. */
function propertiesOf(args: ResourceValidationArgs, ...types: string[]) {
  const type = classOf(args);
  if (type === undefined || !types.includes(type)) return undefined;
  return { props: args.props as Record<string, unknown>, label: labelOf({ type, name: args.name }) };
}

/** A token grants access to its holder: limited in time and number. */
export const registrationTokenLimits: ResourceValidationPolicy = {
  name: "registration-token-limits",
  description: "A registration token ends, and registers a limited number of clients.",
  configSchema: {
    properties: {
      maximumDays: { type: "number", exclusiveMinimum: 0, default: 7 },
      maximumClients: { type: "integer", minimum: 1, default: 100 },
    },
  },
  validateResource(args, report) {
    const { maximumDays, maximumClients } = settingsOf<RegistrationTokenRule>(registrationTokenLimits, args.getConfig);
    const found = propertiesOf(args, "RegistrationToken");
    if (!found) return;
    const { props, label } = found;
    const days = daysOf(props.lifetime);
    if (days === undefined) {
      report(
        `${label} never ends. Give it a lifetime of at most ${counted(maximumDays, "day")}, such as lifetime: "24h".`,
      );
    } else if (days > maximumDays) {
      report(
        `${label} lives for ${String(props.lifetime)}; at most ${allowed(maximumDays, "day")}. Shorten its lifetime.`,
      );
    }
    const clients = props.maxClients;
    if (typeof clients !== "number" || clients < 1) {
      report(`${label} registers any number of clients. Give it a limit, such as maxClients: 1.`);
    } else if (clients > maximumClients) {
      report(
        `${label} registers ${counted(clients, "client")}; at most ${allowed(maximumClients)}. Lower its maxClients.`,
      );
    }
  },
};

/** A stolen certificate can be used until it expires. */
export const clientCertificateDays: ResourceValidationPolicy = {
  name: "client-certificate-days",
  description: "Certificates of clients end soon enough.",
  configSchema: { properties: { maximumDays: { type: "integer", minimum: 1, default: 365 } } },
  validateResource(args, report) {
    const { maximumDays } = settingsOf<ClientCertificateRule>(clientCertificateDays, args.getConfig);
    const found = propertiesOf(args, "ClientProfile", "RegistrationToken");
    if (!found) return;
    const { props, label } = found;
    const days = Number(props.certDuration ?? 0);
    // The default of a token is that of its profile.
    if (days === 0 && classOf(args) === "RegistrationToken") return;
    if ((days || serviceDays) <= maximumDays) return;
    const what =
      days === 0
        ? `leaves it to the service how long certificates live: ${serviceDays} days`
        : `gives certificates ${counted(days, "day")}`;
    report(`${label} ${what}; at most ${allowed(maximumDays)}. Set certDuration: ${maximumDays} or less.`);
  },
};
