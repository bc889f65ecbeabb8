/**
 * The pages of the documentation site, one a line. A page is named by its heading, unless its line
 * says another name; a folder stands for all pages in it, as its README lists them.
 */
export interface Group {
  title: string;
  pages: readonly (string | readonly [path: string, name: string])[];
}

export const navigation: readonly Group[] = [
  {
    title: "Start",
    pages: [["README.md", "Overview"], "docs/configuration.md", "examples/README.md"],
  },
  {
    title: "Guides",
    pages: [
      "docs/guides",
      "docs/adopt.md",
      "docs/rotation.md",
      "docs/registered-clients.md",
      "docs/pipelines.md",
      "docs/exit-codes.md",
      "docs/policy-pack.md",
      "docs/testing.md",
      "docs/scaling.md",
      "docs/performance.md",
    ],
  },
  {
    title: "Concepts and safety",
    pages: [
      "docs/safety.md",
      ["docs/safety-cases.md", "Special cases"],
      "docs/drift.md",
      "docs/errors.md",
      "docs/reliability.md",
      ["SECURITY.md", "Security of this package"],
    ],
  },
  {
    title: "Commands",
    pages: ["docs/verify.md", "emulator/README.md", "docs/console.md", "emulator/DIFFERENCES.md"],
  },
  {
    title: "Reference",
    pages: ["docs/reference"],
  },
  {
    title: "Contributing",
    pages: [
      ["CONTRIBUTING.md", "How to contribute"],
      "docs/architecture.md",
      "docs/adding-a-type.md",
      "docs/maintaining.md",
      "CHANGELOG.md",
    ],
  },
];
