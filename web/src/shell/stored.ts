/** What the browser remembers of a person's choices. Where storage is forbidden, it lasts as long as the page. */
import { useState } from 'react';

export function useStored<T>(name: string, initial: T): [T, (value: T) => void] {
  const key = `consilium.${name}`;
  const [value, setValue] = useState<T>(() => read(key) ?? initial);
  const store = (next: T) => {
    setValue(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {}
  };
  return [value, store];
}

function read<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}
