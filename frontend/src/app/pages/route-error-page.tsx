import { isRouteErrorResponse, useRouteError } from "react-router";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";

import { NotFoundPage } from "./not-found-page";

/** A page broke: say so, with a way on. */
export function RouteErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <Page title={t("frame.broken.title")} width="reading">
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}
