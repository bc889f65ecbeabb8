/** What a program gave in place of the text of a file, and what to write. */
export function otherForm(given: string): string | undefined {
  if (/^(eyJ|ewo|LS0tLS1CRUdJTi)/.test(given.trim()))
    return 'it is base64: give Buffer.from(text, "base64").toString()';
  if (/^(~|\.{0,2}[\\/]|[A-Za-z]:[\\/])|^[^\n{]{1,250}\.(json|pem|crt|cer|key)$/.test(given.trim()))
    return 'it is the path of a file: give its content, readFileSync("<path>", "utf8")';
  return undefined;
}
