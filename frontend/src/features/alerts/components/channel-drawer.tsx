import { Alert, Button, Drawer } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useDeleteChannel } from "../api/use-delete-channel";
import { useRotateSecret } from "../api/use-rotate-secret";
import { useTestChannel } from "../api/use-test-channel";
import type { Channel, ChannelAnswer } from "../types";
import styles from "./alerts-page.module.css";
import { ChannelDialog } from "./channel-dialog";
import { DeliveriesList } from "./deliveries-list";

interface ChannelDrawerProps {
  channel: Channel;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

/** One channel: does it work, what went through it, and another secret for it. */
export function ChannelDrawer({ channel, onClose, onSecret }: ChannelDrawerProps) {
  const { t } = useTranslation();
  const test = useTestChannel();
  const rotate = useRotateSecret();
  const remove = useDeleteChannel();
  const [asking, setAsking] = useState<"edit" | "rotate" | "delete">();
  return (
    <Drawer open onClose={onClose} title={channel.name} size={520}>
      <div className={styles.stack}>
        <p className={styles.muted}>
          {t(`alerts.kind.${channel.kind}`)} · <code>{channel.address}</code>
        </p>
        <div className={styles.row}>
          <Button type="primary" loading={test.isPending} onClick={() => test.mutate(channel.id)}>
            {t("alerts.channel.test")}
          </Button>
          <Button onClick={() => setAsking("edit")}>{t("alerts.channel.edit")}</Button>
          {channel.kind === "webhook" && (
            <Button onClick={() => setAsking("rotate")}>{t("alerts.channel.rotate")}</Button>
          )}
          <Button danger onClick={() => setAsking("delete")}>
            {t("alerts.channel.delete")}
          </Button>
        </div>
        <div role="status">{test.data !== undefined && <TestAnswer answer={test.data} />}</div>
        <ProblemAlert error={test.error} />
        <DeliveriesList channelId={channel.id} />
      </div>
      {asking === "edit" && (
        <ChannelDialog
          organisationId={channel.organisation_id}
          channel={channel}
          onClose={() => setAsking(undefined)}
          onSecret={onSecret}
        />
      )}
      <ConfirmDanger
        open={asking === "rotate"}
        title={t("alerts.channel.rotateTitle", { name: channel.name })}
        verb={t("alerts.channel.rotate")}
        onClose={() => setAsking(undefined)}
        onConfirm={() =>
          rotate.mutateAsync(channel.id).then(({ secret }) => {
            onSecret(secret);
          })
        }
      >
        {t("alerts.channel.rotateText")}
      </ConfirmDanger>
      <ConfirmDanger
        open={asking === "delete"}
        title={t("alerts.channel.deleteTitle", { name: channel.name })}
        verb={t("alerts.channel.delete")}
        onClose={() => setAsking(undefined)}
        onConfirm={() => remove.mutateAsync(channel.id).then(onClose)}
      >
        {t("alerts.channel.deleteText")}
      </ConfirmDanger>
    </Drawer>
  );
}

function TestAnswer({ answer }: { answer: ChannelAnswer }) {
  const { t } = useTranslation();
  const { is_accepted, status, text } = answer;
  const parts = [status === null ? "" : t("alerts.answer.status", { status }), text];
  return (
    <Alert
      type={is_accepted ? "success" : "error"}
      showIcon
      title={t(is_accepted ? "alerts.answer.accepted" : "alerts.answer.refused")}
      description={
        <span className={styles.answer}>{parts.filter((one) => one !== "").join("\n")}</span>
      }
    />
  );
}
