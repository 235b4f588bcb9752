import { useState } from "react";

export const TILE_SIZES = { min: 72, max: 320, step: 8, default: 144 } as const;
const STORAGE_KEY = "easel.tileSize";

/** How large tiles are; a habit of the person rather than a part of the address. */
export function useTileSize(): [number, (size: number) => void] {
  const [size, setSize] = useState(() => {
    const stored = Number(localStorage.getItem(STORAGE_KEY));
    return stored >= TILE_SIZES.min && stored <= TILE_SIZES.max ? stored : TILE_SIZES.default;
  });
  return [
    size,
    (next) => {
      localStorage.setItem(STORAGE_KEY, String(next));
      setSize(next);
    },
  ];
}
