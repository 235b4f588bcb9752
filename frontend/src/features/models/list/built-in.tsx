import { Button, Tooltip } from "antd";
import { useTranslation } from "react-i18next";

import type { BuiltInModel } from "@/api/built-in-model";
import { useProject, useProjectId } from "@/api/project";
import { taskTextKey } from "@/api/task-card";
import { JobStatus } from "@/components/ui/job-progress";
import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";

/** What the model that comes with Easel can do in this project. */
export function BuiltInText() {
  const { t } = useTranslation();
  const project = useProject(useProjectId()).data;
  if (project === undefined) return null;
  return <>{t(`builtIn.text.${taskTextKey(project.task)}`)}</>;
}

/** Makes the model that comes with Easel one of the project's. */
export function BuiltInButton({ model }: { model: BuiltInModel }) {
  const { t } = useTranslation();
  return (
    <Tooltip title={<BuiltInText />}>
      <Button loading={model.isBusy} onClick={model.start}>
        {t("builtIn.use")}
      </Button>
    </Tooltip>
  );
}

/** How far the making of its version is, or why it failed; nothing before it was asked for. */
export function BuiltInProgress({ model }: { model: BuiltInModel }) {
  const { t } = useTranslation();
  if (model.job === null && model.error === null) return null;
  return (
    <Panel title={t("builtIn.title")}>
      <ProblemAlert error={model.error} />
      {model.job !== null && (
        <JobStatus job={model.job} connection={model.connection} cancellable />
      )}
    </Panel>
  );
}
