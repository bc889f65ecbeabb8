import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// A license, as it was bought.
new ciphertrust.License("cloud-keys", { license: config.requireSecret("license") });

// The trial that every service has, for 90 days.
new ciphertrust.TrialLicense("trial");

export const licenses = ciphertrust.License.list();
export const trials = ciphertrust.TrialLicense.list();
