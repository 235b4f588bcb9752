import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useMay } from "@/api/project";
import { problemText } from "@/i18n/problem-text";

import { useStopStudy } from "../api/use-change-study";
import type { Study } from "../types";
import { ExtendDialog } from "./extend-dialog";
import { ForkDialog } from "./fork-dialog";

/** Stop while it runs; extend and fork at any time. */
export function StudyActions({ study }: { study: Study }) {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  const mayChange = useMay("developer");
  const stop = useStopStudy(study.id);
  const [dialog, setDialog] = useState<"extend" | "fork">();
  if (!mayChange) return null;
  const askToStop = () =>
    void modal.confirm({
      title: t("tuning.stop.title"),
      content: t("tuning.stop.text"),
      okText: t("tuning.stop.submit"),
      cancelText: t("ui.cancel"),
      okButtonProps: { danger: true },
      onOk: () =>
        stop.mutateAsync().catch((error: unknown) => void message.error(problemText(t, error))),
    });
  return (
    <>
      {study.state === "running" && (
        <Button danger loading={stop.isPending} onClick={askToStop}>
          {t("tuning.stop.action")}
        </Button>
      )}
      {study.population === null && (
        <Button onClick={() => setDialog("fork")}>{t("tuning.fork.action")}</Button>
      )}
      <Button
        type={study.state === "running" ? "default" : "primary"}
        ghost={study.state !== "running"}
        onClick={() => setDialog("extend")}
      >
        {t("tuning.extend.action")}
      </Button>
      {dialog === "extend" && <ExtendDialog study={study} onClose={() => setDialog(undefined)} />}
      {dialog === "fork" && <ForkDialog study={study} onClose={() => setDialog(undefined)} />}
    </>
  );
}
