/** Bodies that no client would send. */
import { fill } from './fill.ts';
import type { House } from './house.ts';

export const DEEP = `${fill('[', 400_000)}${fill(']', 400_000)}`;
export const json = { 'content-type': 'application/json' };
export const raw = (house: House, path: string, body: string, headers: Record<string, string> = json) =>
  fetch(`${house.url}${path}`, { method: 'POST', headers, body });
