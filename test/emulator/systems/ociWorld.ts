/** What the emulated Oracle Cloud contains. */
export const ociWorld = {
  tenancy: "ocid1.tenancy.oc1..aaaaaaaaexampletenancyproduction",
  security: "ocid1.compartment.oc1..aaaaaaaaexamplecompartmentsecurity",
  payments: "ocid1.compartment.oc1..aaaaaaaaexamplecompartmentpayments",
  shared: "ocid1.vault.oc1.eu-frankfurt-1.aaaaexamplevaultshared",
  analytics: "ocid1.vault.oc1.us-ashburn-1.aaaaexamplevaultanalytics",
};

const pem = (text: string) => `-----BEGIN PRIVATE KEY-----\n${`${text}EXAMPLE`.repeat(4)}\n-----END PRIVATE KEY-----\n`;

export const ociUser = {
  region: "eu-frankfurt-1",
  tenancyOcid: ociWorld.tenancy,
  userOcid: "ocid1.user.oc1..aaaaaaaaexampleuserciphertrust",
  fingerprint: "12:34:56:78:9a:bc:de:f0:12:34:56:78:9a:bc:de:f0",
  credentials: { keyFile: pem("MIIEvQIBADANBgkqhki") },
};

export const protectedUser = {
  ...ociUser,
  userOcid: "ocid1.user.oc1..aaaaaaaaexampleuserprotected",
  fingerprint: "a1:b2:c3:d4:e5:f6:07:18:29:3a:4b:5c:6d:7e:8f:90",
  credentials: { keyFile: pem("MIIFHDBOBgkqhkiG9w0"), passPhrase: "example-pass-phrase" },
};

export const stagingUser = {
  ...ociUser,
  tenancyOcid: "ocid1.tenancy.oc1..aaaaaaaaexampletenancystaging",
  userOcid: "ocid1.user.oc1..aaaaaaaaexampleuserstaging",
  fingerprint: "0f:1e:2d:3c:4b:5a:69:78:87:96:a5:b4:c3:d2:e1:f0",
  credentials: { keyFile: pem("MIIEvgIBADANBgkqhki") },
};
