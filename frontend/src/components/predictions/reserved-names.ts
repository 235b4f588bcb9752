import type { TFunction } from "i18next";

/** What the runtime calls price tags. */
const PRICE_TAG = "price_tag";

/** What the runtime calls products of a shelf that are not in its library. */
const UNKNOWN = "unknown";

interface NamedResult {
  readonly name?: unknown;
  /** Of a product on a shelf alone. */
  readonly layer?: unknown;
}

/** A result with its name in the reader's language where the runtime gave it a reserved one. */
export function withShownName<R extends NamedResult>(t: TFunction, result: R): R {
  if (result.name === PRICE_TAG) return { ...result, name: t("predictions.priceTag") };
  if (result.name === UNKNOWN && typeof result.layer === "number") {
    return { ...result, name: t("predictions.unknownProduct") };
  }
  return result;
}
