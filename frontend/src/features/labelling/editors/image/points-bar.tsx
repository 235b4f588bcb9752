import { DeleteOutlined, EyeInvisibleOutlined, EyeOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { useTranslation } from "react-i18next";

import { withRegion, type Region } from "../../model/annotations";
import { renamedPoint, toggledPoint, withoutPoint } from "../../model/key-points";
import type { EditorProps } from "../editor";
import styles from "../editors.module.css";
import type { KeyPoints } from "./use-key-points";

interface PointsBarProps extends EditorProps {
  chosen: Region | undefined;
  mayChange: boolean;
  points: KeyPoints;
}

/** The key points of the chosen annotation: what each is called, whether it is covered, and the next one. */
export function PointsBar({ annotations, chosen, mayChange, points, onChange }: PointsBarProps) {
  const { t } = useTranslation();
  if (chosen === undefined) {
    return <div className={styles.tools}>{t("labelling.points.chooseFirst")}</div>;
  }
  const put = (region: Region) => onChange(withRegion(annotations, region));
  return (
    <div className={styles.tools} role="group" aria-label={t("labelling.points.title")}>
      {(chosen.points ?? []).map(({ name, isVisible }) => (
        <span key={name} className={styles.point}>
          <Input
            size="small"
            variant="borderless"
            defaultValue={name}
            maxLength={64}
            disabled={!mayChange}
            aria-label={t("labelling.points.name", { name })}
            onPressEnter={({ currentTarget }) => currentTarget.blur()}
            onBlur={({ target }) => {
              const renamed = renamedPoint(chosen, name, target.value);
              if (renamed === chosen) return;
              points.keep(points.known.map((old) => (old === name ? target.value.trim() : old)));
              put(renamed);
            }}
          />
          <Button
            size="small"
            type="text"
            disabled={!mayChange}
            aria-pressed={!isVisible}
            aria-label={t(isVisible ? "labelling.points.cover" : "labelling.points.show", { name })}
            title={t(isVisible ? "labelling.points.cover" : "labelling.points.show", { name })}
            icon={isVisible ? <EyeOutlined /> : <EyeInvisibleOutlined />}
            onClick={() => put(toggledPoint(chosen, name))}
          />
          <Button
            size="small"
            type="text"
            disabled={!mayChange}
            aria-label={t("labelling.points.remove", { name })}
            title={t("labelling.points.remove", { name })}
            icon={<DeleteOutlined />}
            onClick={() => put(withoutPoint(chosen, name))}
          />
        </span>
      ))}
      {mayChange && (
        <span className={styles.hint}>{t("labelling.points.next", { name: points.next })}</span>
      )}
    </div>
  );
}
