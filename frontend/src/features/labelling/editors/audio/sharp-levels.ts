/** An image at half its size, at a quarter and so on: what is drawn small is read from less. */
export type Levels = readonly (HTMLImageElement | HTMLCanvasElement)[];

/** Images with no longer a side than this are drawn as they are. */
const SMALL = 1000;

/**
 * Halve an image until it is small. Drawing ten million pixels into a window of one million for
 * every frame of a movement is what makes it stutter where no graphics card helps.
 */
export function levelsOf(image: HTMLImageElement): Levels {
  const levels: (HTMLImageElement | HTMLCanvasElement)[] = [image];
  let [width, height] = [image.naturalWidth, image.naturalHeight];
  let source: HTMLImageElement | HTMLCanvasElement = image;
  while (Math.max(width, height) > SMALL) {
    [width, height] = [Math.ceil(width / 2), Math.ceil(height / 2)];
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (context === null) return levels;
    context.imageSmoothingQuality = "high";
    context.drawImage(source, 0, 0, width, height);
    levels.push(canvas);
    source = canvas;
  }
  return levels;
}

/** The smallest of them that still has a pixel for each pixel of the screen. */
export function levelFor(levels: Levels, scale: number): HTMLImageElement | HTMLCanvasElement {
  const density = scale * window.devicePixelRatio;
  const wanted = density >= 1 ? 0 : Math.floor(Math.log2(1 / density));
  return levels[Math.min(wanted, levels.length - 1)] as HTMLImageElement;
}
