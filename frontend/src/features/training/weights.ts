import type { TFunction } from "i18next";

/** Return whether weights come with Easel; those of others lie in the installation's folder. */
export function isBuiltIn(weights: string | null): boolean {
  return weights?.startsWith("easel/") ?? false;
}

/** Return what pretrained weights are called on a page, also before it is known which they are. */
export function weightsName(t: TFunction, weights: string | null): string {
  if (weights === null) return t("training.weights.unknown");
  return isBuiltIn(weights) ? t("training.weights.builtIn") : t("training.weights.of", { weights });
}
