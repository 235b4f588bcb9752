import { Alert, App, Button, Space } from "antd";
import { useTranslation } from "react-i18next";

import { problemText } from "@/i18n/problem-text";

import { handInLate } from "./save-answers";
import type { Answering } from "./use-answering";

interface Props {
  answering: Answering;
  onShow: (sampleId: string) => void;
}

/** The server takes an answer no more: say why, and let the person decide what becomes of it. */
export function LostBanner({ answering, onShow }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [lost] = answering.lost;
  if (lost === undefined) return null;
  const handIn = async () => {
    try {
      await handInLate(lost);
      answering.settleLost(lost);
      void message.success(t("assignments.lost.handedIn"));
    } catch (error) {
      void message.error(problemText(t, error));
    }
  };
  return (
    <Alert
      type="warning"
      banner
      title={
        <Space wrap>
          <span>
            {lost.problem.code === "hold_lost" && lost.problem.params.holder
              ? t("assignments.lost.holder", { who: lost.problem.params.holder })
              : problemText(t, lost.problem)}
          </span>
          <Button onClick={() => onShow(lost.sampleId)}>{t("labelling.conflict.show")}</Button>
          <Button onClick={() => answering.settleLost(lost)}>{t("assignments.lost.drop")}</Button>
          <Button type="primary" onClick={() => void handIn()}>
            {t("assignments.lost.handIn")}
          </Button>
        </Space>
      }
    />
  );
}
