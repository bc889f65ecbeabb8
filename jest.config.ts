import type { Config } from "jest";

const transform = { "^.+\\.ts$": ["ts-jest", { isolatedModules: true, diagnostics: false }] } as Config["transform"];
const shared = { testEnvironment: "node", transform, restoreMocks: true } satisfies Partial<Config>;

/** Two projects: the unit suite takes seconds; the engine suite drives the real Pulumi and takes minutes. */
const config: Config = {
  projects: [
    { ...shared, displayName: "unit", testMatch: ["<rootDir>/test/**/*.test.ts"], testPathIgnorePatterns: ["<rootDir>/test/engine/"] },
    { ...shared, displayName: "engine", testMatch: ["<rootDir>/test/engine/**/*.test.ts"] },
  ],
  testTimeout: 30_000,
};

export default config;
