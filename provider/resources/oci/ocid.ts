import * as z from "zod";

/**
 * An OCID, Oracle's own id of anything in its cloud, of the kind that `kind` names, such as
 * `vault`.
 */
export const ocid = (kind: string) =>
  z.string().startsWith(`ocid1.${kind}.`, `must be an OCID that begins with ocid1.${kind}.`);

/** An Oracle cloud region, such as eu-frankfurt-1. */
export const ociRegion = z.string().regex(/^[a-z]{2,}(-[a-z]+)+-\d+$/, "must be an OCI region such as eu-frankfurt-1");

/** Tags without a namespace: a map of strings. */
export const freeformTags = z.record(z.string(), z.string());

/** The namespace of Oracle Cloud's own bookkeeping. */
export const reservedTags = {
  keys: /^Oracle-Tags$/i,
  by: 'Oracle Cloud fills in the namespace "Oracle-Tags" itself',
};

/** Tags by namespace: in each namespace, a value by name. */
export const definedTags = z.record(z.string(), z.record(z.string(), z.unknown()));
