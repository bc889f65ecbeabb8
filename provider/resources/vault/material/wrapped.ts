import type { Wire } from "../../../api/client";
import { isIdentifier } from "../../../api/proof";
import { Flaw, needSame } from "./flaw";
import { fromBase64 } from "./symmetric";
import { isPair, type Material, type Wrapping, type Written } from "./written";

/** Material that a key of the vault has wrapped: only the service can open it. */

/** What a request says of a wrapping: of a symmetric key, and of the private key of a pair. */
interface Way {
  readonly symmetric?: Wire;
  readonly pair?: Wire;
}

const rsa = (padding: string): Way => ({ symmetric: { wrapPublicKeyPadding: padding } });

/**
 * That a private key is announced by the algorithm, and RSA without AES by its padding, is
 * inferred.
 */
const ways: Readonly<Record<Wrapping, Way>> = {
  aesKeyWrap: { symmetric: { padded: false } },
  aesKeyWrapPadding: {
    symmetric: { padded: true },
    pair: { wrappingEncryptionAlgo: "AES/AESKEYWRAPPADDING" },
  },
  rsaPkcs1: rsa("pkcs1"),
  rsaOaep: rsa("oaep"),
  rsaOaep256: rsa("oaep256"),
  rsaOaep384: rsa("oaep384"),
  rsaOaep512: rsa("oaep512"),
  rsaAesKeyWrap: { pair: { wrappingEncryptionAlgo: "RSA/RSAAESKEYWRAPPADDING" } },
};

export function wrapped(written: Written): Material {
  const { materialFormat: format, wrapKey = "", wrapping = "aesKeyWrap", size, curveId } = written;
  if (format !== undefined && format !== "base64")
    throw new Flaw("materialFormat", "must be base64, or left out, with wrapKey: the wrapped bytes have no other form");
  if (written.materialPassword !== undefined)
    throw new Flaw("materialPassword", "is not allowed with wrapKey: the wrapping key opens the material");
  const way = ways[wrapping][isPair(written) ? "pair" : "symmetric"];
  if (way === undefined) throw new Flaw("wrapping", `must be one of ${fitting(written)} for this algorithm`);
  const bytes = fromBase64(written.material);
  const bits = sizeIn(bytes, wrapping);
  if (bits !== undefined) needSame("size", bits, size, " bits");
  const known = { size: size ?? bits, curveid: curveId };
  return {
    sent: {
      ...known,
      material: bytes.toString("base64"),
      encoding: "base64",
      wrapKeyName: wrapKey,
      wrapKeyIDType: isIdentifier(wrapKey) ? "id" : "name",
      wrappingMethod: "encrypt",
      ...way,
    },
    size: known.size,
  };
}

function fitting(written: Written): string {
  const kind = isPair(written) ? "pair" : "symmetric";
  return Object.entries(ways)
    .flatMap(([name, way]: [string, Way]) => (way[kind] ? [name] : []))
    .join(", ");
}

/** RFC 3394 adds eight bytes; any other wrapping hides the size. */
function sizeIn(bytes: Buffer, wrapping: Wrapping): number | undefined {
  if (wrapping !== "aesKeyWrap") return undefined;
  if (bytes.length >= 24 && bytes.length % 8 === 0) return (bytes.length - 8) * 8;
  throw new Flaw("material", "is not wrapped by RFC 3394: that makes 24 or more bytes, a multiple of eight");
}
