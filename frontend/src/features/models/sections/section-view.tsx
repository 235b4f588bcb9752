import { Alert } from "antd";
import { useTranslation } from "react-i18next";

import type { Media } from "@/components/media/source";
import { counted } from "@/i18n/problem-text";

import { headingText } from "../report/report-text";
import type { NoteSection, Section } from "../report/sections";
import { BarsPanel } from "./bars-panel";
import { CasesPanel } from "./cases-panel";
import { CurvesPanel } from "./curves-panel";
import { MatrixPanel } from "./matrix-panel";
import { TablePanel } from "./table-panel";
import { ThresholdsPanel } from "./thresholds-panel";

export interface SectionContext {
  versionId: string;
  media: Media;
  /** All labels of the model, in their order: they keep their colours from view to view. */
  names?: readonly string[];
  sampleLink: (sampleId: string) => string;
}

/** One part of a report, drawn in the way of its kind. */
export function SectionView({ section, ...context }: SectionContext & { section: Section }) {
  switch (section.kind) {
    case "table":
      return <TablePanel section={section} />;
    case "curves":
      return <CurvesPanel section={section} />;
    case "bars":
      return <BarsPanel section={section} />;
    case "matrix":
      return <MatrixPanel section={section} />;
    case "thresholds":
      return <ThresholdsPanel section={section} />;
    case "cases":
      return <CasesPanel section={section} {...context} />;
    case "note":
      return <Note section={section} />;
  }
}

function Note({ section }: { section: NoteSection }) {
  const { t } = useTranslation();
  const text = t(`report.notes.${section.key}`, {
    ...counted(section.params),
    defaultValue: [
      headingText(t, section.key),
      ...Object.entries(section.params).map(([name, value]) => `${name}: ${String(value)}`),
    ].join(" · "),
  });
  return <Alert type="info" showIcon title={text} />;
}
