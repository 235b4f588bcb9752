import { Alert } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { Problem } from "@/api/problem";
import { ErrorState } from "@/components/ui/error-state";
import { PageSkeleton, RowsSkeleton } from "@/components/ui/skeletons";
import { formatTime } from "@/i18n/format";

import { keepPass, keptPass } from "../api/share-pass";
import { useSharedEndpoint } from "../api/use-shared-endpoint";
import { GuestFrame } from "../components/guest-frame";
import { PasswordForm } from "../components/password-form";
import type { SharedEndpoint } from "../types";
import styles from "./share-page.module.css";

// The title does not wait for it; it comes while the server is asked what the model takes.
const SharedModel = lazy(async () => ({
  default: (await import("../components/shared-model")).SharedModel,
}));

/** A page to try an endpoint with, for whoever has its address. */
export function SharePage() {
  const { shareToken: token = "" } = useParams();
  const [sharePass, setSharePass] = useState(() => keptPass(token));
  const shared = useSharedEndpoint(token, sharePass);
  useEffect(() => void import("../components/shared-model"), []);
  const unlock = (given: string) => {
    keepPass(token, given);
    setSharePass(given);
  };
  const isClosed = shared.error instanceof Problem && [404, 410].includes(shared.error.status);
  return (
    <GuestFrame>
      {shared.isError ? (
        <ErrorState
          error={shared.error}
          onRetry={isClosed ? undefined : () => void shared.refetch()}
        />
      ) : shared.isPending ? (
        <PageSkeleton />
      ) : (
        <Shared token={token} sharePass={sharePass} shared={shared.data} onUnlock={unlock} />
      )}
    </GuestFrame>
  );
}

interface SharedProps {
  token: string;
  sharePass: string;
  shared: SharedEndpoint;
  onUnlock: (sharePass: string) => void;
}

function Shared({ token, sharePass, shared, onUnlock }: SharedProps) {
  const { t, i18n } = useTranslation();
  const { title, description, model, is_running: isRunning, expires_at: expiresAt } = shared;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <div className={styles.head}>
        <h1>{title}</h1>
        {description !== "" && <p className={styles.description}>{description}</p>}
        <p className={styles.muted}>
          {t("share.guest.expires", { date: formatTime(expiresAt, i18n.language, "date") })}
        </p>
      </div>
      {!isRunning && (
        <Alert
          type="warning"
          showIcon
          title={t("share.guest.stopped")}
          description={t("share.guest.stoppedText")}
        />
      )}
      {model === null ? (
        <PasswordForm token={token} onUnlock={onUnlock} />
      ) : (
        <Suspense fallback={<RowsSkeleton count={3} />}>
          <SharedModel token={token} sharePass={sharePass} model={model} isRunning={isRunning} />
        </Suspense>
      )}
    </>
  );
}
