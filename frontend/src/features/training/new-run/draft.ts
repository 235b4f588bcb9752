import type { Options } from "@/components/options/values";
import type { BackboneEstimate, CatalogBackbone, RunRequest, Target, Tier } from "../types";

/** What the page's address says of a run that is being put together. */
export interface Draft {
  name: string;
  versionIds: string[];
  target: Target;
  tier: Tier;
  backbone: string | null;
  options: Options;
  initialModelVersionId: string | null;
  /** Whether pretrained weights are left out although they are there. */
  fromScratch: boolean;
  seed: number;
}

const DEFAULT_TARGET: Target = "cloud_api";
const DEFAULT_TIER: Tier = "fast";

/** Read a draft from the query of an address; what cannot be read counts as not said. */
export function readDraft(query: URLSearchParams): Draft {
  return {
    name: query.get("name") ?? "",
    versionIds: query.getAll("version"),
    target: (query.get("target") as Target | null) ?? DEFAULT_TARGET,
    tier: (query.get("tier") as Tier | null) ?? DEFAULT_TIER,
    backbone: query.get("backbone"),
    options: readOptions(query.get("options")),
    initialModelVersionId: query.get("from"),
    fromScratch: query.has("scratch"),
    seed: Number.parseInt(query.get("seed") ?? "0", 10) || 0,
  };
}

/** Write a draft as a query, defaults left out so that addresses stay short. */
export function writeDraft(draft: Draft): URLSearchParams {
  const query = new URLSearchParams();
  if (draft.name !== "") query.set("name", draft.name);
  for (const id of draft.versionIds) query.append("version", id);
  if (draft.target !== DEFAULT_TARGET) query.set("target", draft.target);
  if (draft.tier !== DEFAULT_TIER) query.set("tier", draft.tier);
  if (draft.backbone !== null) query.set("backbone", draft.backbone);
  if (Object.keys(draft.options).length > 0) query.set("options", JSON.stringify(draft.options));
  if (draft.initialModelVersionId !== null) query.set("from", draft.initialModelVersionId);
  if (draft.fromScratch) query.set("scratch", "1");
  if (draft.seed !== 0) query.set("seed", String(draft.seed));
  return query;
}

function readOptions(text: string | null): Options {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Options) : {};
  } catch {
    return {};
  }
}

/**
 * Return the network of a draft that suits the target: the chosen one, or what its tier stands for
 * with this data, the first one until that is known.
 */
export function backboneOf(
  draft: Draft,
  backbones: CatalogBackbone[],
  estimates: BackboneEstimate[] = [],
): CatalogBackbone | undefined {
  const usual = estimates.filter(({ is_usual }) => is_usual).map(({ key }) => key);
  const ofTier = backbones.filter(({ tier }) => tier === draft.tier);
  return (
    backbones.find(({ key }) => key === draft.backbone) ??
    ofTier.find(({ key }) => usual.includes(key)) ??
    ofTier[0]
  );
}

/** Return whether a drafted run starts from the pretrained weights of its network. */
export function startsPretrained(draft: Draft, backbone: CatalogBackbone): boolean {
  return backbone.weights_available && !draft.fromScratch && draft.initialModelVersionId === null;
}

/** Return the request that starts the drafted run. */
export function requestOf(draft: Draft, projectId: string, backbone: CatalogBackbone): RunRequest {
  return {
    project_id: projectId,
    ...(draft.name.trim() === "" ? {} : { name: draft.name.trim() }),
    dataset_version_ids: draft.versionIds,
    target: draft.target,
    tier: backbone.tier,
    backbone: backbone.key,
    options: draft.options,
    seed: draft.seed,
    ...(draft.initialModelVersionId === null
      ? {}
      : { initial_model_version_id: draft.initialModelVersionId }),
    pretrained: startsPretrained(draft, backbone),
  };
}
