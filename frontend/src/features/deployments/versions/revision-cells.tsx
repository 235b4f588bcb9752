import { Tag } from "antd";
import { useTranslation } from "react-i18next";

import { formatPercent } from "@/i18n/format";
import { codedText } from "@/i18n/problem-text";

import { RevisionStateTag } from "../endpoint/state-tag";
import type { DeploymentRevision } from "../types";
import { isUsed } from "./shares";
import styles from "./versions.module.css";

/** The share of the calls now, and the one that is wanted while it differs. */
export function ShareCell({ revision }: { revision: DeploymentRevision }) {
  const { t, i18n } = useTranslation();
  if (revision.is_shadow) return <Tag>{t("deployments.revisions.shadow")}</Tag>;
  if (!isUsed(revision)) return "–";
  const percent = (weight: number) => formatPercent(weight / 100, i18n.language, 2);
  const now = percent(revision.routed_weight);
  if (revision.weight === revision.routed_weight) return now;
  return t("deployments.revisions.moving", { now, wanted: percent(revision.weight) });
}

/** What a revision does, why it fails, and why its calls went back. */
export function StateCell({ revision }: { revision: DeploymentRevision }) {
  const { t } = useTranslation();
  const { state, error, withdrawn_reason: reason } = revision;
  return (
    <>
      <RevisionStateTag state={state} />
      {error !== null && (
        <p className={styles.note}>{codedText(t, error.code, {}, error.message)}</p>
      )}
      {reason !== "" && (
        <p className={styles.note}>
          <strong>{t("deployments.revisions.withdrawn")}</strong>{" "}
          <span lang="en" translate="no">
            {reason}
          </span>
        </p>
      )}
    </>
  );
}
