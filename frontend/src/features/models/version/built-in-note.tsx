import { Alert } from "antd";
import { Trans } from "react-i18next";
import { Link } from "react-router";

import { useMay } from "@/api/project";

import type { ModelVersion } from "../types";

/** Where a model that comes with Easel is from, and what its figures do not say. */
export function BuiltInNote({ version }: { version: ModelVersion }) {
  const mayEvaluate = useMay("developer");
  const path = `/projects/${version.project_id}/models/evaluations/new?version=${version.id}`;
  return (
    <Alert
      type="info"
      showIcon
      title={
        <Trans
          i18nKey="builtIn.measured"
          components={{ evaluate: mayEvaluate ? <Link to={path} /> : <span /> }}
        />
      }
    />
  );
}
