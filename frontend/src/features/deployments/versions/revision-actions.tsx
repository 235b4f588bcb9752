import { App, Button } from "antd";
import { useTranslation } from "react-i18next";

import { problemText } from "@/i18n/problem-text";

import { useSetTraffic } from "../api/use-set-traffic";
import type { DeploymentRevision } from "../types";
import { FULL, isPast, trafficOf, wantedShares } from "./shares";
import styles from "./versions.module.css";

interface RevisionActionsProps {
  deploymentId: string;
  revision: DeploymentRevision;
  revisions: readonly DeploymentRevision[];
}

/** Give a revision all calls, or end a shadow. */
export function RevisionActions({ deploymentId, revision, revisions }: RevisionActionsProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const traffic = useSetTraffic(deploymentId);
  const { number, weight, is_shadow: isShadow } = revision;
  const send = (shares: Parameters<typeof trafficOf>[1], leaving?: number) =>
    traffic.mutate(trafficOf(revisions, shares, leaving), {
      onError: (error) => void message.error(problemText(t, error)),
    });
  const mayPromote = weight < FULL && !isPast(revision);
  return (
    <div className={styles.actions}>
      {isShadow && (
        <Button
          size="small"
          disabled={traffic.isPending}
          aria-label={t("deployments.revisions.stopShadowOf", { number })}
          onClick={() => send(wantedShares(revisions), number)}
        >
          {t("deployments.revisions.stopShadow")}
        </Button>
      )}
      {mayPromote && (
        <Button
          size="small"
          disabled={traffic.isPending}
          aria-label={t("deployments.revisions.promoteOf", { number })}
          onClick={() => send({ [number]: FULL })}
        >
          {t("deployments.revisions.promote")}
        </Button>
      )}
    </div>
  );
}
