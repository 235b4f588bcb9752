import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import styles from "./layers-panel.module.css";

interface Flag {
  readonly name: string;
  readonly isOn: boolean;
  readonly icon: ReactNode;
  readonly onPress: () => void;
}

interface LayerRowProps {
  name: string;
  color: string;
  isLabel: boolean;
  isOn: boolean;
  onPress: (() => void) | undefined;
  onRaise: ((by: 1 | -1) => void) | undefined;
  onRemove: (() => void) | undefined;
  flags: readonly Flag[];
}

/** One annotation, or one label with all its annotations, in the list of layers. */
export function LayerRow(props: LayerRowProps) {
  const { name, color, isLabel, isOn, flags, onPress, onRaise, onRemove } = props;
  const { t } = useTranslation();
  const dot = <i style={{ background: color }} />;
  return (
    <div className={isLabel ? styles.label : styles.row} data-on={isOn || undefined}>
      {onPress === undefined ? (
        <span className={styles.name}>
          {dot}
          {name}
        </span>
      ) : (
        <button type="button" className={styles.name} aria-pressed={isOn} onClick={onPress}>
          {dot}
          {name}
        </button>
      )}
      {onRaise !== undefined && (
        <>
          <Small name={t("labelling.layers.raise")} onPress={() => onRaise(1)}>
            <ArrowUpOutlined />
          </Small>
          <Small name={t("labelling.layers.lower")} onPress={() => onRaise(-1)}>
            <ArrowDownOutlined />
          </Small>
        </>
      )}
      {onRemove !== undefined && (
        <Small name={t("labelling.editor.remove")} onPress={onRemove}>
          <DeleteOutlined />
        </Small>
      )}
      {flags.map((flag) => (
        <Small key={flag.name} name={flag.name} isOn={flag.isOn} onPress={flag.onPress}>
          {flag.icon}
        </Small>
      ))}
    </div>
  );
}

interface SmallProps {
  name: string;
  isOn?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Small({ name, isOn = false, onPress, children }: SmallProps) {
  return (
    <button
      type="button"
      className={styles.small}
      data-on={isOn || undefined}
      aria-label={name}
      title={name}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
