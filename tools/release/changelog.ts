import { UserError } from "../errors";

/** The text of a version's section, without its heading; `undefined` if there is no such section. */
function sectionOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split(/\s/, 1)[0] === version);
  return found?.slice(found.indexOf("\n")).trim();
}

/** The changelog in which what was unreleased has the heading of a version. */
export function withRelease(changelog: string, version: string, date: string): string {
  if (sectionOf(changelog, version) !== undefined)
    throw new UserError(`The changelog already has a section ${version}.`);
  if (!sectionOf(changelog, "Unreleased")) throw new UserError('The changelog has nothing under "Unreleased".');
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} (${date})`);
}

/**
 * The notes of a release. Nothing resolves relative links there: they lead to the repository as of
 * that version.
 */
export function releaseNotes(changelog: string, version: string, repository: string | undefined): string {
  const section = sectionOf(changelog, version);
  if (!section) throw new UserError(`The changelog has no section ${version}.`);
  const page = repository?.replace(/^git\+/, "").replace(/\.git$/, "");
  if (page === undefined) return `${section}\n`;
  return `${section.replace(/\]\((?!https?:|#)([^)]+)\)/g, `](${page}/blob/v${version}/$1)`)}\n`;
}
