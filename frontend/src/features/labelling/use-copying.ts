import { App } from "antd";
import { useTranslation } from "react-i18next";

import type { SampleDetail } from "@/api/datasets";
import { problemText } from "@/i18n/problem-text";

import {
  copiesWithin,
  NOTHING,
  type Annotations,
  type Region,
  type MaybeAnnotations,
} from "./model/annotations";

interface Options {
  readonly sample: SampleDetail | undefined;
  readonly annotations: MaybeAnnotations;
  readonly onChange: (next: Annotations) => void;
  /** Read what is said of the sample before this one; absent where there is none. */
  readonly readPrevious: (() => Promise<MaybeAnnotations>) | undefined;
}

/** Annotations of another sample on this one: one step, which undo takes back. */
export function useCopying({ sample, annotations, onChange, readPrevious }: Options) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const addCopies = (given: readonly Region[]) => {
    if (sample === undefined || given.length === 0) return;
    const { regions, numLeftOut } = copiesWithin(given, sample);
    const base = annotations ?? NOTHING;
    if (regions.length > 0) onChange({ ...base, regions: [...base.regions, ...regions] });
    const left = numLeftOut > 0 ? ` ${t("labelling.layers.leftOut", { count: numLeftOut })}` : "";
    const text = `${t("labelling.layers.copied", { count: regions.length })}${left}`;
    void (numLeftOut > 0 ? message.warning(text) : message.success(text));
  };
  const copyPrevious = async () => {
    try {
      const before = (await readPrevious?.())?.regions ?? [];
      if (before.length === 0) void message.info(t("labelling.layers.nothing"));
      else addCopies(before);
    } catch (error) {
      void message.error(problemText(t, error));
    }
  };
  return {
    addCopies,
    onCopyPrevious: readPrevious === undefined ? undefined : () => void copyPrevious(),
  };
}
