/**
 * The settings of VitePress. The build copies this file to its place, beside what it derives from
 * the documents.
 */
import { anchorOf } from "../../tools/site/markdown.js";
import derived from "./derived.json";

/** Braces are text: Vue would evaluate them. */
function withoutTemplates({ renderer: { rules } }) {
  const { code_inline: code, text } = rules;
  rules.code_inline = (tokens, index, ...rest) => {
    tokens[index].attrSet("v-pre", "");
    return code(tokens, index, ...rest);
  };
  rules.text = (...call) => text(...call).replaceAll("{{", "{{ '{{' }}");
}

/** Its many pages are listed beside each other, and not beside every other page. */
const isReference = ({ items }) => items[0].link.startsWith("/reference/");

/** Who searches for a type looks for its reference first. It runs in the browser. */
const boostDocument = (place) => (place.includes("/reference/") ? 3 : 1);

/** Long names of types and calls break where a phone or the side bar ends; tables scroll. */
const style = `.vp-doc :not(pre) > code { overflow-wrap: break-word; }
.VPSidebarItem .text { overflow-wrap: anywhere; }`;

/** @type {import("vitepress").UserConfig} */
export default {
  title: "pulumi-ciphertrust",
  description: derived.description,
  base: derived.base,
  outDir: derived.output,
  metaChunk: true,
  head: [["style", {}, style]],
  transformHead: ({ pageData: { isNotFound, relativePath } }) =>
    isNotFound ? [] : [["link", { rel: "alternate", type: "text/markdown", href: derived.base + relativePath }]],
  // The index of the search is large; a browser loads it with the first search.
  vite: { build: { chunkSizeWarningLimit: 8000 } },
  markdown: { attrs: { disable: true }, anchor: { slugify: anchorOf }, config: withoutTemplates },
  themeConfig: {
    sidebar: {
      "/reference/": derived.sidebar.filter(isReference),
      "/": derived.sidebar.filter((group) => !isReference(group)),
    },
    nav: derived.sidebar.map(({ text, items }) => ({ text, link: items[0].link })),
    outline: { level: [2, 3] },
    search: { provider: "local", options: { miniSearch: { searchOptions: { boostDocument } } } },
    footer: {
      message: "Nothing here was run against a real CipherTrust Manager appliance.",
      copyright: "Apache-2.0. CipherTrust is a trademark of Thales; this project is not affiliated with Thales.",
    },
  },
};
