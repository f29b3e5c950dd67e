/** A regular expression that a criterion brings: it runs on a bounded text and for a bounded time. */
import { runInNewContext } from 'node:vm';
import { isPattern } from '../../analysis/language.ts';
import type { Seen } from '../seen.ts';

const REACH = 20_000;
const MOST_MS = 1000;

/** Undefined: it could not be run, or not on all of the text. */
export function judgePattern(text: string, source: string): Seen | undefined {
  if (!isPattern(source) || /[+*}]\s*\)\s*[+*{]/.test(source)) return undefined;
  const found = searchFor(source, text.slice(0, REACH));
  if (found === undefined || (found === null && text.length > REACH)) return undefined;
  if (found === null) return { holds: false, message: 'The pattern matches nothing.' };
  return { holds: true, message: 'The pattern matches.', evidence: found.text.slice(0, 120), at: found.at };
}

function searchFor(source: string, text: string): { text: string; at: number } | null | undefined {
  try {
    const json = runInNewContext(SEARCH, { source, text }, { timeout: MOST_MS }) as string | null;
    return json === null ? null : (JSON.parse(json) as { text: string; at: number });
  } catch {
    return undefined;
  }
}

const SEARCH = `(() => {
  const match = new RegExp(source, 'm').exec(text);
  return match === null ? null : JSON.stringify({ text: match[0].slice(0, 200), at: match.index });
})()`;
