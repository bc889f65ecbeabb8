import { Metadata, status, type ServiceError } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { InitializationError } from "../../lifecycle/failure";
import { printable } from "../host";
import { sent } from "./properties";

/** A failure as the engine reads it: an object that exists but is not as requested is recorded with its properties. */
export function failureOf(error: unknown, secrets: ReadonlySet<string>): Partial<ServiceError> {
  const { message } = printable(error);
  const failure = { code: status.UNKNOWN, details: message };
  if (!(error instanceof InitializationError)) return failure;
  const details = new ErrorResourceInitFailed();
  details.setId(error.id);
  details.setProperties(sent(error.properties, secrets));
  details.setReasonsList(error.reasons);
  return { ...failure, metadata: metadataWith(message, details) };
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
