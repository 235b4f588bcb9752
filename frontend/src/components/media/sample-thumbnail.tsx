import { FileOutlined } from "@ant-design/icons";
import { useState } from "react";

import { sampleImageUrl } from "@/api/datasets";

interface Props {
  sampleId: string;
  /** What it says in place of an image; nothing where the name of the sample stands beside it. */
  alt: string;
}

/** A small image of a sample, or a sign where its kind of file has none, such as a text. */
export function SampleThumbnail({ sampleId, alt }: Props) {
  const [hasNone, setHasNone] = useState(false);
  if (hasNone) return <FileOutlined aria-label={alt} aria-hidden={alt === ""} />;
  return (
    <img
      src={sampleImageUrl(sampleId, 160)}
      alt={alt}
      loading="lazy"
      onError={() => setHasNone(true)}
    />
  );
}
