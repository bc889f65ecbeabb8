import { Metadata, status } from "@grpc/grpc-js";
import { CheckFailure, ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { InitializationError } from "../../lifecycle/failure";
import { printable } from "../host";
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

/** An object that exists but is not as requested is recorded with its properties; those named in `secrets` are encrypted. */
export function failureOf(error: unknown, secrets = none): CallFailure {
  if (error instanceof CallFailure) return error;
  const { message } = printable(error);
  if (!(error instanceof InitializationError)) return new CallFailure(message);
  const details = new ErrorResourceInitFailed();
  details.setId(error.id);
  details.setProperties(sent(error.properties, secrets));
  details.setReasonsList(error.reasons);
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
