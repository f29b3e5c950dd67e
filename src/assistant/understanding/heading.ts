/** "Plan my week: gym on Monday, …": what is said before the colon announces the rest, and is no part of its first thing. */
import { wordSet } from './words.ts';

const ANNOUNCES = wordSet('announces');
const PLANS = wordSet('announced');

export function withoutHeading(text: string): string {
  const [whole, heading = ''] = /^\s*([^:\n]{3,60}):\s+/.exec(text) ?? [];
  const words = heading
    .toLowerCase()
    .replace(/[\u2019\u2018]/g, "'")
    .split(/\s+/);
  const isHeading =
    words.every((word) => ANNOUNCES.has(word) || PLANS.has(word)) && words.some((word) => PLANS.has(word));
  return whole !== undefined && isHeading ? text.slice(whole.length) : text;
}
