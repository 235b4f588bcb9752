import { App, Input, type InputRef } from "antd";
import type { KeyboardEvent, RefObject } from "react";
import { useTranslation } from "react-i18next";

import { useCreateLabel, type Label } from "@/api/datasets";
import { problemText } from "@/i18n/problem-text";

import styles from "./label-panel.module.css";

interface Props {
  datasetId: string;
  labels: readonly Label[];
  search: string;
  onSearch: (search: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  disabled: boolean;
  mayCreate: boolean;
  onPress: (labelId: string) => void;
}

/** Type a name and press Enter: the label is given, and made first when there is none yet. */
export function LabelSearch(props: Props) {
  const { datasetId, labels, search, onSearch, inputRef, disabled, mayCreate, onPress } = props;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const create = useCreateLabel(datasetId);
  const name = search.trim();
  const exact = labels.find((label) => label.name.toLowerCase() === name.toLowerCase());
  const matches = labels.filter((label) => label.name.toLowerCase().includes(name.toLowerCase()));
  const found = exact ?? (matches.length === 1 ? matches[0] : undefined);

  const title = t(mayCreate ? "labelling.find" : "labelling.findOnly");

  const finish = (labelId: string) => {
    onSearch("");
    inputRef.current?.blur();
    onPress(labelId);
  };
  const submit = () => {
    if (name === "" || create.isPending) return;
    if (found !== undefined) finish(found.id);
    else if (mayCreate) {
      create.mutate(
        { name },
        {
          onSuccess: (label) => finish(label.id),
          onError: (error) => void message.error(problemText(t, error)),
        },
      );
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onSearch("");
    inputRef.current?.blur();
  };
  return (
    <div className={styles.search}>
      <Input
        ref={(input: InputRef | null) => {
          inputRef.current = input?.input ?? null;
        }}
        aria-label={title}
        placeholder={title}
        maxLength={120}
        disabled={disabled}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onPressEnter={submit}
        onKeyDown={onKeyDown}
      />
      {name !== "" && (
        <p className={styles.hint} role="status">
          {found !== undefined
            ? t("labelling.enterGives", { name: found.name })
            : mayCreate
              ? t("labelling.enterCreates", { name })
              : t("labelling.noSuchLabel")}
        </p>
      )}
    </div>
  );
}
