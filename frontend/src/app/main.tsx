import "@/styles/global.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";

import { refuseAfter } from "@/api/client";
import { makeQueryClient } from "@/api/query-client";
import { loadedPageTexts, preferredLanguage, startLanguage } from "@/i18n/language";
import { markSmallImages } from "@/styles/small-images";

import { watchForMissingParts } from "./missing-parts";
import { Providers } from "./providers";
import { routes } from "./routes";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id 'root'.");

markSmallImages(document);
watchForMissingParts(window);

const language = await startLanguage(preferredLanguage(), "first");
refuseAfter(loadedPageTexts(language));
void import("@/styles/fonts");

createRoot(root).render(
  <StrictMode>
    <Providers language={language} client={makeQueryClient()}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>,
);
