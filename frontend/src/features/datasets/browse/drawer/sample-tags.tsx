import { Tag } from "antd";
import { useTranslation } from "react-i18next";

import type { Dataset, SampleDetail } from "@/api/datasets";
import { useMay } from "@/api/project";

import { useChangeSamples } from "../../api/samples/use-change-samples";
import { useTags } from "@/api/dataset-tags";

/** The tags of one sample, to take off here; nothing while it has none. */
export function SampleTags({ dataset, sample }: { dataset: Dataset; sample: SampleDetail }) {
  const { t } = useTranslation();
  const mayTag = useMay("annotator");
  const tags = useTags(dataset.id);
  const change = useChangeSamples(dataset.id);
  const own = tags.data?.filter(({ id }) => sample.tags.includes(id)) ?? [];
  if (own.length === 0) return null;
  return (
    <section>
      <h3>{t("views.tags")}</h3>
      {own.map(({ id, name }) => (
        <Tag
          key={id}
          closable={mayTag}
          onClose={() =>
            change.mutate({
              samples: { sample_ids: [sample.id] },
              action: { kind: "tag", tag: name, mode: "remove" },
            })
          }
        >
          {name}
        </Tag>
      ))}
    </section>
  );
}
