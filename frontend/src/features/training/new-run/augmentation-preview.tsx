import { useTranslation } from "react-i18next";

import { locatedAt } from "@/api/annotation-prediction";
import type { components } from "@/api/generated/schema";
import { colorsOf } from "@/components/predictions/name-colors";
import { ImagePrediction } from "@/components/predictions/image-prediction";
import { ErrorState } from "@/components/ui/error-state";

import { usePreview } from "../api/use-preview";
import styles from "./new-run.module.css";

type Variant = components["schemas"]["AugmentedVariant"];

/** Samples as they are, each beside its random variants, with what training sees marked there. */
export function AugmentationPreview({ jobId }: { jobId: string }) {
  const { t } = useTranslation();
  const preview = usePreview(jobId);
  if (preview.isError) return <ErrorState error={preview.error} />;
  if (preview.data === undefined) return null;
  const { labels, images } = preview.data;
  const seen = new Set(
    images.flatMap(({ original, variants }) =>
      [original, ...variants].flatMap(({ regions }) => regions.map(({ label }) => label ?? "")),
    ),
  );
  const colors = [...colorsOf(labels)].filter(([name]) => seen.has(name));
  return (
    <>
      {colors.length > 0 && (
        <>
          <p className={styles.muted}>{t("training.new.augmentation.seen")}</p>
          <ul className={styles.legend} aria-label={t("training.new.augmentation.legend")}>
            {colors.map(([name, color]) => (
              <li key={name}>
                <i style={{ background: color }} />
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
      {images.map(({ sample_id: id, original, variants }) => (
        <figure key={id} className={styles.preview}>
          <div className={styles.original}>
            <Seen image={original} labels={labels} name={t("training.new.augmentation.original")} />
          </div>
          {variants.map((variant) => (
            <Seen
              key={variant.url}
              image={variant}
              labels={labels}
              name={t("training.new.augmentation.variant")}
            />
          ))}
        </figure>
      ))}
    </>
  );
}

interface SeenProps {
  image: Variant;
  labels: readonly string[];
  name: string;
}

function Seen({ image, labels, name }: SeenProps) {
  const { url, width, height, regions } = image;
  return (
    <ImagePrediction
      plain
      isUnnamed
      maxHeight="200px"
      names={labels}
      source={{ media: "image", name, url, width, height }}
      results={regions.flatMap(({ label, geometry, points }) =>
        locatedAt(geometry, points, { name: label ?? "" }),
      )}
    />
  );
}
