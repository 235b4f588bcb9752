import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useTaskCard } from "@/api/task-card";

import { optionFields } from "./schema";
import { keyOf } from "./values";

/** What the options of a task are called, with the unit of their values as forms show it. */
export function useOptionName(task: string): (key: string) => string {
  const { t } = useTranslation();
  const schema = useTaskCard(task)?.options_schema;
  return useMemo(() => {
    const fields = schema === undefined ? [] : optionFields(schema);
    const units = new Map(fields.map((field) => [keyOf(field), field.unit]));
    return (key) => {
      const name = t(`training.option.${key}.name`, { defaultValue: key });
      const unit = units.get(key);
      return unit === undefined ? name : `${name} (${t(`training.unit.${unit}`)})`;
    };
  }, [schema, t]);
}
