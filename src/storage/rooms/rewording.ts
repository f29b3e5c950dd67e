/** Every text in a value, put in other words; numbers, keys and shape stay. */
import type { Json } from '../../kernel/index.ts';

export function rewordJson(value: Json, reword: (text: string) => string): Json {
  if (typeof value === 'string') return reword(value);
  if (Array.isArray(value)) return value.map((each) => rewordJson(each, reword));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rewordJson(each as Json, reword)]));
}

/** The same on what is stored as JSON. */
export function rewordStored(stored: string, reword: (text: string) => string): string {
  return JSON.stringify(rewordJson(JSON.parse(stored) as Json, reword));
}
