import { App, Button, InputNumber } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useUpdateDrift } from "../api/use-update-drift";
import type { DriftSettings } from "../types";
import styles from "./drift.module.css";

/** As the API takes them. */
const BOUNDS = {
  window_calls: [50, 100_000],
  window_hours: [1, 744],
  keep_days: [1, 3660],
} as const;

interface DriftSettingsFormProps {
  deploymentId: string;
  settings: DriftSettings;
}

/** When a window ends, and how long it is kept. */
export function DriftSettingsForm({ deploymentId, settings }: DriftSettingsFormProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const id = useId();
  const update = useUpdateDrift(deploymentId);
  const [changes, setChanges] = useState<Partial<DriftSettings>>({});
  const save = () =>
    update.mutate(changes, {
      onSuccess: () => {
        setChanges({});
        void message.success(t("drift.settings.saved"));
      },
    });
  return (
    <Panel title={t("drift.settings.title")}>
      <div className={styles.section}>
        <p className={styles.muted}>{t("drift.settings.text")}</p>
        <div className={styles.fields}>
          {(["window_calls", "window_hours", "keep_days"] as const).map((name) => (
            <div key={name} className={styles.field}>
              <label htmlFor={`${id}${name}`}>{t(`drift.settings.${name}`)}</label>
              <InputNumber<number>
                id={`${id}${name}`}
                min={BOUNDS[name][0]}
                max={BOUNDS[name][1]}
                precision={0}
                value={changes[name] ?? settings[name]}
                onChange={(value) =>
                  setChanges((old) => ({ ...old, [name]: value ?? settings[name] }))
                }
              />
            </div>
          ))}
        </div>
        <ProblemAlert error={update.error} />
        <div>
          <Button
            loading={update.isPending}
            disabled={Object.keys(changes).length === 0}
            onClick={save}
          >
            {t("drift.settings.save")}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
