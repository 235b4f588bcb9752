import { Slider } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { ImageView, type ImageSize } from "@/components/media/image-view";
import type { Source } from "@/components/media/source";
import { formatPercent, formatPrice } from "@/i18n/format";

import type { RegionSet } from "./documents";
import { MaskLayer } from "./mask-layer";
import { colorIndex, colorsOf, type GivenColors } from "./name-colors";
import { NameToggles } from "./name-toggles";
import { PointLayer } from "./point-layer";
import { withShownName } from "./reserved-names";
import { ShapeLayer } from "./shape-layer";
import styles from "./image-prediction.module.css";

interface ImagePredictionProps {
  source: Source;
  results: readonly RegionSet[];
  names?: readonly string[];
  colors?: GivenColors;
  /** Only the image with what is drawn on it. */
  plain?: boolean;
  /** Colours alone tell the names; a legend is elsewhere. */
  isUnnamed?: boolean;
  maxHeight?: string;
}

/** With more results than this, scores would cover the image; the list says them. */
const MAX_SCORES = 12;

/** Boxes, masks or lines of text over the image they were found in. */
export function ImagePrediction({
  source,
  results: answered,
  names: known,
  colors: given,
  plain,
  isUnnamed,
  maxHeight,
}: ImagePredictionProps) {
  const { t, i18n } = useTranslation();
  const [least, setLeast] = useState(0);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<number | null>(null);
  const results = useMemo(() => answered.map((one) => withShownName(t, one)), [answered, t]);
  const names = useMemo(
    () => [...new Set([...(known ?? []), ...results.map(nameOf)])],
    [known, results],
  );
  const colors = useMemo(() => colorsOf(names, given), [names, given]);
  const found = useMemo(() => new Set(results.map(nameOf)), [results]);
  const shown = useMemo(
    () =>
      results.flatMap((result, key) =>
        (result.score ?? 1) >= least && !hidden.has(nameOf(result)) ? [{ ...result, key }] : [],
      ),
    [results, least, hidden],
  );
  const masks = useMemo(
    () =>
      shown.flatMap(({ mask, key, ...result }) =>
        mask === undefined
          ? []
          : [
              {
                counts: mask,
                color: given?.get(nameOf(result)) ?? colorIndex(names, nameOf(result)),
                isActive: key === active,
              },
            ],
      ),
    [shown, names, given, active],
  );
  const scores = results.flatMap(({ score }) => (score === undefined ? [] : [score]));
  const titleOf = (result: RegionSet) =>
    [
      result.words ?? result.name,
      result.score === undefined ? "" : formatPercent(result.score, i18n.language, 0),
    ].join(" ");
  /** What a line belongs to, or what a product costs. */
  const asideOf = (result: RegionSet) => {
    if (typeof result.facing === "number")
      return results[result.facing]?.name ?? t("predictions.priceTag");
    if (result.words !== undefined) return nameOf(result);
    return result.price === undefined ? "" : formatPrice(result.price, i18n.language);
  };
  const isCrowded = shown.length > MAX_SCORES;
  const overlay = (size: ImageSize) => (
    <>
      {masks.length > 0 && <MaskLayer masks={masks} size={size} />}
      <ShapeLayer
        size={size}
        isUnnamed={isUnnamed}
        onHover={plain ? undefined : setActive}
        shapes={shown.map((result) => ({
          key: result.key,
          title:
            plain || (isCrowded && result.key !== active)
              ? (result.words ?? result.name)
              : titleOf(result),
          color: colors.get(nameOf(result)) ?? "var(--primary)",
          location: result.location,
          isActive: result.key === active,
          isNameOnly: result.mask !== undefined,
          isNamedIfActive: !plain && result.words !== undefined,
        }))}
      />
      <PointLayer
        size={size}
        isPlain={plain}
        points={shown.flatMap((result) =>
          (result.keyPoints ?? []).map((point) => ({
            ...point,
            key: `${result.key} ${point.name}`,
            color: colors.get(nameOf(result)) ?? "var(--primary)",
            isActive: result.key === active,
          })),
        )}
      />
    </>
  );
  const image = <ImageView source={source} overlay={overlay} plain={plain} maxHeight={maxHeight} />;
  if (plain) return image;
  return (
    <div className={styles.prediction}>
      {image}
      <div className={styles.side}>
        {scores.length > 1 && (
          <label className={styles.threshold}>
            <span>{t("predictions.least", { value: formatPercent(least, i18n.language, 0) })}</span>
            <Slider
              ariaLabelForHandle={t("predictions.leastScore")}
              min={0}
              max={1}
              step={0.01}
              value={least}
              onChange={setLeast}
            />
          </label>
        )}
        <NameToggles
          colors={new Map([...colors].filter(([name]) => found.has(name)))}
          names={results.map(nameOf)}
          hidden={hidden}
          onChange={setHidden}
        />
        {shown.length === 0 && <p className={styles.muted}>{t("predictions.nothing")}</p>}
        <ol className={styles.list}>
          {shown.map((result) => (
            <li
              key={result.key}
              className={result.key === active ? styles.active : undefined}
              onMouseEnter={() => setActive(result.key)}
              onMouseLeave={() => setActive(null)}
            >
              <i style={{ background: colors.get(nameOf(result)) }} />
              <span className={styles.words}>
                {result.words === undefined ? (
                  result.name
                ) : (
                  <button
                    type="button"
                    className={styles.line}
                    onClick={() => setActive(result.key)}
                    onFocus={() => setActive(result.key)}
                    onBlur={() => setActive(null)}
                  >
                    {result.words}
                  </button>
                )}
                {asideOf(result) !== "" && (
                  <small className={styles.muted}> {asideOf(result)}</small>
                )}
              </span>
              {result.score !== undefined && (
                <span className={styles.score}>{formatPercent(result.score, i18n.language)}</span>
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** Lines of text need no name. */
const nameOf = ({ name }: Pick<RegionSet, "name">): string => name ?? "";
