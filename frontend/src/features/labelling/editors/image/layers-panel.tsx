import {
  CloseOutlined,
  CopyOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  LockOutlined,
  UnlockOutlined,
  UnorderedListOutlined,
} from "@ant-design/icons";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Button, Slider, Tooltip } from "antd";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";

import { raised, withoutRegion } from "../../model/annotations";
import { layerRows } from "../../model/layer-rows";
import type { EditorProps } from "../editor";
import styles from "./layers-panel.module.css";
import { LayerRow } from "./layer-row";
import type { Layers } from "./use-layers";

const ROW_HEIGHT = 34;

/** All annotations of an image by label, the topmost first: show, hide, lock, order, choose. */
export function LayersPanel(props: EditorProps & { layers: Layers }) {
  const { annotations, labels, mayLabel, selected, layers, onSelect, onChange, onCopyPrevious } =
    props;
  const { t } = useTranslation();
  const title = t("labelling.layers.title", { count: annotations.regions.length });
  if (!layers.isOpen) {
    return (
      <Button
        className={styles.opener}
        icon={<UnorderedListOutlined />}
        onClick={() => layers.setOpen(true)}
      >
        {title}
      </Button>
    );
  }
  return (
    <section className={styles.panel} aria-label={t("labelling.layers.name")}>
      <header className={styles.head}>
        <strong>{title}</strong>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t("labelling.layers.close")}
          onClick={() => layers.setOpen(false)}
        />
      </header>
      <label className={styles.fill}>
        <span>{t("labelling.layers.fill")}</span>
        <Slider
          ariaLabelForHandle={t("labelling.layers.fill")}
          min={0}
          max={1}
          step={0.05}
          value={layers.fill}
          tooltip={{ formatter: (value = 0) => `${Math.round(value * 100)}%` }}
          onChange={layers.setFill}
        />
      </label>
      <Rows
        {...props}
        labels={labels}
        onRaise={(id, by) =>
          onChange({ ...annotations, regions: raised(annotations.regions, id, by) })
        }
        onRemove={(id) => {
          onChange(withoutRegion(annotations, id));
          if (id === selected) onSelect(null);
        }}
      />
      {mayLabel && onCopyPrevious !== undefined && (
        <Tooltip title={t("labelling.layers.copyHint")} placement="left">
          <Button icon={<CopyOutlined />} onClick={onCopyPrevious}>
            {t("labelling.layers.copy")}
          </Button>
        </Tooltip>
      )}
    </section>
  );
}

interface RowsProps extends EditorProps {
  layers: Layers;
  onRaise: (id: string, by: 1 | -1) => void;
  onRemove: (id: string) => void;
}

function Rows(props: RowsProps) {
  const { annotations, labels, mayLabel, selected, layers, onSelect, onRaise, onRemove } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => layerRows(annotations.regions, labels), [annotations.regions, labels]);
  // The compiler cannot see through the virtualizer's own cache; it re-renders by itself.
  // eslint-disable-next-line react-hooks/incompatible-library
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const place = rows.findIndex((row) => row.kind === "annotation" && row.id === selected);
  useEffect(() => {
    if (place >= 0) list.scrollToIndex(place, { align: "auto" });
  }, [list, place]);
  if (rows.length === 0) return <p className={styles.empty}>{t("labelling.layers.empty")}</p>;
  return (
    <div ref={scroller} className={styles.rows}>
      <ul style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isLabel = row.kind === "label";
          const hidden = isLabel
            ? layers.ofLabel("hidden", row.labelId)
            : layers.ofAnnotation("hidden", row.id);
          const locked = isLabel
            ? layers.ofLabel("locked", row.labelId)
            : layers.ofAnnotation("locked", row.id);
          const name = row.name || t("labelling.layers.noLabel");
          const toggle = (flag: "hidden" | "locked") =>
            isLabel ? layers.toggleLabel(flag, row.labelId) : layers.toggleAnnotation(flag, row.id);
          return (
            <li key={row.id} style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}>
              <LayerRow
                name={isLabel ? t("labelling.layers.label", { name, num: row.num }) : name}
                color={row.color}
                isLabel={isLabel}
                isOn={!isLabel && row.id === selected}
                onPress={isLabel ? undefined : () => onSelect(row.id === selected ? null : row.id)}
                onRaise={
                  mayLabel && !isLabel && row.id === selected
                    ? (by) => onRaise(row.id, by)
                    : undefined
                }
                onRemove={
                  mayLabel && !isLabel && row.id === selected && !locked
                    ? () => onRemove(row.id)
                    : undefined
                }
                flags={[
                  {
                    name: t(hidden ? "labelling.layers.show" : "labelling.layers.hide", { name }),
                    isOn: hidden,
                    icon: hidden ? <EyeInvisibleOutlined /> : <EyeOutlined />,
                    onPress: () => toggle("hidden"),
                  },
                  {
                    name: t(locked ? "labelling.layers.unlock" : "labelling.layers.lock", { name }),
                    isOn: locked,
                    icon: locked ? <LockOutlined /> : <UnlockOutlined />,
                    onPress: () => toggle("locked"),
                  },
                ]}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
