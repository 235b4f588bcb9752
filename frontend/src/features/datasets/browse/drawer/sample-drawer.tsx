import { Button, Drawer } from "antd";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset, Label } from "@/api/datasets";
import { ErrorState } from "@/components/ui/error-state";
import { isTyping } from "@/components/ui/keyboard";
import { PageSkeleton } from "@/components/ui/skeletons";

import { useSample } from "../../api/samples/use-sample";
import { SampleDetails } from "./sample-details";
import styles from "./sample-drawer.module.css";

interface Props {
  dataset: Dataset;
  labels: readonly Label[];
  sampleId: string | null;
  /** The wall's order, to step to neighbours. */
  order: readonly string[];
  /** How many samples pass the filters, loaded or not. */
  total: number;
  onOpen: (id: string | null) => void;
}

/** One sample large, beside the wall; arrows go to its neighbours. */
export function SampleDrawer({ dataset, labels, sampleId, order, total, onOpen }: Props) {
  const { t } = useTranslation();
  const position = sampleId === null ? -1 : order.indexOf(sampleId);
  const go = (offset: number) => {
    const id = position < 0 ? undefined : order[position + offset];
    if (id !== undefined) onOpen(id);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (sampleId === null || isTyping(event)) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      go(event.key === "ArrowLeft" ? -1 : 1);
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <Drawer
      open={sampleId !== null}
      size="min(720px, 100vw)"
      onClose={() => onOpen(null)}
      title={
        position < 0
          ? t("datasets.sample.title")
          : t("datasets.sample.position", { position: position + 1, total })
      }
      extra={
        <span className={styles.steps}>
          <Button disabled={position <= 0} onClick={() => go(-1)}>
            {t("datasets.sample.previous")}
          </Button>
          <Button disabled={position < 0 || position >= order.length - 1} onClick={() => go(1)}>
            {t("datasets.sample.next")}
          </Button>
        </span>
      }
    >
      {sampleId !== null && (
        <LoadedSample key={sampleId} dataset={dataset} labels={labels} sampleId={sampleId} />
      )}
    </Drawer>
  );
}

interface LoadedProps {
  dataset: Dataset;
  labels: readonly Label[];
  sampleId: string;
}

function LoadedSample({ dataset, labels, sampleId }: LoadedProps) {
  const sample = useSample(sampleId);
  if (sample.isPending) return <PageSkeleton />;
  if (sample.isError) {
    return <ErrorState error={sample.error} onRetry={() => void sample.refetch()} />;
  }
  return <SampleDetails dataset={dataset} labels={labels} sample={sample.data} />;
}
