import { Metadata, status } from "@grpc/grpc-js";
import { CheckFailure, ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Bag } from "../../lifecycle/vocabulary/definition";
import { InitializationError } from "../../lifecycle/vocabulary/failure";
import { printableError } from "../host";
import { sent } from "./properties";

/** A problem of one property, or of the whole where it is empty, as the protocol carries it. */
export function checkFailure(property: string, reason: string): CheckFailure {
  const failure = new CheckFailure();
  failure.setProperty(property);
  failure.setReason(reason);
  return failure;
}

/** A failure as the protocol carries it. */
export class CallFailure extends Error {
  override readonly name = "CallFailure";
  readonly code = status.UNKNOWN;
  readonly details: string;

  constructor(
    message: string,
    readonly metadata = new Metadata(),
  ) {
    super(message);
    this.details = message;
  }
}

const none: ReadonlySet<string> = new Set();

/** How the properties of a failed call are shown: encrypted, and without what is secret in them. */
interface Discretion {
  conceal(bag: Bag): Struct;
  redact(text: string): string;
}

const plain: Discretion = { conceal: (bag) => sent(bag, none), redact: (text) => text };

/** An object that exists but is not as requested is recorded with its properties. */
export function failureOf(error: unknown, { conceal, redact } = plain): CallFailure {
  if (error instanceof CallFailure) return error;
  const message = redact(printableError(error).message);
  if (!(error instanceof InitializationError)) return new CallFailure(message);
  const details = new ErrorResourceInitFailed();
  details.setId(error.id);
  details.setProperties(conceal(error.properties));
  details.setReasonsList(error.reasons.map(redact));
  return new CallFailure(message, metadataWith(message, details));
}

function metadataWith(message: string, details: ErrorResourceInitFailed): Metadata {
  const packed = new Any();
  packed.pack(details.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const full = new Status();
  full.setCode(status.UNKNOWN);
  full.setMessage(message);
  full.addDetails(packed);
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(full.serializeBinary()));
  return metadata;
}
