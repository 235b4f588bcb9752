import js from "@eslint/js";
import globals from "globals";
import i18next from "eslint-plugin-i18next";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** Layers: shared (api, components, i18n) → features → app; a feature never sees another. */
const layer = (files, forbidden, message) => ({
  files,
  rules: {
    "no-restricted-imports": ["error", { patterns: [{ group: forbidden, message }] }],
  },
});

export default tseslint.config(
  { ignores: ["dist", "src/api/generated"] },
  js.configs.recommended,
  tseslint.configs.recommended,
  jsxA11y.flatConfigs.recommended,
  reactHooks.configs.flat.recommended,
  {
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "ImportDeclaration[source.value='antd/es']",
          message: "Import components from 'antd'.",
        },
        {
          selector:
            "ImportDeclaration[source.value='antd'] > ImportSpecifier[imported.name='Tabs']",
          message: "Take the Tabs of '@/components/ui/tabs': all of theirs can be reached.",
        },
      ],
      "no-console": "error",
      // antd's Select, Switch and the like are controls inside a label too.
      "jsx-a11y/label-has-associated-control": ["error", { assert: "either", depth: 4 }],
    },
  },
  {
    files: ["src/**/*.tsx"],
    ignores: ["src/**/*.test.tsx"],
    plugins: { i18next },
    rules: {
      "i18next/no-literal-string": [
        "error",
        {
          mode: "jsx-only",
          "jsx-attributes": {
            include: [
              "title",
              "aria-label",
              "placeholder",
              "alt",
              "label",
              "description",
              "tooltip",
            ],
          },
          "jsx-components": { exclude: ["Trans", "kbd"] },
          words: { exclude: ["[0-9!-/:-@[-`{-~\\s]+", "[^\\p{L}]+", "Easel", "[A-Z_-]+"] },
          callees: { exclude: [".*"] },
          message: "Text belongs in src/i18n/{zh-CN,en}/<feature>.json",
        },
      ],
    },
  },
  layer(
    ["src/features/**"],
    ["@/features/*", "@/app/*"],
    "A feature imports only shared code and, by relative paths, itself.",
  ),
  layer(
    ["src/api/**", "src/components/**", "src/i18n/**"],
    ["@/features/*", "@/app/*"],
    "Shared code knows no feature.",
  ),
  { files: ["scripts/**", "build/**", "*.config.*"], languageOptions: { globals: globals.node } },
  { files: ["scripts/**"], rules: { "no-console": "off" } },
);
