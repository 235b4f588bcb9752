import type { QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";

import { makeQueryClient } from "@/api/query-client";
import { Providers } from "@/app/providers";
import { startLanguage, type Language } from "@/i18n/language";

interface Options {
  /** The address the component stands at, and the pattern it is routed by. */
  at?: string;
  path?: string;
  language?: Language;
  client?: QueryClient;
}

/** Render a component as the application does: in a language, a theme, a cache and a router. */
export async function show(component: ReactNode, options: Options = {}) {
  const { at = "/", path = "*", language = "en", client = makeQueryClient() } = options;
  const i18n = await startLanguage(language);
  const router = createMemoryRouter([{ path, element: component }], { initialEntries: [at] });
  const view = render(
    <Providers language={i18n} client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { ...view, router, i18n, client };
}
