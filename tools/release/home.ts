import { UserError } from "../errors";

/** Stands in package.json for the owner of the repository, as long as nobody has filled it in. */
const unknownOwner = "OWNER";

/** Refuses to release a package whose links lead nowhere. */
export function refuseUnknownHome(manifest: string): void {
  if (!new RegExp(`\\b${unknownOwner}\\b`).test(manifest)) return;
  throw new UserError(
    `package.json does not name the repository. Replace ${unknownOwner} in "homepage", "bugs" and "repository", there and in emulator/package.json, by its owner.`,
  );
}

/** The manifest of a package that a repository of this owner would release. */
export function withOwner(manifest: string, owner: string): string {
  return manifest.replace(new RegExp(`\\b${unknownOwner}\\b`, "g"), owner);
}
