import { Button, Input, InputNumber, Popover, Slider } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { SampleFilters } from "@/api/sample-filters";

import type { Place } from "./filters/use-filters";
import styles from "./wall-toolbar.module.css";

interface Props {
  filters: SampleFilters;
  count: number;
  onJump: (place: Place) => void;
}

/** Go anywhere on a long wall: to a number, or to a name or day when they are its order. */
export function Jump({ filters, count, onJump }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [number, setNumber] = useState(1);
  const go = (place: Place) => {
    setOpen(false);
    onJump(place);
  };
  const column = filters.ordering.replace("-", "");
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setOpen}
      title={t("views.jump.title")}
      content={
        <div className={styles.jump}>
          <Slider
            ariaLabelForHandle={t("views.jump.number")}
            min={1}
            max={count}
            value={number}
            onChange={setNumber}
          />
          <div className={styles.jumpRow}>
            <InputNumber
              min={1}
              max={count}
              precision={0}
              value={number}
              aria-label={t("views.jump.number")}
              onChange={(value) => setNumber(value ?? 1)}
              onPressEnter={() => go({ at: number - 1 })}
            />
            <span>{t("views.jump.of", { count })}</span>
            <Button type="primary" onClick={() => go({ at: number - 1 })}>
              {t("views.jump.go")}
            </Button>
          </div>
          {column === "name" && (
            <Input.Search
              allowClear
              aria-label={t("views.jump.name")}
              placeholder={t("views.jump.name")}
              enterButton={t("views.jump.go")}
              onSearch={(start) => start !== "" && go({ start })}
            />
          )}
          {(column === "created_at" || column === "labelled_at") && (
            <label className={styles.jumpRow}>
              <span>{t("views.jump.day")}</span>
              <Input
                type="date"
                onChange={({ target }) => {
                  // From the end of the day where the newest come first.
                  const hour = filters.ordering.startsWith("-") ? "23:59:59" : "00:00:00";
                  if (target.value !== "") go({ start: `${target.value}T${hour}Z` });
                }}
              />
            </label>
          )}
        </div>
      }
    >
      <Button>{t("views.jump.open")}</Button>
    </Popover>
  );
}
