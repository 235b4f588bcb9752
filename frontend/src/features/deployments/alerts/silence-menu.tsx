import { Button, Dropdown, message } from "antd";
import { useTranslation } from "react-i18next";

import { conditionName } from "@/components/alerts/measured";
import { problemText } from "@/i18n/problem-text";

import { useSilenceAlerts } from "../api/use-silence-alerts";

interface SilenceMenuProps {
  deploymentId: string;
  /** Null for all conditions of the endpoint. */
  condition: string | null;
  isSilent: boolean;
}

const HOUR_MS = 3600 * 1000;
const HOURS = [1, 8, 24, 168] as const;

/** For how long nobody is told. */
export function SilenceMenu({ deploymentId, condition, isSilent }: SilenceMenuProps) {
  const { t } = useTranslation();
  const silence = useSilenceAlerts(deploymentId);
  const [toast, holder] = message.useMessage();
  const until = (hours: number) =>
    hours === 0 ? null : new Date(Date.now() + hours * HOUR_MS).toISOString();
  const ask = (hours: number) =>
    silence.mutate(
      { condition, until: until(hours) },
      { onError: (error) => void toast.error(problemText(t, error)) },
    );
  const name =
    condition === null
      ? t("alerts.rules.silenceAll")
      : t("alerts.rules.silenceOne", { name: conditionName(t, condition) });
  return (
    <>
      {holder}
      <Dropdown
        trigger={["click"]}
        menu={{
          onClick: ({ key }) => ask(Number(key)),
          items: [
            ...HOURS.map((hours) => ({
              key: String(hours),
              label: t(`alerts.rules.for.${hours}`),
            })),
            ...(isSilent ? [{ key: "0", label: t("alerts.rules.endSilence") }] : []),
          ],
        }}
      >
        <Button size="small" loading={silence.isPending} aria-label={name}>
          {condition === null ? name : t("alerts.rules.silence")}
        </Button>
      </Dropdown>
    </>
  );
}
