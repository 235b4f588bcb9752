import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { useMay } from "@/api/project";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { problemText } from "@/i18n/problem-text";

import { useDeleteDeployment } from "../api/use-delete-deployment";
import { useStartDeployment } from "../api/use-start-deployment";
import { useStopDeployment } from "../api/use-stop-deployment";
import type { Deployment } from "../types";

/** Stop, start and delete, each saying what it means for those who call. */
export function EndpointActions({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const mayChange = useMay("developer");
  const mayDelete = useMay("admin");
  const start = useStartDeployment();
  const stop = useStopDeployment();
  const remove = useDeleteDeployment();
  const [asking, setAsking] = useState<"stop" | "delete">();
  if (!mayChange) return null;
  return (
    <>
      {mayDelete && (
        <Button danger type="text" onClick={() => setAsking("delete")}>
          {t("deployments.delete.action")}
        </Button>
      )}
      {deployment.desired_state === "running" ? (
        <Button onClick={() => setAsking("stop")}>{t("deployments.stop.action")}</Button>
      ) : (
        <Button
          type="primary"
          loading={start.isPending}
          onClick={() =>
            start.mutate(deployment.id, {
              onError: (error) => void message.error(problemText(t, error)),
            })
          }
        >
          {t("deployments.start")}
        </Button>
      )}
      <ConfirmDanger
        open={asking === "stop"}
        title={t("deployments.stop.title", { name: deployment.name })}
        verb={t("deployments.stop.action")}
        onClose={() => setAsking(undefined)}
        onConfirm={() => stop.mutateAsync(deployment.id)}
      >
        {t("deployments.stop.text")}
      </ConfirmDanger>
      <ConfirmDanger
        open={asking === "delete"}
        title={t("deployments.delete.title", { name: deployment.name })}
        verb={t("deployments.delete.action")}
        typeToConfirm={deployment.suffix}
        onClose={() => setAsking(undefined)}
        onConfirm={async () => {
          await remove.mutateAsync(deployment.id);
          await navigate(`/projects/${deployment.project_id}/deploy`);
        }}
      >
        {t("deployments.delete.text")}
      </ConfirmDanger>
    </>
  );
}
