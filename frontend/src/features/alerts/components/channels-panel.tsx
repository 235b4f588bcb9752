import { Alert, Button, Table, Tag } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { joined } from "@/api/pages";
import { useProjects } from "@/api/projects-list";
import { useSession } from "@/api/session";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { ScrollArea } from "@/components/ui/scroll-area";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useChannels } from "../api/use-channels";
import type { Channel } from "../types";
import styles from "./alerts-page.module.css";
import { ChannelDrawer } from "./channel-drawer";
import { ChannelDialog } from "./channel-dialog";
import { SecretOnce } from "./secret-once";

interface ChannelsPanelProps {
  organisationId: string;
  mayManage: boolean;
}

/** Who is told of alerts: by e-mail, by webhook, in a group of a chat. */
export function ChannelsPanel({ organisationId, mayManage }: ChannelsPanelProps) {
  const { t } = useTranslation();
  const channels = useChannels(organisationId);
  const session = useSession();
  const [isMaking, setIsMaking] = useState(false);
  const [shownId, setShownId] = useState<string>();
  const [secret, setSecret] = useState<string>();
  const found = joined(channels.data?.pages);
  const shown = found.find(({ id }) => id === shownId);
  const hasMails = found.some(({ kind }) => kind === "email");
  const make = mayManage && (
    <Button type="primary" onClick={() => setIsMaking(true)}>
      {t("alerts.channel.create")}
    </Button>
  );
  return (
    <div className={styles.stack}>
      {hasMails && session.data?.sends_mail === false && (
        <Alert type="warning" showIcon title={t("alerts.channel.noMail")} />
      )}
      {channels.isError ? (
        <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />
      ) : channels.isPending ? (
        <RowsSkeleton count={3} />
      ) : found.length === 0 ? (
        <EmptyState title={t("alerts.channel.empty.title")} action={make}>
          {t("alerts.channel.empty.text")}
        </EmptyState>
      ) : (
        <Panel title={t("alerts.tab.channels")} extra={make} flush>
          <ChannelTable
            organisationId={organisationId}
            channels={found}
            onShow={mayManage ? ({ id }) => setShownId(id) : undefined}
          />
        </Panel>
      )}
      <MoreButton list={channels} />
      {isMaking && (
        <ChannelDialog
          organisationId={organisationId}
          onClose={() => setIsMaking(false)}
          onSecret={setSecret}
        />
      )}
      {shown !== undefined && (
        <ChannelDrawer channel={shown} onClose={() => setShownId(undefined)} onSecret={setSecret} />
      )}
      <SecretOnce secret={secret} onClose={() => setSecret(undefined)} />
    </div>
  );
}

interface ChannelTableProps {
  organisationId: string;
  channels: Channel[];
  onShow: ((channel: Channel) => void) | undefined;
}

function ChannelTable({ organisationId, channels, onShow }: ChannelTableProps) {
  const { t } = useTranslation();
  const projects = joined(useProjects(organisationId).data?.pages);
  return (
    <ScrollArea label={t("alerts.tab.channels")}>
      <Table<Channel>
        rowKey="id"
        dataSource={channels}
        pagination={false}
        columns={[
          {
            title: t("alerts.channel.name"),
            render: (_, channel) =>
              onShow === undefined ? (
                channel.name
              ) : (
                <Button type="link" size="small" onClick={() => onShow(channel)}>
                  {channel.name}
                </Button>
              ),
          },
          {
            title: t("alerts.channel.kind"),
            render: (_, { kind }) => t(`alerts.kind.${kind}`),
          },
          {
            title: t("alerts.channel.address"),
            render: (_, { address }) => <code>{address}</code>,
          },
          {
            title: t("alerts.list.project"),
            render: (_, { project_id }) =>
              project_id === null
                ? t("alerts.channel.allProjects")
                : projects.find(({ id }) => id === project_id)?.name,
          },
          {
            title: t("alerts.channel.delivered"),
            render: (_, { last_delivered_at }) =>
              last_delivered_at === null ? (
                t("alerts.channel.never")
              ) : (
                <Time value={last_delivered_at} />
              ),
          },
          {
            title: t("alerts.channel.failed"),
            render: (_, { num_failed }) =>
              num_failed > 0 && (
                <Tag color="error">{t("alerts.channel.numFailed", { count: num_failed })}</Tag>
              ),
          },
        ]}
      />
    </ScrollArea>
  );
}
