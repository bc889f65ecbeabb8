/**
 * Names of groups of operations whose paths do not say it in a reader's words, not even with a
 * capital letter; the longest beginning counts.
 */
const names: Readonly<Record<string, string>> = {
  "/admin": "Access policies",
  "/audit": "Audit records",
  "/auth": "Logins and tokens",
  "/ca": "Certificate authorities",
  "/cckm/aws": "AWS",
  "/cckm/aws/custom-key-stores": "AWS custom key stores",
  "/cckm/dsm": "DSM",
  "/cckm/ekm": "Google Cloud EKM",
  "/cckm/external-cm": "External CipherTrust Manager",
  "/cckm/google": "Google Cloud",
  "/cckm/GoogleWorkspaceCSE": "Google Workspace CSE",
  "/cckm/hsm/luna": "Luna HSM",
  "/cckm/microsoft/dke": "Microsoft DKE",
  "/cckm/oci": "OCI",
  "/cckm/sap": "SAP Data Custodian",
  "/cckm/settings": "Cloud key management settings",
  "/cckm/sfdc": "Salesforce",
  "/cckm/virtual": "Virtual keys",
  "/client-management": "Clients",
  "/configs": "Configuration",
  "/connectionmgmt": "Connections",
  "/crypto": "Cryptography",
  "/domains": "Domains",
  "/licensing": "Licensing",
  "/quorum-mgmt": "Quorums",
  "/scheduler": "Scheduler",
  "/usermgmt": "Users and groups",
  "/vault": "Vault",
};
const longestFirst = Object.keys(names).sort((a, b) => b.length - a.length);

/** The group of an operation in the guide. */
export function tagOf(path: string): string {
  const known = longestFirst.find((beginning) => path === beginning || path.startsWith(`${beginning}/`));
  if (known !== undefined) return names[known] ?? known;
  const [, area = path, cloud] = path.split("/");
  return area === "cckm" && cloud !== undefined ? cloud.charAt(0).toUpperCase() + cloud.slice(1) : area;
}
