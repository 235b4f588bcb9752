import { useEffect, useState } from "react";

/** Addresses of files that were chosen here; each is given back when the page no longer shows it. */
export function useObjectUrl(): (file: Blob) => string {
  const [urls] = useState<string[]>(() => []);
  useEffect(
    () => () => {
      for (const url of urls.splice(0)) URL.revokeObjectURL(url);
    },
    [urls],
  );
  return (file) => {
    const url = URL.createObjectURL(file);
    urls.push(url);
    return url;
  };
}
