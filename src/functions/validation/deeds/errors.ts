/** Whether errors are taken care of, in the manner of each language. */
import { type Seen, seen } from '../seen.ts';
import { bareCode, type CodeArtifact, type Scope } from './scope.ts';
import type { Asked } from './wording.ts';

const ASKS = /\b(?:errors?|exceptions?|failures?)\b/i;
const CARE =
  /\b(?:handl|caught|catch|check|propagat|return|pass|deal|ignor|swallow|wrap|discard|dropp?|suppress|silenc)/i;

/** "Errors are handled", "propagates I/O errors", "does not ignore errors". */
export function judgeErrors(artifact: CodeArtifact, asked: Asked, { symbols }: Scope): Seen | undefined {
  if (!ASKS.test(asked.text) || !CARE.test(asked.text) || /\b[A-Z]\w*(?:Error|Exception)\b/.test(asked.text))
    return undefined;
  if (/\b(?:when|if|for)\b/i.test(asked.text)) return undefined;
  const bare = bareCode(artifact, true);
  const parts = symbols.length > 0 ? symbols.map(({ start, end }) => bare.slice(start, end)) : [bare];
  const { language } = artifact.code;
  const ignores = parts.some((text) => IGNORES[language]?.test(text) ?? false);
  const cares = parts.every((text) => CARES[language]?.test(text) ?? false);
  const wantsIgnored = /\b(?:ignor|swallow|discard|dropp?|suppress|silenc)/i.test(asked.text);
  if (wantsIgnored) return seen(ignores !== asked.negative, ignores ? 'One is dropped.' : 'None is dropped.');
  if (language === 'c' || language === 'sql') return undefined;
  return seen(
    (cares && !ignores) !== asked.negative,
    cares && !ignores ? 'The code takes care of them.' : 'Nothing in the code does so.',
  );
}

const TRY = /\btry\b|\.catch\(|\bexcept\b/;
const EMPTY = /\bexcept\b[^\n]*:\s*\n?\s*(?:pass|\.\.\.)\s*(?:\n|$)|\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}/;
const CARES: Readonly<Record<string, RegExp>> = {
  go: /\berr\s*!=\s*nil\b/,
  rust: /\?\s*[;.)\n]|\bmatch\b|\bif let\b|map_err|unwrap_or|Err\(/,
  shell: /\bset\s+-\w*e|\|\|\s*\w|\bif\s+!|\btrap\b|\$\?/,
  ...{ python: TRY, typescript: TRY, tsx: TRY, javascript: TRY, java: TRY },
};
const IGNORES: Readonly<Record<string, RegExp>> = {
  go: /(?:^|[\s,])_\s*:?=\s*\w+[.(]/m,
  rust: /\.unwrap\(\)|\.expect\(|\.ok\(\);/,
  shell: /\|\|\s*(?:true|:)(?:\s|$)/,
  ...{ python: EMPTY, typescript: EMPTY, tsx: EMPTY, javascript: EMPTY, java: EMPTY },
};
