import { Button, Table } from "antd";
import { useTranslation } from "react-i18next";

import { joined } from "@/api/pages";
import type { SignedIn } from "@/api/types";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Time } from "@/components/ui/numbers";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { ScrollArea } from "@/components/ui/scroll-area";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useEndSession, useSessions } from "../api/sessions";
import { shortUserAgent } from "../user-agent";
import styles from "./tabs.module.css";

/** Where one is signed in, and signing out there. */
export function SessionsTab() {
  const { t } = useTranslation();
  const sessions = useSessions();
  const end = useEndSession();
  if (sessions.isPending) return <RowsSkeleton count={3} />;
  if (sessions.isError) {
    return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />;
  }
  const rows = joined(sessions.data.pages);
  return (
    <div className={styles.stack}>
      <p className={styles.muted}>{t("access.sessions.hint")}</p>
      <ProblemAlert error={end.error} />
      <ScrollArea label={t("accounts.tab.sessions")} minWidth={340}>
        <Table<SignedIn>
          rowKey="id"
          pagination={false}
          dataSource={rows}
          columns={[
            {
              title: t("access.sessions.device"),
              render: (_, { device, address }) => (
                <>
                  <div title={device}>{shortUserAgent(device) || t("access.sessions.unknown")}</div>
                  <div className={styles.muted}>{address}</div>
                </>
              ),
            },
            {
              title: t("access.sessions.lastSeen"),
              render: (_, { last_seen_at }) => <Time value={last_seen_at} />,
            },
            {
              title: <span className="visually-hidden">{t("access.sessions.end")}</span>,
              align: "end",
              render: (_, { id, is_current }) =>
                is_current ? (
                  t("access.sessions.here")
                ) : (
                  <Button type="text" danger onClick={() => end.mutate(id)}>
                    {t("access.sessions.end")}
                  </Button>
                ),
            },
          ]}
        />
      </ScrollArea>
      <MoreButton list={sessions} />
      {rows.length > 1 && (
        <div className={styles.actions}>
          <Button danger loading={end.isPending} onClick={() => end.mutate(undefined)}>
            {t("access.sessions.endOthers")}
          </Button>
        </div>
      )}
    </div>
  );
}
