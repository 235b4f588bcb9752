import { Button, type ButtonProps } from "antd";
import { App } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { useCreateSampleProject } from "@/api/create-sample-project";
import { useOrganisation } from "@/api/organisation";
import { atLeast } from "@/api/session";
import { problemText } from "@/i18n/problem-text";

/** Make the sample project and go to it. */
export function SampleProjectButton(props: Pick<ButtonProps, "type" | "size">) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const current = useOrganisation();
  const create = useCreateSampleProject();
  if (current === undefined || !atLeast(current.role, "developer")) return null;
  const start = () =>
    create.mutate(
      { organisationId: current.organisation.id, task: "image.classification" },
      {
        onSuccess: (project) => void navigate(`/projects/${project.id}`),
        onError: (error) => message.error(problemText(t, error)),
      },
    );
  return (
    <Button {...props} loading={create.isPending} onClick={start}>
      {t("ui.startFromSample")}
    </Button>
  );
}
