import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useMay } from "@/api/project";
import type { Job } from "@/api/types";
import { inputOf } from "@/components/inputs/input-spec";
import { CodeBlock } from "@/components/ui/code-block";
import { ErrorState } from "@/components/ui/error-state";
import { JobProgress } from "@/components/ui/job-progress";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";

import { useBuildSdk } from "../api/use-build-sdk";
import type { ModelVersionDetail } from "../types";
import { packageSnippet } from "./package-snippet";
import styles from "./version.module.css";

/** Take the model away: the package, or an SDK that runs it off line. */
export function DownloadPanel({ version }: { version: ModelVersionDetail }) {
  const { t } = useTranslation();
  const mayBuild = useMay("developer");
  const build = useBuildSdk();
  const [finished, setFinished] = useState<Job>();
  const base = `/api/v1/model-versions/${version.id}`;
  const job = build.data;
  const input = inputOf(version.manifest);
  const isBuilt = finished?.state === "succeeded";
  return (
    <Panel title={t("models.download.title")}>
      <div className={styles.stack}>
        <div className={styles.row}>
          <Button href={`${base}/package`} icon={<DownloadOutlined />}>
            {t("models.download.package")}
          </Button>
          {isBuilt ? (
            <Button type="primary" href={`${base}/sdk`} icon={<DownloadOutlined />}>
              {t("models.download.sdk")}
            </Button>
          ) : (
            <Button
              disabled={!mayBuild}
              loading={build.isPending}
              onClick={() => build.mutate(version.id)}
            >
              {t("models.download.build")}
            </Button>
          )}
        </div>
        {!mayBuild && <p className={styles.muted}>{t("models.download.needsDeveloper")}</p>}
        <p className={styles.muted}>
          <Term name="package" /> · {t("models.download.explain")}
        </p>
        {build.isError && <ErrorState error={build.error} />}
        {job !== undefined && !isBuilt && <JobProgress job={job} onFinished={setFinished} />}
        {input !== null && (
          <>
            <p>{t("models.download.lines")}</p>
            <CodeBlock code={packageSnippet(input, t)} label={t("models.download.lines")} />
          </>
        )}
      </div>
    </Panel>
  );
}
