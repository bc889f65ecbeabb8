import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import * as z from "zod";

/** The text of a template. */
export const template = (name: string) => readFileSync(join(__dirname, "../../examples/pipelines", name), "utf8");

/** The objects of a manifest for the operator. */
export function documentsOf(name: string): Manifest[] {
  return parseAllDocuments(template(`kubernetes-operator/${name}`)).map((one) => one.toJS() as Manifest);
}

/** The stack of each of those manifests. */
export function stacksOf(names: string[]): Manifest[] {
  return names.map((name) => documentsOf(name).find(({ kind }) => kind === "Stack")!);
}

export interface Manifest {
  kind: string;
  metadata: { name: string; namespace: string };
  spec: Omit<z.infer<typeof stackSpec>, "envRefs"> & {
    envRefs: Record<string, { secret?: { name: string; key: string } }>;
  };
}

/**
 * The fields that the templates use, as the operator's definitions of version 2.9 declare them; any
 * other is a mistake.
 */
const secretReference = z.strictObject({ name: z.string(), key: z.string(), namespace: z.string().optional() });
const environmentReference = z.union([
  z.strictObject({ type: z.literal("Secret"), secret: secretReference }),
  z.strictObject({ type: z.literal("Literal"), literal: z.strictObject({ value: z.string() }) }),
]);
const stackSpec = z.strictObject({
  stack: z.string(),
  serviceAccountName: z.string(),
  projectRepo: z.string(),
  repoDir: z.string(),
  branch: z.string(),
  shallow: z.boolean(),
  backend: z.string(),
  refresh: z.boolean(),
  preview: z.boolean().optional(),
  continueResyncOnCommitMatch: z.boolean(),
  resyncFrequencySeconds: z.int().min(60),
  retryMaxBackoffDurationSeconds: z.int().optional(),
  destroyOnFinalize: z.literal(false),
  prerequisites: z.array(z.strictObject({ name: z.string() })).optional(),
  updateTemplate: z.strictObject({ spec: z.strictObject({ expectNoChanges: z.boolean() }) }).optional(),
  envRefs: z.record(z.string(), environmentReference),
  workspaceTemplate: z.strictObject({
    spec: z.strictObject({
      image: z.string().regex(/^pulumi\/pulumi:3\.\d+\.\d+-nonroot$/),
      resources: z.record(z.enum(["requests", "limits"]), z.record(z.string(), z.string())).optional(),
    }),
  }),
});
const metadata = z.strictObject({ name: z.string(), namespace: z.string().optional() });
const subject = z.strictObject({ kind: z.literal("ServiceAccount"), name: z.string(), namespace: z.string() });
export const manifestShape = z.discriminatedUnion("kind", [
  z.strictObject({ apiVersion: z.literal("v1"), kind: z.literal("ServiceAccount"), metadata }),
  z.strictObject({
    apiVersion: z.literal("rbac.authorization.k8s.io/v1"),
    kind: z.literal("ClusterRoleBinding"),
    metadata,
    roleRef: z.strictObject({
      apiGroup: z.string(),
      kind: z.literal("ClusterRole"),
      name: z.literal("system:auth-delegator"),
    }),
    subjects: z.array(subject),
  }),
  z.strictObject({ apiVersion: z.literal("pulumi.com/v1"), kind: z.literal("Stack"), metadata, spec: stackSpec }),
]);
