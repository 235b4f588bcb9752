import { Button } from "antd";
import { useEffect, useState, useSyncExternalStore } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { useTranslation } from "react-i18next";

import { ask, isServerAway, watchServer } from "@/api/reachability";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";

import { isMissingPart } from "../missing-parts";
import { NotFoundPage } from "./not-found-page";

/** A page broke: say so, with a way on. */
export function RouteErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  if (isMissingPart(error)) return <MissingPartPage />;
  return (
    <Page title={t("frame.broken.title")} width="reading">
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}

/**
 * A part of the page did not come: while nobody answers it is waited for, and the page loaded again
 * when the server is back; otherwise this tab is older than the server.
 */
function MissingPartPage() {
  const isAway = useSyncExternalStore(watchServer, isServerAway);
  const [wasAway, setWasAway] = useState(isAway);
  if (isAway && !wasAway) setWasAway(true);
  useEffect(() => {
    const health = new Request(new URL("/api/v1/health", window.location.origin));
    // Whether it answers is noted.
    void ask(health).catch(() => undefined);
  }, []);
  useEffect(() => {
    if (wasAway && !isAway) window.location.reload();
  }, [wasAway, isAway]);
  return wasAway ? <AwayPage /> : <OutdatedPage />;
}

function AwayPage() {
  const { t } = useTranslation();
  return (
    <Page title={t("ui.error.title.offline")} width="reading">
      <EmptyState title={t("frame.outdated.what")}>{t("frame.outdated.comes")}</EmptyState>
    </Page>
  );
}

/** This tab is older than the server: only loading it again helps. */
function OutdatedPage() {
  const { t } = useTranslation();
  return (
    <Page title={t("frame.outdated.title")} width="reading">
      <EmptyState
        title={t("frame.outdated.what")}
        action={
          <Button type="primary" onClick={() => window.location.reload()}>
            {t("frame.outdated.reload")}
          </Button>
        }
      >
        {t("frame.outdated.why")}
      </EmptyState>
    </Page>
  );
}
