import { runtime } from "@pulumi/pulumi";
import { differencesOf, maskedIn } from "../../cli/pipeline/differences";
import { secretsOfDeployment } from "../../cli/redact/secrets";
import { concealed } from "../../provider/hosts/values";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";

/** The constants of Pulumi's protocol, and of its states, are those of the SDK that is installed. */

const { specialSigKey, specialSecretSig } = runtime;
const secret = { [specialSigKey]: specialSecretSig, value: "s" };

test("what providers mark as secret, the SDK takes for secret", () => {
  expect(concealed({ password: "s" }, new Set(["password"]))).toEqual({ password: secret });
  expect(runtime.isRpcSecret(secret)).toBe(true);
});

test("what the SDK does not know yet, providers do not know either", () => {
  expect(unknownValue).toBe(runtime.unknownValue);
  expect(differencesOf({}, { id: runtime.unknownValue })[0]!.after).toBe("(known after up)");
});

test("the commands recognize secrets of a plan and of a state", () => {
  expect(maskedIn({ password: secret, name: "n" })).toEqual(["password"]);
  expect(secretsOfDeployment({ password: { [specialSigKey]: specialSecretSig, plaintext: '"s"' } })).toEqual(["s"]);
});
