import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Source } from "@/components/media/source";
import { WithText } from "@/components/media/text-view";
import { formatPercent } from "@/i18n/format";

import { sliceCodePoints } from "./code-points";
import type { TextSpan } from "./documents";
import { MarkedText } from "./marked-text";
import { colorsOf, type GivenColors } from "./name-colors";
import { NameToggles } from "./name-toggles";
import predictions from "./predictions.module.css";
import styles from "./image-prediction.module.css";

interface SpansPredictionProps {
  source: Source;
  results: readonly TextSpan[];
  names?: readonly string[];
  colors?: GivenColors;
  plain?: boolean;
}

/** Words of a text that mean something, each drawn where it stands; nested ones under each other. */
export function SpansPrediction({ source, results, names, colors, plain }: SpansPredictionProps) {
  return (
    <WithText source={source}>
      {(text) => <Spans text={text} spans={results} names={names} colors={colors} plain={plain} />}
    </WithText>
  );
}

interface SpansProps {
  text: string;
  spans: readonly TextSpan[];
  names?: readonly string[];
  colors?: GivenColors;
  plain?: boolean;
}

function Spans({ text, spans, names, colors: given, plain }: SpansProps) {
  const { t, i18n } = useTranslation();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<number | null>(null);
  const colors = useMemo(
    () => colorsOf([...(names ?? []), ...spans.map(({ name }) => name)], given),
    [names, spans, given],
  );
  const shown = useMemo(() => spans.filter(({ name }) => !hidden.has(name)), [spans, hidden]);
  const marked = (
    <MarkedText
      text={text}
      spans={shown.map((span) => ({ ...span, color: colors.get(span.name) ?? "" }))}
      active={active}
      onHover={setActive}
    />
  );
  if (plain) return marked;
  return (
    <div className={predictions.stack}>
      {marked}
      <NameToggles
        colors={new Map([...colors].filter(([name]) => spans.some((span) => span.name === name)))}
        names={spans.map(({ name }) => name)}
        hidden={hidden}
        onChange={setHidden}
      />
      {spans.length === 0 && <p className={styles.muted}>{t("predictions.nothing")}</p>}
      <ol className={styles.list}>
        {shown.map((span, index) => (
          <li
            key={index}
            className={index === active ? styles.active : undefined}
            onMouseEnter={() => setActive(index)}
            onMouseLeave={() => setActive(null)}
          >
            <i style={{ background: colors.get(span.name) }} />
            <span className={styles.words}>
              {span.text ?? sliceCodePoints(text, span.start, span.end)}{" "}
              <small className={styles.muted}>
                {[span.name, span.aspect, span.polarity].filter(Boolean).join(" · ")}
              </small>
            </span>
            {span.score !== undefined && (
              <span className={styles.score}>{formatPercent(span.score, i18n.language)}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
