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
    pages: ["docs/guides", "docs/adopt.md", "docs/rotation.md", "docs/registered-clients.md", "docs/testing.md"],
  },
  {
    title: "Safety",
    pages: [
      "docs/safety.md",
      ["docs/safety-cases.md", "Special cases"],
      ["docs/drift.md", "Drift"],
      "docs/reliability.md",
      ["SECURITY.md", "Threats"],
    ],
  },
  {
    title: "Operation",
    pages: [
      "docs/errors.md",
      "docs/exit-codes.md",
      ["docs/pipelines.md", "Pipelines"],
      "docs/policy-pack.md",
      ["docs/scaling.md", "Scaling"],
      "docs/performance.md",
    ],
  },
  {
    title: "Tools",
    pages: [
      "docs/verify.md",
      ["emulator/README.md", "Emulator"],
      ["docs/console.md", "Pages in a browser"],
      ["emulator/DIFFERENCES.md", "Differences from the service"],
    ],
  },
  {
    title: "Reference",
    pages: ["docs/reference"],
  },
  {
    title: "Development",
    pages: [
      ["CONTRIBUTING.md", "Contributing"],
      "docs/architecture.md",
      "docs/adding-a-type.md",
      "docs/maintaining.md",
      "CHANGELOG.md",
    ],
  },
];
