import { StyleProvider } from "@ant-design/cssinjs";
import type { QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router";

import { makeQueryClient } from "@/api/query-client";
import { Providers } from "@/app/providers";
import { Router } from "@/app/router";
import { startLanguage, type Language } from "@/i18n/language";

interface Options {
  /** The address the component stands at, and the pattern it is routed by. */
  at?: string;
  path?: string;
  language?: Language;
  client?: QueryClient;
}

/**
 * Render a component as the application does: in a language, a theme, a cache and a router.
 *
 * The library's styles stay out of the document: jsdom goes through all of them for each element
 * that a test looks for by its role, which took three quarters of the time.
 */
export async function show(component: ReactNode, options: Options = {}) {
  const { at = "/", path = "*", language = "en", client = makeQueryClient() } = options;
  const i18n = await startLanguage(language);
  const router = createMemoryRouter([{ path, element: component }], { initialEntries: [at] });
  const view = render(
    <StyleProvider mock="server">
      <Providers language={i18n} client={client}>
        <Router router={router} />
      </Providers>
    </StyleProvider>,
  );
  return { ...view, router, i18n, client };
}
