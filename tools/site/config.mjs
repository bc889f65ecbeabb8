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

/**
 * Who searches for a type looks for its page first; who searches for a message, for its entry on
 * the page of errors; who searches for a task, for none of the reference, whose pages are many and
 * alike, nor for how the package is built. It runs in the browser.
 */
const boostDocument = (place, term) => {
  if (/\/(architecture|CONTRIBUTING|adding-a-type|maintaining|CHANGELOG)\./.test(place)) return 0.3;
  if (place.includes("/errors.")) return 1.2;
  if (!place.includes("/reference/")) return 1;
  return place.toLowerCase().includes(`/reference/${term.toLowerCase()}.`) ? 3 : 0.3;
};

/**
 * Messages are full of short words such as "is" and "in". They stand for themselves only: begun
 * words and misspelled ones would find every page.
 */
const prefix = (term, index, terms) => term.length > 3 || terms.length === 1;
const fuzzy = (term) => (term.length > 3 ? 0.2 : false);

/** For phones: long names break, also in the side bar; code without a language scrolls, too. */
const style = `.vp-doc :not(pre) > code { overflow-wrap: break-word; }
.vp-doc pre { overflow-x: auto; }
.VPSidebarItem .text { overflow-wrap: anywhere; }
@media (max-width: 40rem) { .vp-doc :is(th, td) { padding: 0.25rem 0.5rem; } }`;

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
    search: { provider: "local", options: { miniSearch: { searchOptions: { boostDocument, prefix, fuzzy } } } },
    footer: {
      message: "Nothing here was run against a real CipherTrust Manager appliance.",
      copyright: "Apache-2.0. CipherTrust is a trademark of Thales; this project is not affiliated with Thales.",
    },
  },
};
