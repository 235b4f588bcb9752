import { Alert, Select } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { Duration } from "@/components/ui/numbers";
import { Term } from "@/components/ui/term";
import { formatCount } from "@/i18n/format";

import { TIERS, type BackboneEstimate, type CatalogBackbone, type Tier } from "../types";
import { ChoiceCards } from "./choice-cards";
import styles from "./new-run.module.css";

interface TierPanelProps {
  backbones: CatalogBackbone[];
  /** Absent until the first answer. */
  estimates: BackboneEstimate[] | undefined;
  isEstimating: boolean;
  chosen: CatalogBackbone;
  /** Whether the run starts from the weights that come with Easel. */
  isFromBuiltIn: boolean;
  /** What learns tables is never pretrained, so that there is nothing to say of it. */
  inTables: boolean;
  onChange: (tier: Tier, backbone: string | null) => void;
}

/** How much time to spend for how much accuracy, and with which network. */
export function TierPanel({
  backbones,
  estimates,
  isEstimating,
  chosen,
  isFromBuiltIn,
  inTables,
  onChange,
}: TierPanelProps) {
  const { t, i18n } = useTranslation();
  const ofTier = (tier: Tier) => backbones.filter((backbone) => backbone.tier === tier);
  const estimateOf = (key: string | undefined) => estimates?.find((item) => item.key === key);
  const usual = (tier: Tier) =>
    ofTier(tier).find(({ key }) => estimateOf(key)?.is_usual) ?? ofTier(tier)[0];
  const shown = (tier: Tier) => (tier === chosen.tier ? chosen : usual(tier));
  return (
    <Panel title={t("training.new.tier.title")}>
      <div className={styles.stack}>
        <ChoiceCards
          label={t("training.new.tier.title")}
          value={chosen.tier}
          onChange={(tier) => onChange(tier, null)}
          choices={TIERS.map((tier) => ({
            key: tier,
            title: t(`training.tier.${tier}.name`),
            text: t(`training.tier.${tier}.text`),
            disabled: ofTier(tier).length === 0,
            figures: (
              <Figures estimate={estimateOf(shown(tier)?.key)} isEstimating={isEstimating} />
            ),
          }))}
        />
        <div className={styles.field}>
          <span className={styles.fieldName}>
            <Term name="backbone" />
          </span>
          <Select
            aria-label={t("training.new.tier.backbone")}
            value={chosen.key}
            onChange={(key) => onChange(chosen.tier, key)}
            options={ofTier(chosen.tier).map((backbone) => ({
              value: backbone.key,
              label: [
                t(`training.backbone.${backbone.key}`, { defaultValue: backbone.key }),
                t("training.new.tier.parameters", {
                  millions: formatCount(backbone.parameters_millions, i18n.language),
                }),
                // Only images have a size to be seen at.
                backbone.input_size !== null &&
                  t("training.new.tier.pixels", { size: backbone.input_size }),
              ]
                .filter(Boolean)
                .join(" · "),
            }))}
          />
        </div>
        {isFromBuiltIn && (
          <Alert
            type="info"
            showIcon
            title={t("training.new.tier.builtInTitle")}
            description={t("training.new.tier.builtInText")}
          />
        )}
        {!chosen.weights_available && !inTables && (
          <Alert
            type="info"
            showIcon
            title={t("training.new.tier.scratchTitle")}
            description={t(`training.new.tier.${scratchReason(chosen)}`, {
              weights: chosen.weights,
              licence: chosen.licence,
            })}
          />
        )}
      </div>
    </Panel>
  );
}

function scratchReason(backbone: CatalogBackbone) {
  if (backbone.weights === null) return "scratchAlways";
  return backbone.weights_allowed ? "scratchAbsent" : "scratchForbidden";
}

function Figures(props: { estimate: BackboneEstimate | undefined; isEstimating: boolean }) {
  const { estimate, isEstimating } = props;
  const { t, i18n } = useTranslation();
  if (estimate === undefined) {
    return (
      <span>
        {t(isEstimating ? "training.new.tier.estimating" : "training.new.tier.noEstimate")}
      </span>
    );
  }
  return (
    <>
      <strong>
        {estimate.seconds === null ? (
          t("training.new.tier.timeUnknown")
        ) : (
          <>
            ≈ <Duration seconds={rough(estimate.seconds)} />
            {isRange(estimate) && (
              <>
                {" – "}
                <Duration seconds={rough(estimate.most_seconds)} />
              </>
            )}
          </>
        )}
      </strong>
      {/* What a network without parameters remembers is not known before. */}
      {estimate.size_mb > 0 && (
        <span>
          {t("training.new.tier.size", { size: formatCount(estimate.size_mb, i18n.language) })}
        </span>
      )}
      <span className={styles.muted}>{t(`training.new.tier.basis.${estimate.basis}`)}</span>
    </>
  );
}

/** Steps, and from how many of them on a guess is not worth telling more finely; in seconds. */
const STEPS = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 21_600] as const;
const FEWEST_STEPS = 4;

/** A guessed time without digits that would promise too much. */
function rough(seconds: number): number {
  const step = STEPS.findLast((one) => seconds >= FEWEST_STEPS * one) ?? 1;
  return Math.round(seconds / step) * step;
}

/** Whether the time is so little known that one figure would promise too much. */
function isRange(
  estimate: BackboneEstimate,
): estimate is BackboneEstimate & { seconds: number; most_seconds: number } {
  const { seconds, most_seconds: most } = estimate;
  return seconds !== null && most !== null && most > 1.5 * seconds;
}
