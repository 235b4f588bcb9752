import { Form } from "antd";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";

import { placeProblems } from "./field-problems";
import styles from "./form-problem.module.css";
import { ProblemAlert } from "./problem-alert";

/**
 * What the server refused about the form this stands in: beside the fields that it is about, the
 * first of which is scrolled to and takes the focus; above them what is about none.
 */
export function FormProblem({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const show = useEffectEvent(() => {
    const { placed } = placeProblems(form, error, t);
    for (const { field, text } of placed) form.setFields([{ name: field, errors: [text] }]);
    const first = placed[0];
    if (first !== undefined) form.scrollToField(first.field, { focus: true, block: "center" });
  });
  useEffect(() => show(), [error]);
  if (error == null) return null;
  const { placed, rest } = placeProblems(form, error, t);
  if (placed.length > 0 && rest.length === 0) return null;
  return (
    <div className={styles.problem}>
      <ProblemAlert error={error} fields={rest} takesFocus={placed.length === 0} />
    </div>
  );
}
