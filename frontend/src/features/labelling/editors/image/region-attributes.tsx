import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Key } from "@/components/ui/key-hints";

import { withRegion, type AttributeValue } from "../../model/annotations";
import { definitionsOf, withAttribute, type AttributeDefinition } from "../../model/attributes";
import { hasOpenDialog } from "../../use-label-keys";
import { AttributeFields } from "../attribute-fields";
import styles from "../attributes.module.css";
import { labelName, type EditorProps } from "../editor";

const KEY = "F2";

/** What is known of the region that is worked on, beside its label; nothing where none is. */
export function RegionAttributes(props: EditorProps) {
  const { labels, annotations, mayLabel, selected, unlabelledAttributes, onChange } = props;
  const region = annotations.regions.find(({ id }) => id === selected);
  if (region === undefined) return null;
  const definitions = definitionsOf(labels, region.labelId, unlabelledAttributes);
  return (
    <AttributeBar
      key={region.id}
      name={labelName(labels, region.labelId) || (region.text ?? "")}
      definitions={definitions}
      values={region.attributes ?? {}}
      disabled={!mayLabel}
      onSet={(name, value) => onChange(withRegion(annotations, withAttribute(region, name, value)))}
    />
  );
}

interface BarProps {
  name: string;
  definitions: readonly AttributeDefinition[];
  values: Readonly<Record<string, AttributeValue>>;
  disabled: boolean;
  onSet: (name: string, value: AttributeValue | null) => void;
  children?: ReactNode;
}

/** The attributes of one thing, reached by a key and left by Escape. */
export function AttributeBar({ name, definitions, children, ...fields }: BarProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isInside = event.target instanceof Node && bar.current?.contains(event.target) === true;
    if (event.key === "Escape" && isInside && event.target instanceof HTMLElement) {
      event.stopPropagation();
      event.target.blur();
    } else if (event.key === KEY && !hasOpenDialog()) {
      event.preventDefault();
      bar.current?.querySelector<HTMLElement>("select, input")?.focus();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Before the editors: there Escape lets go of the region.
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
  if (definitions.length === 0) return null;
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="group"
      aria-label={t("labelling.attributes.of", { name })}
    >
      <span className={styles.title}>
        {t("labelling.attributes.of", { name })} <Key>{KEY}</Key>
      </span>
      <AttributeFields definitions={definitions} {...fields} />
      {children}
    </div>
  );
}
