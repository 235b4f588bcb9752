import { MinusOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Segmented } from "antd";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";

import { useLabels } from "@/api/datasets";
import { hasFilters, NO_FILTERS, parseFilters, searchOf, writeFilters } from "@/api/sample-filters";
import { sampleSource } from "@/api/sample-source";
import { useTaskCard } from "@/api/task-card";
import { MediaTile } from "@/components/media/media-tile";
import { FITTED, zoomed, type View } from "@/components/media/zoom";
import { ErrorState } from "@/components/ui/error-state";
import { Count } from "@/components/ui/numbers";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { CardsSkeleton } from "@/components/ui/skeletons";
import { useAddress } from "@/components/ui/use-address";
import { useThemeMode } from "@/styles/theme-mode";
import { seriesColors, token } from "@/styles/tokens";
import { useElementWidth } from "@/components/ui/use-element-width";

import {
  useDrawArea,
  useMapPoints,
  type EmbeddingMap,
  type MapPoints,
} from "../api/quality/use-maps";
import { useSample } from "../api/samples/use-sample";
import { FindingFilter } from "../browse/filters/finding-filter";
import { useThisDataset } from "../dataset-context";
import styles from "./map.module.css";
import { MapCanvas } from "./map-canvas";
import { onMap, type Place } from "./plane";
import { coloured, COLORINGS, type Coloring, type Coloured } from "./point-colors";

const STEP = 1.4;

/** A map with what its colours say, and what is done with a part of it. */
export function MapView({ map }: { map: EmbeddingMap }) {
  const [params] = useSearchParams();
  const points = useMapPoints(map, parseFilters(params));
  if (points.isPending) return <CardsSkeleton count={1} />;
  if (points.isError) {
    return <ErrorState error={points.error} onRetry={() => void points.refetch()} />;
  }
  return <Points map={map} points={points.data} />;
}

interface Hovered {
  readonly index: number;
  readonly at: Place;
}

function Points({ map, points }: { map: EmbeddingMap; points: MapPoints }) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const labels = useLabels(dataset.id);
  const mode = useThemeMode();
  const navigate = useNavigate();
  const [coloring, setColoring] = useState<Coloring>("label");
  const [isMoving, setMoving] = useState(false);
  const [view, setView] = useState<View>(FITTED);
  const [hovered, setHovered] = useState<Hovered>();
  const [outline, setOutline] = useState<readonly Place[]>([]);
  const area = useDrawArea(map.id);
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const size = useMemo(
    () => ({ width, height: Math.round(Math.min(540, Math.max(320, width * 0.7))) }),
    [width],
  );
  const palette = useMemo(
    () => ({
      series: seriesColors(mode),
      low: token(mode, "series-6"),
      high: token(mode, "series-1"),
      none: token(mode, "line-strong"),
    }),
    [mode],
  );
  const found = useMemo(
    () => coloured(points, coloring, labels.data ?? [], palette),
    [points, coloring, labels.data, palette],
  );
  const choose = (corners: readonly Place[]) => {
    setOutline(corners);
    area.mutate(corners.map(({ x, y }) => [x, y]));
  };
  const visible = () => {
    const [low, high] = [
      onMap({ x: 0, y: 0 }, view, size),
      onMap({ x: size.width, y: size.height }, view, size),
    ];
    return [low, { x: high.x, y: low.y }, high, { x: low.x, y: high.y }];
  };
  return (
    <div className={styles.map}>
      <div className={styles.tools}>
        <Segmented
          aria-label={t("map.mode")}
          value={isMoving ? "move" : "select"}
          onChange={(chosen) => setMoving(chosen === "move")}
          options={["select", "move"].map((value) => ({ value, label: t(`map.${value}`) }))}
        />
        <Button
          icon={<MinusOutlined />}
          aria-label={t("map.smaller")}
          onClick={() => setView(zoomed(view, 1 / STEP, 0, 0))}
        />
        <Button
          icon={<PlusOutlined />}
          aria-label={t("map.larger")}
          onClick={() => setView(zoomed(view, STEP, 0, 0))}
        />
        <Button onClick={() => setView(FITTED)}>{t("map.fit")}</Button>
        <Button onClick={() => choose(visible())}>{t("map.visible")}</Button>
      </div>
      <div className={styles.frame} ref={frame}>
        {width > 0 && (
          <MapCanvas
            points={points}
            colors={found.colors}
            dim={palette.none}
            ink={token(mode, "ink")}
            view={view}
            onView={setView}
            size={size}
            isMoving={isMoving}
            outline={outline}
            onHover={(index, at) => setHovered(index === null ? undefined : { index, at })}
            onOpen={(index) => void navigate(`../browse?sample=${points.ids[index] ?? ""}`)}
            onArea={choose}
          />
        )}
        {hovered !== undefined && (
          <Preview id={points.ids[hovered.index] ?? ""} at={hovered.at} width={width} />
        )}
      </div>
      <aside className={styles.side}>
        <Chosen
          outline={outline}
          area={area.data}
          onClear={() => {
            setOutline([]);
            area.reset();
          }}
        />
        {area.isError && <ProblemAlert error={area.error} />}
        <h3>{t("map.colorBy")}</h3>
        <Segmented
          block
          aria-label={t("map.colorBy")}
          value={coloring}
          onChange={setColoring}
          options={COLORINGS.map((value) => ({ value, label: t(`map.by.${value}`) }))}
        />
        <Legend found={found} />
        {coloring === "split" && points.version_number !== null && (
          <p className={styles.muted}>{t("map.splitsOf", { number: points.version_number })}</p>
        )}
        <Highlight />
      </aside>
    </div>
  );
}

interface ChosenProps {
  outline: readonly Place[];
  area: { readonly id: string; readonly num_samples: number } | undefined;
  onClear: () => void;
}

/** What was drawn around, and where to go with it. */
function Chosen({ outline, area, onClear }: ChosenProps) {
  const { t } = useTranslation();
  if (outline.length === 0) return <p className={styles.muted}>{t("map.howTo")}</p>;
  return (
    <div className={styles.chosen} role="status">
      <strong>
        {area === undefined ? t("ui.loading") : t("map.chosen", { count: area.num_samples })}
      </strong>
      {area !== undefined && area.num_samples > 0 && (
        <Link to={`../browse?area=${area.id}`}>
          <Button type="primary" tabIndex={-1}>
            {t("map.show")}
          </Button>
        </Link>
      )}
      <Button onClick={onClear}>{t("map.clear")}</Button>
    </div>
  );
}

function Legend({ found }: { found: Coloured }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.legend}>
      {found.groups.map(({ key, color, num, label }) => (
        <li key={key}>
          <i style={{ background: color }} aria-hidden />
          <span>{label ?? t(`map.group.${key}`)}</span>
          <Count value={num} />
        </li>
      ))}
    </ul>
  );
}

/** Dim what does not pass the filters of the address, such as a finding. */
function Highlight() {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const [params, setParams] = useAddress();
  const filters = parseFilters(params);
  const set = (finding: string | null) =>
    setParams((old) => writeFilters(old, { ...parseFilters(old), finding }), { replace: true });
  return (
    <>
      <FindingFilter dataset={dataset} chosen={filters.finding} onChoose={set} />
      {hasFilters(filters) && (
        <p className={styles.muted}>
          {t("map.filtered")} <Link to={`../browse?${searchOf(filters)}`}>{t("map.show")}</Link>{" "}
          <Button
            type="link"
            size="small"
            onClick={() => setParams((old) => writeFilters(old, NO_FILTERS), { replace: true })}
          >
            {t("map.all")}
          </Button>
        </p>
      )}
    </>
  );
}

interface PreviewProps {
  id: string;
  at: Place;
  width: number;
}

/** The sample under the pointer. */
function Preview({ id, at, width }: PreviewProps) {
  const dataset = useThisDataset();
  const card = useTaskCard(dataset.task);
  const sample = useSample(id);
  const isRight = at.x > width / 2;
  return (
    <div
      className={styles.preview}
      style={{
        top: Math.max(0, at.y - 60),
        ...(isRight ? { right: width - at.x + 14 } : { left: at.x + 14 }),
      }}
    >
      {sample.data !== undefined && (
        <>
          <span className={styles.tile}>
            <MediaTile source={sampleSource(sample.data, card?.media ?? "image", 160)} />
          </span>
          <span className={styles.name}>{sample.data.name}</span>
        </>
      )}
    </div>
  );
}
