import { events, headers, start } from "./session.js";

let source;
let shown = false;

// The viewer has colors for the dark, and leaves it to the page when they apply.
const dark = matchMedia("(prefers-color-scheme: dark)");
const color = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", color);
color();

await start({ current: "/guide", changed });

function changed(session) {
  source?.close();
  if (session !== null) source = events("/console/events/session", {});
  if (!shown) show();
}

/** The operations can be read without a login; calls are made in the session. */
function show() {
  shown = true;
  globalThis.SwaggerUIBundle({
    url: "/console/openapi.json",
    dom_id: "#guide",
    deepLinking: true,
    docExpansion: "none",
    filter: true,
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    // A call that is copied has no use for the token of the session.
    showMutatedRequest: false,
    tryItOutEnabled: true,
    validatorUrl: null,
    syntaxHighlight: false,
    requestInterceptor: (request) => {
      request.headers = { ...request.headers, ...headers() };
      return request;
    },
  });
}
