import { collection, freely } from "../../core/collection";
import { conflict } from "../../core/errors";
import { addresses, outside, type Call, type Header, type Scope, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { selfSigned } from "../../shared/selfSigned";
import { synchronization } from "../../shared/synchronization";
import { addCertificate, cloudCertificates, type CloudCertificate } from "./cloud";
import { namedOrganization, openOrganization, organizations, type Organization } from "./organizations";

/** What the service knows of a certificate in Salesforce. */
export interface Certificate extends Header {
  readonly name: string;
  /** The service's id of the organization. */
  readonly organization_id: string;
  readonly cloud_name: "sfdc";
  readonly gone: boolean;
  readonly sfdc_param: {
    readonly Id: string;
    readonly DeveloperName: string;
    readonly KeySize: number;
    readonly CertificateChain?: string;
  };
}

export const certificates = defineKind<Certificate>("sfdc-certificates", {
  address: addresses,
  organization_id: (certificate) => certificate.organization_id,
});

function record(scope: Scope, organization: Organization, cloud: CloudCertificate): Certificate {
  return scope.put(certificates, {
    ...scope.header("cckm:sfdc-certificate"),
    name: cloud.name,
    organization_id: organization.id,
    cloud_name: "sfdc",
    gone: false,
    sfdc_param: {
      Id: cloud.id,
      DeveloperName: cloud.name.replace(/\W+/g, "_"),
      KeySize: cloud.keySize,
      CertificateChain: cloud.certificate,
    },
  });
}

/**
 * Salesforce makes certificates for uploads with keys of 4096 bits; the PEM shown here has a
 * smaller one, which is quicker to make.
 */
function create(call: Call): Certificate {
  const organization = namedOrganization(call);
  const name = call.body.requiredText("name");
  const { id: organizationId } = openOrganization(call, organization);
  const taken = call
    .in(outside)
    .by(cloudCertificates, "org", organizationId)
    .some((one) => one.name === name);
  if (taken) throw conflict(`DUPLICATE_VALUE: the organization has a certificate called ${name} already`);
  const { certificate } = selfSigned(name, 365, call.now);
  return record(call, organization, addCertificate(call, organizationId, name, 4096, { certificate }));
}

function load(scope: Scope, organization: Organization): Record<string, string> {
  const { id: organizationId } = openOrganization(scope, organization);
  const known = new Map(
    scope.by(certificates, "organization_id", organization.id).map((one) => [one.sfdc_param.Id, one]),
  );
  for (const cloud of scope.in(outside).by(cloudCertificates, "org", organizationId)) {
    const before = known.get(cloud.id);
    known.delete(cloud.id);
    if (before === undefined) record(scope, organization, cloud);
    else if (before.gone) scope.change(certificates, before, { gone: false });
  }
  for (const lost of known.values()) if (!lost.gone) scope.change(certificates, lost, { gone: true });
  return { [organizationId]: "certificates synchronized successfully" };
}

export const certificateSynchronization = synchronization<Organization>({
  root: "/cckm/sfdc/certificates/synchronization-jobs",
  cloudName: "sfdc",
  containers: "organization_ids",
  options: [],
  kind: organizations,
  effort: (scope, { organization_id }) => ({
    keys: scope.in(outside).by(cloudCertificates, "org", organization_id).length,
  }),
  load,
});

export const certificateOperations: Operations = {
  ...collection<Certificate>({
    kind: certificates,
    path: "/cckm/sfdc/certificates",
    filters: ["id", "name", "organization_id", "cloud_name", "gone"],
    create,
    remove: freely,
  }),
  ...certificateSynchronization.operations,
};
