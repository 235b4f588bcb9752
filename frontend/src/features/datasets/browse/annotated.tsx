import { useMemo } from "react";

import type { Label, SampleDetail } from "@/api/datasets";
import { annotationAnswer } from "@/api/annotation-answer";
import { sampleSource } from "@/api/sample-source";
import type { TaskCard } from "@/api/task-card";
import { AnswerView } from "@/components/answers/answer-view";
import { SampleMedia } from "@/components/media/sample-media";

interface AnnotatedProps {
  card: TaskCard;
  labels: readonly Label[];
  sample: SampleDetail;
}

/** A sample with what people said of it, drawn as a model's answer would be. */
export function Annotated({ card, labels, sample }: AnnotatedProps) {
  const source = useMemo(() => sampleSource(sample, card.media), [sample, card.media]);
  const answer = useMemo(
    () => annotationAnswer(sample, labels, card.annotation_card),
    [sample, labels, card.annotation_card],
  );
  if (answer === null) return <SampleMedia source={source} maxHeight="56vh" />;
  const view = <AnswerView kind={answer.kind} answer={answer.document} source={source} />;
  return answer.isOnSample ? (
    view
  ) : (
    <>
      <SampleMedia source={source} maxHeight="56vh" />
      {view}
    </>
  );
}
