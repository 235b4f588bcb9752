import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

/** No page has this address. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Page title={t("frame.notFound.title")} width="reading">
      <EmptyState
        title={t("frame.notFound.what")}
        action={
          <Link to="/">
            <Button type="primary">{t("frame.notFound.home")}</Button>
          </Link>
        }
      >
        {t("frame.notFound.why")}
      </EmptyState>
    </Page>
  );
}
