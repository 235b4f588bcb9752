import { useState } from "react";
import { useTranslation } from "react-i18next";

import { namedSource } from "@/api/sample-source";
import type { TaskCard } from "@/api/task-card";
import { inputOf } from "@/components/inputs/input-spec";
import { SampleChoices } from "@/components/inputs/sample-choices";
import type { Question } from "@/components/inputs/request";
import { TryView } from "@/components/inputs/try-view";
import { MediaTile } from "@/components/media/media-tile";
import type { Media, Source } from "@/components/media/source";
import { Panel } from "@/components/ui/panel";

import { packageImageUrl } from "../api/package-image";
import { usePredict } from "../api/use-predict";
import { heldOutSamples, type HeldOutSample, type Report } from "../report/report";
import type { ModelVersionDetail } from "../types";
import styles from "./version.module.css";

const MAX_CHOICES = 12;

interface TryPanelProps {
  version: ModelVersionDetail;
  report: Report;
  card: TaskCard;
}

/** Give the model something of one's own, or a held-out sample, and see what it says. */
export function TryPanel({ version, report, card }: TryPanelProps) {
  const { t } = useTranslation();
  const predict = usePredict(version.id);
  const [asked, setAsked] = useState<{ source: Source; sampleId?: string }>();
  const input = inputOf(version.manifest);
  // A model takes rows of a table, never the whole of it.
  const samples = card.media === "table" ? [] : heldOutSamples(report).slice(0, MAX_CHOICES);
  const isText = card.media === "text" || card.media === "text_pair";
  const ask = ({ parts, source }: Question) => {
    setAsked({ source });
    predict.mutate({ parts });
  };
  const askSample = (sample: HeldOutSample) => {
    const { sample_id: sampleId, name } = sample;
    const url = madeImageUrl(version.id, sample);
    setAsked({ source: sourceOf(version.id, sample, card.media), sampleId });
    predict.mutate(url === undefined ? { sampleId } : { image: { url, name } });
  };
  return (
    <Panel title={t("models.try.title")}>
      <TryView
        input={input}
        prediction={card.prediction}
        call={predict}
        asked={asked?.source}
        onAsk={ask}
      >
        {input !== null && samples.length === 0 && (
          <SampleChoices
            versionId={version.dataset_versions[0]?.id}
            media={card.media}
            input={input}
            disabled={predict.isPending}
            onAsk={ask}
          />
        )}
        {samples.length > 0 && (
          <>
            <p className={styles.muted}>{t("models.try.samples")}</p>
            <div className={styles.choices}>
              {samples.map((sample) => (
                <button
                  key={sample.sample_id}
                  type="button"
                  className={isText ? styles.textChoice : styles.choice}
                  aria-pressed={asked?.sampleId === sample.sample_id}
                  onClick={() => askSample(sample)}
                >
                  <MediaTile source={sourceOf(version.id, sample, card.media, 160)} />
                </button>
              ))}
            </div>
          </>
        )}
      </TryView>
    </Panel>
  );
}

/** Where an image lies that the run made to measure on; samples of the data have none. */
function madeImageUrl(versionId: string, { sample_image: made }: HeldOutSample) {
  return made == null ? undefined : packageImageUrl(versionId, made);
}

function sourceOf(versionId: string, sample: HeldOutSample, media: Media, size?: 160): Source {
  const url = madeImageUrl(versionId, sample);
  return url === undefined
    ? namedSource(sample.sample_id, sample.name, media, size)
    : { media, name: sample.name, url };
}
