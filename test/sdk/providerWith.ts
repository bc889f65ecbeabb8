import * as pulumi from "@pulumi/pulumi";
import { Provider } from "../../sdk";

/** A provider instance with these settings, as functions see it; nothing is registered. */
export const providerWith = (settings: object): Provider =>
  Object.create(Provider.prototype, { settings: { value: pulumi.output(settings) } }) as Provider;
