import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { isGoingOn, useLoadTests } from "../api/use-load-tests";
import type { LoadTest } from "../types";
import { LoadTestForm } from "./load-test-form";
import styles from "./load-tests.module.css";
import { RunningTest } from "./running-test";
import { TestHistory } from "./test-history";
import { TestResult } from "./test-result";

interface LoadTestPanelProps {
  deploymentId: string;
  /** Whether the person may begin a test; others see results. */
  mayTest: boolean;
}

/** How many calls a second this machine answers, and how fast. */
export function LoadTestPanel({ deploymentId, mayTest }: LoadTestPanelProps) {
  const { t } = useTranslation();
  const tests = useLoadTests(deploymentId);
  return (
    <Panel title={t("deployments.loadTest.title")}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t("deployments.loadTest.text")}</p>
        {tests.isError && tests.data === undefined ? (
          <ErrorState error={tests.error} onRetry={() => void tests.refetch()} />
        ) : tests.data === undefined ? (
          <RowsSkeleton count={3} />
        ) : (
          <Ready
            deploymentId={deploymentId}
            tests={tests.data.results}
            mayTest={mayTest}
            onFinished={() => void tests.refetch()}
          />
        )}
      </div>
    </Panel>
  );
}

interface ReadyProps {
  deploymentId: string;
  tests: readonly LoadTest[];
  mayTest: boolean;
  onFinished: () => void;
}

function Ready({ deploymentId, tests, mayTest, onFinished }: ReadyProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const running = tests.find(isGoingOn);
  const over = tests.filter((test) => !isGoingOn(test));
  const kept = chosen.flatMap((id) => over.filter((test) => test.id === id));
  const [shown, other] = kept.length > 0 ? kept : over;
  return (
    <>
      {running !== undefined ? (
        <RunningTest
          key={running.id}
          test={running}
          cancellable={mayTest}
          onFinished={() => {
            setChosen([]);
            onFinished();
          }}
        />
      ) : (
        mayTest && <LoadTestForm deploymentId={deploymentId} />
      )}
      {shown === undefined ? (
        running === undefined && (
          <EmptyState title={t("deployments.loadTest.empty.title")}>
            {t(mayTest ? "deployments.loadTest.empty.text" : "ui.developerStarts")}
          </EmptyState>
        )
      ) : (
        <>
          <TestResult test={shown} other={kept.length > 1 ? other : undefined} />
          {over.length > 1 && (
            <TestHistory
              tests={over}
              chosen={kept.length > 0 ? kept.map(({ id }) => id) : [shown.id]}
              onChoose={setChosen}
            />
          )}
        </>
      )}
    </>
  );
}
