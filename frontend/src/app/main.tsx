import "@/styles/global.css";

import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";

import { refuseAfter } from "@/api/client";
import { makeQueryClient } from "@/api/query-client";
import { reconnect } from "@/api/reconnecting";
import { sessionQuery } from "@/api/session";
import { PageSkeleton } from "@/components/ui/skeletons";
import { guestRoutes } from "@/features/share/routes";
import { loadPageTexts, preferredLanguage, startLanguage } from "@/i18n/language";
import { markSmallImages } from "@/styles/small-images";

import { firstAddress } from "./first-address";
import { watchForMissingParts } from "./missing-parts";
import { Providers } from "./providers";
import { Router } from "./router";
import { routes } from "./routes";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id 'root'.");

markSmallImages(document);
watchForMissingParts(window);

const client = makeQueryClient();
reconnect(client);
// Guests have no session, and asking for one would leave a cookie with them.
const isGuest = matchRoutes(guestRoutes, window.location) !== null;
const session = isGuest
  ? Promise.resolve()
  : client.prefetchQuery({ ...sessionQuery, retry: false });
const language = await startLanguage(preferredLanguage(), "first");
refuseAfter(() => loadPageTexts(language));
void import("@/styles/fonts");

const view = createRoot(root);
const show = (content: ReactNode) =>
  view.render(
    <StrictMode>
      <Providers language={language} client={client}>
        {content}
      </Providers>
    </StrictMode>,
  );

show(<PageSkeleton />);
await session;
const address = firstAddress(client.getQueryData(sessionQuery.queryKey), window.location);
if (address !== null) window.history.replaceState(null, "", address);
show(<Router router={createBrowserRouter(routes)} />);
