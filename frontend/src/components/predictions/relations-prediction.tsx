import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Source } from "@/components/media/source";
import { WithText } from "@/components/media/text-view";
import { formatPercent } from "@/i18n/format";

import predictions from "./predictions.module.css";
import { sliceCodePoints } from "./code-points";
import type { TextRelation, TextSpan } from "./documents";
import { MarkedText } from "./marked-text";
import { colorsOf, type GivenColors } from "./name-colors";
import styles from "./image-prediction.module.css";

interface RelationsPredictionProps {
  source: Source;
  results: readonly TextRelation[];
  colors?: GivenColors;
  plain?: boolean;
}

/** Who is related to whom: the text with the ends marked, and each relation as a line. */
export function RelationsPrediction({ source, results, colors, plain }: RelationsPredictionProps) {
  return (
    <WithText source={source}>
      {(text) => <Relations text={text} relations={results} colors={colors} plain={plain} />}
    </WithText>
  );
}

interface RelationsProps {
  text: string;
  relations: readonly TextRelation[];
  colors?: GivenColors;
  plain?: boolean;
}

function Relations({ text, relations, colors: given }: RelationsProps) {
  const { t, i18n } = useTranslation();
  const [active, setActive] = useState<number | null>(null);
  const colors = useMemo(
    () =>
      colorsOf(
        relations.map(({ name }) => name),
        given,
      ),
    [relations, given],
  );
  const marked = useMemo(() => {
    const chosen = active === null ? relations : [relations[active]];
    return distinct(
      chosen.flatMap((relation) =>
        relation === undefined ? [] : [relation.subject, relation.object],
      ),
    );
  }, [relations, active]);
  const endColors = useMemo(
    () =>
      colorsOf(
        relations.flatMap(({ subject, object }) => [subject.name, object.name]),
        given,
      ),
    [relations, given],
  );
  const textOf = (span: TextSpan) => span.text ?? sliceCodePoints(text, span.start, span.end);
  return (
    <div className={predictions.stack}>
      <MarkedText
        text={text}
        spans={marked.map((span) => ({ ...span, color: endColors.get(span.name) ?? "" }))}
      />
      {relations.length === 0 && <p className={styles.muted}>{t("predictions.nothing")}</p>}
      <ol className={styles.list}>
        {relations.map((relation, index) => (
          <li
            key={index}
            className={index === active ? styles.active : undefined}
            onMouseEnter={() => setActive(index)}
            onMouseLeave={() => setActive(null)}
          >
            <span className={styles.words}>
              {textOf(relation.subject)}{" "}
              <strong
                className={styles.relation}
                style={{ textDecorationColor: colors.get(relation.name) }}
              >
                → {relation.name} →
              </strong>{" "}
              {textOf(relation.object)}
            </span>
            {relation.score !== undefined && (
              <span className={styles.score}>{formatPercent(relation.score, i18n.language)}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Two relations may share an end; it is marked once. */
function distinct(spans: readonly TextSpan[]): TextSpan[] {
  return [
    ...new Map(spans.map((span) => [`${span.start} ${span.end} ${span.name}`, span])).values(),
  ];
}
