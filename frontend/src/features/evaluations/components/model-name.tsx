import { Link } from "react-router";

import type { EvaluatedModel } from "../types";

/** A model version; its page, as long as there is one. */
export function ModelName(props: { model: EvaluatedModel; projectId: string }) {
  const { model, projectId } = props;
  const name = nameOf(model);
  if (model.model_version_id === null) return <>{name}</>;
  return <Link to={`/projects/${projectId}/models/${model.model_version_id}`}>{name}</Link>;
}

/** What a model version is called in a sentence. */
export const nameOf = ({ name, number }: EvaluatedModel) => `${name} v${number}`;
