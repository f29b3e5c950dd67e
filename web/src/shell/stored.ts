/** What the browser remembers of a person's choices. Where storage is forbidden, it lasts as long as the page. */
import { useState } from 'react';

export function useStored<T>(name: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => read(keyOf(name)) ?? initial);
  return [
    value,
    (next) => {
      setValue(next);
      store(name, next);
    },
  ];
}

export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {}
}

function keyOf(name: string): string {
  return `consilium.${name}`;
}

function read<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}
