import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// Who may open documents: everyone in the company's tenant.
const staff = new ciphertrust.DkeTenant("staff", {
  tenantId: "5f0a1c9e-7d6b-4c7e-9f0e-2b1f4b6d8a10",
  authorizationType: "email",
  authorizedEmailAddresses: ["*@example.com"],
});

// The second key of a sensitivity label. Documents that it protects can never be opened without it: in production leave
// onDestroy out, which archives it.
const board = new ciphertrust.DkeEndpoint("board", {
  keyUriHostname: "keys.example.com",
  authTenants: [staff.id],
  description: "Documents of the board",
  onDestroy: "delete",
});

// Roles of a directory, for tenants that authorize by role.
const directory = new ciphertrust.AzureConnection("directory", {
  clientId: "0b7de3c4-58f1-4a0e-8d6a-1f9c2e7b4a35",
  tenantId: "7f2c1d0a-4b6e-4c1e-9a51-2f8d3e6b7c90",
  clientSecret: config.requireSecret("azureClientSecret"),
});
export const roles = ciphertrust.getDkeRoles({ connection: directory.id });

export const tenantsByEmail = ciphertrust.DkeTenant.list({ authorizationType: "email", name: staff.name });
export const boardEndpoints = ciphertrust.DkeEndpoint.list({ name: board.name });
