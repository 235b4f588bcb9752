import { Button } from "antd";
import { useTranslation } from "react-i18next";

interface MoreButtonProps {
  /** The infinite query whose next page this reads. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Read the next page of a list; nothing when there is none. */
export function MoreButton({ list }: MoreButtonProps) {
  const { t } = useTranslation();
  if (!list.hasNextPage) return null;
  return (
    <Button loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
      {t("ui.more")}
    </Button>
  );
}
