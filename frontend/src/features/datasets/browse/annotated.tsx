import { useMemo } from "react";

import type { Label, SampleDetail } from "@/api/datasets";
import { annotationPrediction } from "@/api/annotation-prediction";
import { sampleSource } from "@/api/sample-source";
import type { TaskCard } from "@/api/task-card";
import { PredictionView } from "@/components/predictions/prediction-view";
import { SampleMedia } from "@/components/media/sample-media";

interface AnnotatedProps {
  card: TaskCard;
  labels: readonly Label[];
  sample: SampleDetail;
}

/** A sample with what people said of it, drawn as a model's prediction would be. */
export function Annotated({ card, labels, sample }: AnnotatedProps) {
  const source = useMemo(() => sampleSource(sample, card.media), [sample, card.media]);
  const prediction = useMemo(
    () => annotationPrediction(sample, labels, card.annotation_card),
    [sample, labels, card.annotation_card],
  );
  const colors = useMemo(() => new Map(labels.map(({ name, color }) => [name, color])), [labels]);
  if (prediction === null) return <SampleMedia source={source} maxHeight="56vh" />;
  const view = (
    <PredictionView
      kind={prediction.kind}
      prediction={prediction.document}
      source={source}
      colors={colors}
    />
  );
  return prediction.isOnSample ? (
    view
  ) : (
    <>
      <SampleMedia source={source} maxHeight="56vh" />
      {view}
    </>
  );
}
