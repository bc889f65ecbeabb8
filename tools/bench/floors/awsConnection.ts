import { CustomResource, secret } from "@pulumi/pulumi";
import { documented } from "./outputs";

/**
 * What a program sees of both floors. Class, type and reference have the names of ours, so that
 * programs are the same and the length of a name counts on no side.
 */
export class AwsConnection extends CustomResource {
  constructor(name: string, args: { accessKeyId: string; secretAccessKey: string }) {
    const members = Object.fromEntries(Object.keys(documented).map((output) => [output, undefined]));
    super("pulumi-nodejs:dynamic/ciphertrust:AwsConnection", name, {
      ...members,
      name,
      accessKeyId: args.accessKeyId,
      secretAccessKey: secret(args.secretAccessKey),
      __provider: 'exports.handler=()=>require("pulumi-ciphertrust/dynamic").provider("AwsConnection")',
    });
  }
}
