import type { Source } from "@/components/media/source";
import { TextView } from "@/components/media/text-view";

import predictions from "./predictions.module.css";
import { isSpan, type Documents, type Named } from "./documents";
import { LabelsPrediction } from "./labels-prediction";
import { SpansPrediction } from "./spans-prediction";

interface AspectSentimentsPredictionProps {
  source: Source;
  results: Documents["opinions"];
  names?: readonly string[];
  plain?: boolean;
}

/** What a text feels as a whole, and what about each thing it speaks of. */
export function AspectSentimentsPrediction({
  source,
  results,
  names,
  plain,
}: AspectSentimentsPredictionProps) {
  const whole = results.filter((result): result is Named => !isSpan(result));
  const spans = results
    .filter(isSpan)
    .map((span) => ({ ...span, name: span.name ?? span.polarity ?? "" }));
  return (
    <div className={predictions.stack}>
      {whole.length > 0 && <LabelsPrediction results={whole} />}
      {whole.length > 0 && spans.length === 0 ? (
        <TextView source={source} />
      ) : (
        <SpansPrediction source={source} results={spans} names={names} plain={plain} />
      )}
    </div>
  );
}
