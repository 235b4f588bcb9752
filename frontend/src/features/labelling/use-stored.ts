import { useState } from "react";

/**
 * A choice of the person that the browser keeps: for ever in `localStorage`, while the window is
 * open in `sessionStorage`. A browser that keeps nothing loses no more than the choice.
 */
export function useStored<Value>(
  storage: Storage,
  key: string,
  initial: Value,
): readonly [Value, (next: Value) => void] {
  const [held, setHeld] = useState(() => ({ key, value: read(storage, key, initial) }));
  const value = held.key === key ? held.value : read(storage, key, initial);
  if (held.key !== key) setHeld({ key, value });
  const put = (next: Value) => {
    setHeld({ key, value: next });
    try {
      storage.setItem(key, JSON.stringify(next));
    } catch {
      // Full or forbidden: the choice holds until the page is left.
    }
  };
  return [value, put];
}

function read<Value>(storage: Storage, key: string, initial: Value): Value {
  try {
    const text = storage.getItem(key);
    return text === null ? initial : (JSON.parse(text) as Value);
  } catch {
    return initial;
  }
}
