import { Button, InputNumber } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/ui/problem-alert";
import { formatPercent } from "@/i18n/format";

import { useSetTraffic } from "../api/use-set-traffic";
import styles from "../endpoint/endpoint.module.css";
import type { DeploymentRevision } from "../types";
import { FULL, mayShare, totalOf, trafficOf, wantedShares, type Shares } from "./shares";
import own from "./versions.module.css";

interface SharesEditorProps {
  deploymentId: string;
  revisions: readonly DeploymentRevision[];
}

/** Share the calls out among the revisions that run. */
export function SharesEditor({ deploymentId, revisions }: SharesEditorProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const traffic = useSetTraffic(deploymentId);
  const [changed, setChanged] = useState<Shares>({});
  const shared = revisions.filter(mayShare);
  const wanted = wantedShares(revisions);
  const shares: Shares = Object.fromEntries(
    shared.map(({ number }) => [number, changed[number] ?? wanted[number] ?? 0]),
  );
  const total = totalOf(shares);
  const isChanged = shared.some(({ number }) => shares[number] !== wanted[number]);
  const save = () =>
    traffic.mutate(trafficOf(revisions, shares), { onSuccess: () => setChanged({}) });
  return (
    <div className={styles.stack}>
      <fieldset className={own.shares}>
        <legend>{t("deployments.revisions.shares")}</legend>
        {shared.map(({ number, model_version: version }) => (
          <div key={number} className={own.share}>
            <label htmlFor={`${id}-${number}`}>
              {t("deployments.revisions.shareOf", {
                revision: number,
                name: version.model_name,
                number: version.number,
              })}
            </label>
            <InputNumber
              id={`${id}-${number}`}
              min={0}
              max={FULL}
              suffix="%"
              className={own.wide}
              value={shares[number]}
              onChange={(value) => setChanged({ ...changed, [number]: value ?? 0 })}
            />
          </div>
        ))}
      </fieldset>
      <div className={styles.row}>
        <Button loading={traffic.isPending} disabled={!isChanged || total !== FULL} onClick={save}>
          {t("deployments.revisions.save")}
        </Button>
        <span role="status">
          {t(total === FULL ? "deployments.revisions.total" : "deployments.revisions.totalWrong", {
            total: formatPercent(total / FULL, i18n.language, 2),
          })}
        </span>
      </div>
      <ProblemAlert error={traffic.error} />
    </div>
  );
}
