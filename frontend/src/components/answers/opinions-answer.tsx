import type { Source } from "@/components/media/source";

import answers from "./answers.module.css";
import { isSpan, type Documents, type Named } from "./documents";
import { LabelsAnswer } from "./labels-answer";
import { SpansAnswer } from "./spans-answer";

interface OpinionsAnswerProps {
  source: Source;
  results: Documents["opinions"];
  names?: readonly string[];
  plain?: boolean;
}

/** What a text feels as a whole, and what about each thing it speaks of. */
export function OpinionsAnswer({ source, results, names, plain }: OpinionsAnswerProps) {
  const whole = results.filter((result): result is Named => !isSpan(result));
  const spans = results
    .filter(isSpan)
    .map((span) => ({ ...span, name: span.name ?? span.polarity ?? "" }));
  return (
    <div className={answers.stack}>
      {whole.length > 0 && <LabelsAnswer results={whole} />}
      <SpansAnswer source={source} results={spans} names={names} plain={plain} />
    </div>
  );
}
