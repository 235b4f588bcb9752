import { Button } from "antd";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";

import { useDataCheck } from "@/api/data-check";
import { useEstimate } from "@/api/estimate";
import { CodeTabs } from "@/components/ui/code-block";
import { Page } from "@/components/ui/page";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { JustFrozen } from "@/components/versions/just-frozen";
import { ReadyVersions, type ReadyProps } from "@/components/versions/ready-versions";

import { useStartRun } from "../api/use-start-run";
import { useVersionTable } from "../api/use-version-table";
import { commandCode, curlCode, pythonCode } from "../new-run/code";
import { backboneOf, requestOf, writeDraft } from "../new-run/draft";
import { RunForm } from "../new-run/run-form";
import { useDraft } from "../new-run/use-draft";
import { waitingOf, withoutAgreements } from "@/components/options/accepted";
import { hasNamedColumns, withRoles } from "@/components/options/roles";
import { optionFields } from "@/components/options/schema";
import { wrongFields } from "@/components/options/values";
import { Tabs } from "@/components/ui/tabs";
import { useAddressParts } from "@/components/ui/use-address";

/** Put a training run together: what will I get, and when? */
export function NewRunPage() {
  const { t } = useTranslation();
  return (
    <ReadyVersions
      title={t("training.new.title")}
      noVersion={t("training.new.noVersion.text")}
      page="train/new"
    >
      {(ready) => <ReadyPage {...ready} />}
    </ReadyVersions>
  );
}

function ReadyPage({ projectId, task, targets, versions }: ReadyProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query, put] = useAddressParts();
  const [draft, change] = useDraft();
  const start = useStartRun();
  const fields = useMemo(() => optionFields(task.options_schema), [task]);
  const namesColumns = fields.some(({ kind }) => kind === "column");
  const table = useVersionTable(namesColumns ? draft.versionIds[0] : undefined);
  const columns = namesColumns ? table.data?.columns : undefined;
  const areValid = wrongFields(draft.options, fields, columns).length === 0;
  // What columns are named can be checked once the table is there.
  const isCheckable = areValid && (!namesColumns || columns !== undefined);
  const check = useDataCheck(draft.versionIds, withoutAgreements(draft.options), isCheckable);
  const limit = targets.find(({ key }) => key === draft.target)?.max_parameters_millions;
  const backbones = task.backbones.filter(
    ({ parameters_millions }) => limit == null || parameters_millions <= limit,
  );
  const first = backboneOf(draft, backbones) ?? backbones[0];
  const estimate = useEstimate(
    {
      dataset_version_ids: draft.versionIds,
      backbone: first?.key ?? "",
      options: draft.options,
      target: draft.target,
    },
    draft.versionIds.length > 0 && first !== undefined,
  );
  const backbone = backboneOf(draft, backbones, estimate.data?.backbones) ?? first;

  const newest = versions[0]?.id;
  useEffect(() => {
    if (draft.versionIds.length === 0 && newest !== undefined) change({ versionIds: [newest] });
  }, [change, draft.versionIds.length, newest]);

  // What people said of columns in the table is where a run begins; what is chosen here stays.
  const begun = useRef<string>(undefined);
  const version = draft.versionIds[0];
  useEffect(() => {
    if (columns === undefined || begun.current === version) return;
    begun.current = version;
    if (hasNamedColumns(draft.options, fields)) return;
    const options = withRoles(draft.options, fields, columns);
    if (options !== draft.options) change({ options });
  }, [change, columns, draft.options, fields, version]);

  if (backbone === undefined) return null;
  const request = requestOf(draft, projectId, backbone);
  const isBlocked =
    draft.versionIds.length === 0 ||
    !areValid ||
    (check.data?.findings.some(({ blocking }) => blocking) ?? true) ||
    waitingOf(check.data?.findings ?? [], draft.options).length > 0;
  const startRun = () =>
    start.mutate(request, {
      onSuccess: (run) => void navigate(`/projects/${projectId}/train/${run.id}`),
    });
  const origin = window.location.origin;
  return (
    <Page
      title={t("training.new.title")}
      lead={t("training.new.lead")}
      breadcrumbs={[{ title: t("training.title"), to: `/projects/${projectId}/train` }]}
      secondary={
        <Link
          to={`/projects/${projectId}/search/new?${writeDraft({ ...draft, backbone: backbone.key })}`}
        >
          <Button>{t("training.new.search")}</Button>
        </Link>
      }
      action={
        <Button type="primary" loading={start.isPending} disabled={isBlocked} onClick={startRun}>
          {t("training.new.start")}
        </Button>
      }
    >
      <ProblemAlert error={start.error} />
      <JustFrozen versions={versions} />
      <Tabs
        activeKey={query.get("view") ?? "form"}
        onChange={(view) => put({ view })}
        items={[
          {
            key: "form",
            label: t("training.new.form"),
            children: (
              <RunForm
                {...{
                  projectId,
                  draft,
                  versions,
                  targets,
                  backbones,
                  backbone,
                  fields,
                  columns,
                  check,
                  estimate,
                }}
                task={task}
                onChange={change}
              />
            ),
          },
          {
            key: "code",
            label: t("training.new.code"),
            children: (
              <>
                <p>{t("training.new.codeLead")}</p>
                <CodeTabs
                  tabs={[
                    { key: "python", label: "Python", code: pythonCode(request, origin) },
                    {
                      key: "cli",
                      label: t("training.new.commandLine"),
                      code: commandCode(request, origin),
                    },
                    { key: "curl", label: "curl", code: curlCode(request, origin) },
                  ]}
                />
              </>
            ),
          },
        ]}
      />
    </Page>
  );
}
