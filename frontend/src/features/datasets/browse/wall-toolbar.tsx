import { Button, Select, Slider, Switch } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { assignAddress } from "@/api/assignments";
import type { Dataset } from "@/api/datasets";
import { useMay, useProjectId } from "@/api/project";

import { useSampleCount } from "../api/samples/use-sample-count";
import {
  filterQuery,
  hasFilters,
  NO_FILTERS,
  ORDERINGS,
  type SampleFilters,
} from "@/api/sample-filters";
import { Jump } from "./jump";
import type { Place } from "./filters/use-filters";
import { TILE_SIZES } from "./use-tile-size";
import styles from "./wall-toolbar.module.css";

interface Props {
  dataset: Dataset;
  filters: SampleFilters;
  onChange: (change: Partial<SampleFilters>) => void;
  tileSize: number;
  onTileSize: (size: number) => void;
  isAnnotated: boolean;
  onAnnotated: (isAnnotated: boolean) => void;
  onOpenFilters: () => void;
  onSelectWhole: () => void;
  onJump: (place: Place) => void;
}

/** How many samples these are, their order and how large they are shown. */
export function WallToolbar(props: Props) {
  const { dataset, filters, onChange, tileSize, onTileSize, onOpenFilters } = props;
  const { onSelectWhole, onJump, isAnnotated, onAnnotated } = props;
  const { t } = useTranslation();
  const count = useSampleCount(dataset.id, filters);
  const projectId = useProjectId();
  const isAnnotatedByPeople = dataset.num_rows === null;
  const mayAssign = useMay("developer") && isAnnotatedByPeople && (count.data ?? 0) > 0;
  return (
    <div className={styles.bar}>
      <Button className={styles.narrow} onClick={onOpenFilters}>
        {t("datasets.filters.title")}
      </Button>
      <p className={styles.count} aria-live="polite">
        {count.data !== undefined &&
          t(dataset.num_rows === null ? "datasets.numImages" : "datasets.numTables", {
            count: count.data,
          })}
        {dataset.num_rows !== null && !hasFilters(filters) && (
          <> · {t("datasets.numRows", { count: dataset.num_rows })}</>
        )}
      </p>
      {hasFilters(filters) && (
        <Button type="link" size="small" onClick={() => onChange(NO_FILTERS)}>
          {t("datasets.filters.clear")}
        </Button>
      )}
      {(count.data ?? 0) > 0 && (
        <Button type="link" size="small" onClick={onSelectWhole}>
          {t(hasFilters(filters) ? "views.chooseFound" : "views.chooseAll")}
        </Button>
      )}
      <span className={styles.spring} />
      {(count.data ?? 0) > 200 && (
        <Jump filters={filters} count={count.data ?? 0} onJump={onJump} />
      )}
      {mayAssign && (
        <Link to={assignAddress(projectId, dataset.id, filterQuery(filters))}>
          <Button tabIndex={-1}>{t("datasets.browse.assign")}</Button>
        </Link>
      )}
      <Select
        aria-label={t("datasets.ordering.title")}
        className={styles.ordering}
        value={filters.ordering}
        onChange={(ordering) => onChange({ ordering })}
        options={ORDERINGS.filter(
          (value) => value !== "-disagreement" || filters.disagreement !== null,
        ).map((value) => ({ value, label: t(`datasets.ordering.${value}`) }))}
      />
      {isAnnotatedByPeople && (
        <label className={styles.annotations}>
          <Switch size="small" checked={isAnnotated} onChange={onAnnotated} />
          {t("datasets.browse.annotations")}
        </label>
      )}
      <Slider
        className={styles.size}
        ariaLabelForHandle={t("datasets.browse.tileSize")}
        tooltip={{ open: false }}
        min={TILE_SIZES.min}
        max={TILE_SIZES.max}
        step={TILE_SIZES.step}
        value={tileSize}
        onChange={onTileSize}
      />
    </div>
  );
}
