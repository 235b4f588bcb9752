import { Button } from "antd";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { useTranslation } from "react-i18next";

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
  if (isMissingPart(error)) return <OutdatedPage />;
  return (
    <Page title={t("frame.broken.title")} width="reading">
      <ErrorState error={error} onRetry={() => window.location.reload()} />
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
