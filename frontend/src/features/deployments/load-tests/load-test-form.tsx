import { Button, Form, InputNumber, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/ui/problem-alert";

import { useCreateLoadTest } from "../api/use-create-load-test";
import { useRevisions } from "../api/use-revisions";
import type { NewLoadTest } from "../types";
import styles from "./load-tests.module.css";

const CALLERS = [1, 2, 4, 8, 16, 32, 64];
const MAX_STAGES = 8;
const MAX_SECONDS = 20;

/** What is proposed, so that one click does. */
const PROPOSED: NewLoadTest = {
  revision: null,
  callers: [1, 2, 4, 8, 16, 32],
  seconds_per_stage: 5,
  target_p99_ms: 200,
};

/** How many callers, for how long, and how fast they should be answered. */
export function LoadTestForm({ deploymentId }: { deploymentId: string }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(PROPOSED);
  const create = useCreateLoadTest(deploymentId);
  const revisions = useRevisions(deploymentId);
  const answering = (revisions.data?.results ?? []).filter((one) => one.routed_weight > 0);
  const change = (part: Partial<NewLoadTest>) => setAsked({ ...asked, ...part });
  return (
    <div className={styles.stack}>
      <Form layout="vertical" component="div" className={styles.form}>
        <Form.Item label={t("deployments.loadTest.callers")} htmlFor="load-test-callers">
          <Select
            id="load-test-callers"
            mode="multiple"
            maxCount={MAX_STAGES}
            value={asked.callers}
            options={CALLERS.map((value) => ({ value, label: String(value) }))}
            onChange={(callers) => change({ callers: callers.toSorted((a, b) => a - b) })}
          />
        </Form.Item>
        <Form.Item label={t("deployments.loadTest.seconds")} htmlFor="load-test-seconds">
          <InputNumber
            id="load-test-seconds"
            min={1}
            max={MAX_SECONDS}
            precision={0}
            value={asked.seconds_per_stage}
            onChange={(seconds) => change({ seconds_per_stage: seconds ?? 5 })}
          />
        </Form.Item>
        <Form.Item label={t("deployments.loadTest.target")} htmlFor="load-test-target">
          <InputNumber
            id="load-test-target"
            min={1}
            max={60_000}
            value={asked.target_p99_ms ?? null}
            placeholder={t("deployments.loadTest.noTarget")}
            onChange={(target) => change({ target_p99_ms: target })}
          />
        </Form.Item>
        {answering.length > 1 && (
          <Form.Item label={t("deployments.loadTest.revision")} htmlFor="load-test-revision">
            <Select
              id="load-test-revision"
              value={asked.revision ?? answering[0]?.number}
              options={answering.map(({ number }) => ({
                value: number,
                label: t("deployments.comparison.number", { number }),
              }))}
              onChange={(revision) => change({ revision })}
            />
          </Form.Item>
        )}
      </Form>
      <div className={styles.row}>
        <Button
          type="primary"
          loading={create.isPending}
          disabled={asked.callers.length === 0}
          onClick={() => create.mutate(asked)}
        >
          {t("deployments.loadTest.begin")}
        </Button>
        <span className={styles.muted}>
          {t("deployments.loadTest.warning", {
            count: asked.callers.length * asked.seconds_per_stage,
          })}
        </span>
      </div>
      <ProblemAlert error={create.error} />
    </div>
  );
}
