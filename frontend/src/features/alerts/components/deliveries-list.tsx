import { Tag } from "antd";
import { useTranslation } from "react-i18next";

import { joined } from "@/api/pages";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useDeliveries } from "../api/use-deliveries";
import type { Delivery } from "../types";
import styles from "./alerts-page.module.css";

const COLORS: Partial<Record<Delivery["state"], string>> = {
  delivered: "success",
  failed: "error",
};

/** What was sent through a channel, and what became of each. */
export function DeliveriesList({ channelId }: { channelId: string }) {
  const { t } = useTranslation();
  const deliveries = useDeliveries(channelId);
  const found = joined(deliveries.data?.pages);
  return (
    <Panel title={t("alerts.delivery.title")}>
      {deliveries.isError ? (
        <ErrorState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      ) : deliveries.isPending ? (
        <RowsSkeleton count={2} />
      ) : found.length === 0 ? (
        <p className={styles.muted}>{t("alerts.delivery.none")}</p>
      ) : (
        <ul className={styles.plainList}>
          {found.map((delivery) => (
            <li key={delivery.id}>
              <OneDelivery delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={deliveries} />
    </Panel>
  );
}

function OneDelivery({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const { subject, state, num_attempts, last_answer, next_attempt_at, created_at } = delivery;
  const status = last_answer?.status ?? null;
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <Tag color={COLORS[state]}>{t(`alerts.delivery.state.${state}`)}</Tag>
        <span className={styles.answer}>{subject}</span>
      </div>
      <p className={styles.muted}>
        <Time value={created_at} style="moment" /> ·{" "}
        {t("alerts.delivery.attempts", { count: num_attempts })}
        {status !== null && <> · {t("alerts.answer.status", { status })}</>}
        {num_attempts > 0 && next_attempt_at !== null && (
          <>
            {" "}
            · {t("alerts.delivery.next")} <Time value={next_attempt_at} />
          </>
        )}
      </p>
      {state !== "delivered" && (last_answer?.text ?? "") !== "" && (
        <p className={`${styles.muted} ${styles.answer}`}>{last_answer?.text}</p>
      )}
    </div>
  );
}
