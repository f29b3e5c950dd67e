/** What a specification asks for: sentences that demand something, and the headings of an outline. */
import { readDocument, unitsOf } from '../../reading/index.ts';
import { wordsIn } from '../../text/index.ts';
import { readWords } from './words.ts';

export interface Requirement {
  readonly text: string;
  /** `demand`: must be; `wish`: should be; `topic`: a heading to be covered; `plain`: said without asking. */
  readonly kind: 'demand' | 'wish' | 'topic' | 'plain';
}

const MOST = 200;

/** What is only said counts where nothing is asked for: then it is all there is to hold the artifact against. */
export function readRequirements(specification: string, hasCriteria = false): Requirement[] {
  const all = (fromOutline(specification) ?? fromProse(specification)).slice(0, MOST);
  const asks = hasCriteria || all.some(({ kind }) => kind !== 'plain');
  return asks ? all.filter(({ kind }) => kind !== 'plain') : all;
}

function fromProse(specification: string): Requirement[] {
  return unitsOf(readDocument(specification)).flatMap(({ kind, text }): Requirement[] => {
    if (kind === 'code') return [];
    return [{ text, kind: kind === 'heading' ? 'topic' : kindOf(text) }];
  });
}

function kindOf(sentence: string): Requirement['kind'] {
  const { strong, weak } = readWords();
  const said = ` ${wordsIn(sentence)
    .map(({ lower }) => lower)
    .join(' ')} `;
  if (strong.some((word) => said.includes(` ${word} `))) return 'demand';
  return weak.some((word) => said.includes(` ${word} `)) ? 'wish' : 'plain';
}

const TITLES = new Set(['text', 'title', 'heading', 'name', 'topic', 'item']);

/** An outline as extract_structure makes it, or any JSON with titles in it. */
function fromOutline(specification: string): Requirement[] | undefined {
  if (!/^\s*[[{]/.test(specification)) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(specification);
  } catch {
    return undefined;
  }
  const found: Requirement[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (depth > 20 || found.length >= MOST) return;
    if (Array.isArray(value))
      for (const item of value)
        if (typeof item === 'string') found.push({ text: item, kind: 'topic' });
        else walk(item, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        if (typeof inner === 'string' && TITLES.has(key)) found.push({ text: inner, kind: 'topic' });
        else walk(inner, depth + 1);
  };
  walk(parsed, 0);
  return found.length === 0 ? undefined : found;
}
