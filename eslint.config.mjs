import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/**
 * `toMatchObject` takes an empty object for any object: a test that expects one says so with
 * `toEqual({})`.
 */
const matcher = "CallExpression[callee.property.name=/^(toMatchObject|objectContaining)$/]";
const emptyObject = "ObjectExpression[properties.length=0]";
const emptyObjects = [`${matcher} > ${emptyObject}.arguments`, `${matcher} > *.arguments ${emptyObject}`].map(
  (selector) => ({
    selector,
    message: "An empty object matches any object here; use toEqual({}) on the value itself.",
  }),
);

/** Ids come from responses, names from programs: either must stay one segment of the path. */
const segments = {
  meta: {
    type: "problem",
    messages: { bare: "Write segment(...) around what follows a slash: it may hold a slash, a question mark or dots." },
    schema: [],
  },
  create: (context) => ({
    TemplateLiteral({ quasis, expressions }) {
      const isPath = quasis.slice(0, -1).some(({ value }) => value.raw.endsWith("/"));
      for (const [at, expression] of isPath ? expressions.entries() : []) {
        const isSegment = expression.type === "CallExpression" && expression.callee.name === "segment";
        if (quasis[at].value.raw.endsWith("/") && !isSegment) context.report({ node: expression, messageId: "bare" });
      }
    },
  }),
};

export default defineConfig(
  globalIgnores([
    "**/dist/",
    "emulator/moved.d.ts",
    "jest.config.js",
    "node_modules/",
    "coverage/",
    ".quickstart/",
    "tools/engine/go/",
  ]),
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: ["*.mjs", "tools/*.mjs", "tools/site/*.mjs", "tools/shared/*.cjs"],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "max-lines": ["error", { max: 300, skipComments: true }],
      "max-lines-per-function": ["error", { max: 40, skipComments: true, skipBlankLines: true }],
      complexity: ["error", 14],
      eqeqeq: "error",
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/require-await": "off",
      // Definitions are data: their methods never use `this`.
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    // What functions call is loaded when they are called: a program that only declares resources needs none of it, nor does an
    // emulator that no browser visits.
    files: ["sdk/*.ts", "emulator/console/index.ts"],
    rules: {
      "@typescript-eslint/no-require-imports": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
    },
  },
  {
    files: ["provider/resources/**", "provider/lookups/**"],
    plugins: { paths: { rules: { segments } } },
    rules: { "paths/segments": "error" },
  },
  {
    // Generated.
    files: ["sdk/resources/**"],
    rules: { "max-lines": "off" },
  },
  {
    files: ["test/**"],
    rules: {
      "max-lines-per-function": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "no-restricted-syntax": ["error", ...emptyObjects],
    },
  },
  {
    files: ["**/*.mjs", "**/*.cjs", "emulator/moved.js"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        require: "readonly",
        module: "readonly",
        __dirname: "readonly",
        clearTimeout: "readonly",
        process: "readonly",
        console: "readonly",
        setTimeout: "readonly",
        setInterval: "readonly",
        clearInterval: "readonly",
        URL: "readonly",
      },
    },
    rules: { "no-console": "off", "@typescript-eslint/no-require-imports": "off" },
  },
  {
    // Modules that browsers run.
    files: ["emulator/console/page/*.js"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        Date: "readonly",
        document: "readonly",
        EventSource: "readonly",
        fetch: "readonly",
        FormData: "readonly",
        matchMedia: "readonly",
        setInterval: "readonly",
      },
    },
  },
  { files: ["emulator/cli.ts", "tools/**", "test/faults/main.ts"], rules: { "no-console": "off" } },
);
