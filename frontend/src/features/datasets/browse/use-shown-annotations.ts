import { useState } from "react";

const STORAGE_KEY = "easel.wall.annotations";

/** Whether the wall draws what was annotated; a habit of the person, as the size of its tiles. */
export function useShownAnnotations(): [boolean, (isShown: boolean) => void] {
  const [isShown, setShown] = useState(() => localStorage.getItem(STORAGE_KEY) !== "hidden");
  return [
    isShown,
    (next) => {
      localStorage.setItem(STORAGE_KEY, next ? "shown" : "hidden");
      setShown(next);
    },
  ];
}
