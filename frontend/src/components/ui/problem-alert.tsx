import { Alert } from "antd";
import type { TFunction } from "i18next";
import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Problem, type FieldProblem } from "@/api/problem";
import { fieldText, problemText } from "@/i18n/problem-text";

interface ProblemAlertProps {
  error: unknown;
  /** The fields to name; all that the error is about when left out. */
  fields?: readonly FieldProblem[];
  /** Whether a new error takes the focus from what was pressed. */
  takesFocus?: boolean;
}

/** The name of the option that a pointer leads to, or the pointer itself. */
function nameOf(t: TFunction, pointer: string): ReactNode {
  const [, ...path] = pointer.split("/").filter(Boolean);
  const name = t(`training.option.${path.join(".")}.name`, { defaultValue: "" });
  return name === "" ? <code>{pointer}</code> : <strong>{name}</strong>;
}

/**
 * A refusal beside the form or button that caused it; nothing while there is none. A new one is
 * scrolled to and takes the focus, except from somebody who is typing.
 */
export function ProblemAlert({ error, fields, takesFocus = true }: ProblemAlertProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const show = useEffectEvent(() => {
    if (error == null || !takesFocus) return;
    place.current?.scrollIntoView({ block: "nearest" });
    const isTyping = document.activeElement?.matches("input, textarea, [contenteditable]");
    if (isTyping !== true) place.current?.focus({ preventScroll: true });
  });
  useEffect(() => show(), [error]);
  if (error == null) return null;
  const named = fields ?? (error instanceof Problem ? error.errors : []);
  return (
    <div ref={place} tabIndex={-1}>
      <Alert
        type="error"
        showIcon
        role="alert"
        title={problemText(t, error)}
        description={
          named.length > 0 && (
            <ul>
              {named.map((field) => (
                <li key={field.pointer}>
                  {nameOf(t, field.pointer)} {fieldText(t, field)}
                </li>
              ))}
            </ul>
          )
        }
      />
    </div>
  );
}
