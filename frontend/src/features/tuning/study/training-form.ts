import { BACKBONE } from "../new-study/range";
import type { CatalogBackbone, Study, Trial } from "../types";

interface Group {
  [name: string]: unknown;
}

/** Return options with a trial's settings in their places; dots go into groups. */
export function optionsOf(
  study: Pick<Study, "options">,
  trial: Pick<Trial, "settings">,
): Record<string, unknown> {
  const options = structuredClone(study.options) as Group;
  for (const [name, value] of Object.entries(trial.settings)) {
    if (name === BACKBONE) continue;
    const path = name.split(".");
    const last = path.pop() ?? name;
    let place = options;
    for (const step of path) {
      place = (place[step] ??= {}) as Group;
    }
    place[last] = value;
  }
  return options;
}

/** Return the query of the training form's address that fills it in with a trial's settings. */
export function trainingFormQuery(
  study: Study,
  trial: Trial,
  backbones: readonly CatalogBackbone[],
): string {
  const key = String(trial.settings[BACKBONE] ?? study.backbone);
  const tier = backbones.find((backbone) => backbone.key === key)?.tier;
  const query = new URLSearchParams();
  for (const { id } of study.dataset_versions) query.append("version", id);
  query.set("target", study.target);
  if (tier !== undefined) query.set("tier", tier);
  query.set("backbone", key);
  const options = optionsOf(study, trial);
  if (Object.keys(options).length > 0) query.set("options", JSON.stringify(options));
  if (study.seed !== 0) query.set("seed", String(study.seed));
  return query.toString();
}
