import { useTranslation } from "react-i18next";

const THUMBNAILS = import.meta.glob<string>("./thumbnails/*/*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

interface TaskThumbnailProps {
  task: string;
  className?: string;
}

/** A picture of what a task works on, with its annotations; loaded when it comes into view. */
export function TaskThumbnail({ task, className }: TaskThumbnailProps) {
  const { i18n } = useTranslation();
  return (
    <img
      className={className}
      src={THUMBNAILS[`./thumbnails/${i18n.language}/${task}.webp`]}
      alt=""
      width={320}
      height={180}
      loading="lazy"
    />
  );
}
