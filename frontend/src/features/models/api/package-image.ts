/** The address of an image of a model's package: a heat map, or a sample that the run made. */
export const packageImageUrl = (versionId: string, image: string) =>
  `/api/v1/model-versions/${versionId}/heatmaps/${encodeURIComponent(image.slice(image.lastIndexOf("/") + 1))}`;
