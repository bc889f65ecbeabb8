import { createHash } from "node:crypto";
import { notFound } from "../../core/errors";
import type { Call, Scope } from "../../core/scope";
import { adminGroup, domains, groups, visibleUser } from "../../shared/identities";
import { attachments, policies, policyToAttach } from "../accessPolicies/record";
import { endpoints as cseEndpoints } from "../cse/record";
import { endpoints as ekmEndpoints } from "../ekm/endpoints";
import { sourceOfLink, sourceOfNewLink } from "../vault/links";
import { targetVaultKey, vaultLinks } from "../vault/record";

/** What a held call is about. */
export interface Resource {
  readonly id: string;
  readonly name: string;
  readonly uri: string;
}

/** An operation that may need the approval of others, and what its profile begins with. */
export interface Guardable {
  readonly operation: string;
  /** Method and path as in `operations.tsv`. */
  readonly route: string;
  readonly label: string;
  readonly category: string;
  readonly voters: readonly string[];
  /** True when the service makes the call itself once it is approved. */
  readonly isAutomatic: boolean;
  /** What a call is about; the first is what its quorum names. */
  readonly resources: (call: Call) => readonly Resource[];
}

const ofRecord = ({ id, name, uri }: Resource): readonly Resource[] => [{ id, name, uri }];

/** Users and groups show no URI. */
const withUri = (scope: Scope, path: string, id: string, name: string): Resource => {
  return { id, name, uri: scope.header(path, "", id).uri };
};

const ofKey = (call: Call): readonly Resource[] => ofRecord(targetVaultKey(call));

/** A link has no name of its own: it goes by its source's. */
function ofLink(call: Call): readonly Resource[] {
  const { id, uri } = call.target(vaultLinks);
  return [{ id, uri, name: sourceOfLink(call).name }];
}

function ofAttachment(call: Call): readonly Resource[] {
  const { id, uri, hidden } = call.target(attachments);
  return [{ id, uri, name: call.need(policies, hidden.policy).name }];
}

function ofMembership(call: Call): readonly Resource[] {
  const { name } = call.target(groups, "name");
  const user = visibleUser(call, call.param("user_id"));
  if (user === undefined) throw notFound();
  return [withUri(call, "admin:groups", name, name), withUri(call, "admin:users", user.id, user.username)];
}

function ofProfile(call: Call): readonly Resource[] {
  const { operation } = needGuardable(call, call.param());
  return [withUri(call, "admin:quorum-profiles", profileId(call, operation), operation)];
}

const keys = { category: "Keys", voters: ["Key Admins"], isAutomatic: false, resources: ofKey };
const links = { ...keys, category: "Links" };
const access = { category: "Policies", voters: [adminGroup], isAutomatic: false };
const cckm = { category: "CCKM", voters: ["CCKM Admins"], isAutomatic: false };

/** All operations of the emulator that the service lets quorums guard. */
export const guardables: readonly Guardable[] = [
  { operation: "DeleteKey", route: "DELETE /vault/keys2/{id}", label: "Delete Key", ...keys },
  { operation: "RevokeKey", route: "POST /vault/keys2/{id}/revoke", label: "Revoke Key", ...keys },
  { operation: "ReActivateKey", route: "POST /vault/keys2/{id}/reactivate", label: "Reactivate Key", ...keys },
  { operation: "ArchiveKey", route: "POST /vault/keys2/{id}/archive", label: "Archive Key", ...keys },
  { operation: "RecoverKey", route: "POST /vault/keys2/{id}/recover", label: "Recover Key", ...keys },
  {
    operation: "CreateLink",
    route: "POST /vault/links/",
    label: "Create Link",
    ...links,
    resources: (call) => ofRecord(sourceOfNewLink(call)),
  },
  { operation: "UpdateLink", route: "PATCH /vault/links/{id}", label: "Update Link", ...links, resources: ofLink },
  { operation: "DeleteLink", route: "DELETE /vault/links/{id}", label: "Delete Link", ...links, resources: ofLink },
  {
    operation: "DeletePolicy",
    route: "DELETE /admin/policies/{id}",
    label: "Delete Policy",
    ...access,
    resources: (call) => ofRecord(call.target(policies)),
  },
  {
    operation: "CreateAttachedPolicy",
    route: "POST /admin/policy-attachments/",
    label: "Attach Policy",
    ...access,
    resources: (call) => ofRecord(policyToAttach(call)),
  },
  {
    operation: "DeleteAttachedPolicy",
    route: "DELETE /admin/policy-attachments/{id}",
    label: "Detach Policy",
    ...access,
    resources: ofAttachment,
  },
  {
    operation: "AddUserToGroup",
    route: "POST /usermgmt/groups/{name}/users/{user_id}",
    label: "Add User to Group",
    category: "Users",
    voters: ["User Admins"],
    isAutomatic: true,
    resources: ofMembership,
  },
  {
    operation: "DeleteDomain",
    route: "DELETE /domains/{id}",
    label: "Delete Domain",
    category: "Domains",
    voters: ["Domain Admins"],
    isAutomatic: false,
    resources: (call) => ofRecord(call.service.root.need(domains, call.param())),
  },
  {
    operation: "DeleteEKMEndpoint",
    route: "DELETE /cckm/ekm/endpoints/{id}",
    label: "Delete EKM Endpoint",
    ...cckm,
    resources: (call) => ofRecord(call.target(ekmEndpoints)),
  },
  {
    operation: "DeleteGoogleWorkspaceCSEEndpoint",
    route: "DELETE /cckm/GoogleWorkspaceCSE/endpoints/{id}",
    label: "Delete Google Workspace CSE Endpoint",
    ...cckm,
    resources: (call) => ofRecord(call.target(cseEndpoints)),
  },
  {
    operation: "UpdateQuorumProfile",
    route: "PATCH /quorum-mgmt/profiles/{id}",
    label: "Update Quorum Profile",
    category: "Quorums",
    voters: [adminGroup],
    isAutomatic: true,
    resources: ofProfile,
  },
];

const byRoute = new Map(guardables.map((one) => [one.route, one]));
const byOperation = new Map(guardables.map((one) => [one.operation, one]));

/** The operation behind a method and a path. */
export const guardableAt = (route: string): Guardable | undefined => byRoute.get(route);
export const guardableCalled = (operation: string): Guardable | undefined => byOperation.get(operation);

/** Profiles are there from the beginning, so their ids follow from what they are about. */
export function profileId({ domain }: Scope, operation: string): string {
  const digest = createHash("sha256").update(`${domain}:${operation}`).digest("hex");
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
}

/** The operation whose profile has that id or name. */
export function needGuardable(scope: Scope, reference: string): Guardable {
  const found = guardables.find(
    ({ operation }) => reference === operation || reference === profileId(scope, operation),
  );
  if (found === undefined) throw notFound();
  return found;
}
