import { cutOut, type Pixels } from "../../model/cut-out";
import type { Rectangle } from "../../model/rectangle";

/** A piece of an image and the box in it; the answer is the mask of the piece. */
export interface CutOutRequest {
  readonly piece: Pixels;
  readonly box: Rectangle;
}

self.onmessage = ({ data }: MessageEvent<CutOutRequest>) => {
  self.postMessage(cutOut(data.piece, data.box));
};
