import { Skeleton } from "antd";
import { useTranslation } from "react-i18next";

import styles from "./skeletons.module.css";

interface CountProps {
  count?: number;
}

function Loading({ className, children }: { className?: string; children: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={className} role="status" aria-label={t("ui.loading")}>
      {children}
    </div>
  );
}

/** The shape of a list of rows. */
export function RowsSkeleton({ count = 6 }: CountProps) {
  return (
    <Loading className={styles.rows}>
      {Array.from({ length: count }, (_, index) => (
        <div className={styles.row} key={index} />
      ))}
    </Loading>
  );
}

/** The shape of a grid of cards. */
export function CardsSkeleton({ count = 6 }: CountProps) {
  return (
    <Loading className={styles.cards}>
      {Array.from({ length: count }, (_, index) => (
        <div className={styles.card} key={index} />
      ))}
    </Loading>
  );
}

/** The shape of a page: a title and some paragraphs. */
export function PageSkeleton() {
  return (
    <Loading className={styles.page}>
      <Skeleton active title paragraph={{ rows: 6 }} />
    </Loading>
  );
}
