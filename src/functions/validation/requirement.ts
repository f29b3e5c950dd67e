/** What a specification asks for: sentences that demand something, and the headings of an outline. */
import { sentences, words } from '../analysis/prose.ts';
import { readWording } from './statement.ts';

export interface Requirement {
  readonly text: string;
  /** `demand`: must be; `wish`: should be; `topic`: a heading to be covered; `plain`: said without asking. */
  readonly kind: 'demand' | 'wish' | 'topic' | 'plain';
}

const MOST = 200;

export function readRequirements(specification: string): Requirement[] {
  return (fromOutline(specification) ?? fromProse(specification)).slice(0, MOST);
}

function fromProse(specification: string): Requirement[] {
  const headings = new Set(
    [...specification.matchAll(/^ {0,3}#{1,6}[ \t]+([^\n]{1,300})$/gm)].map((match) =>
      match[1]!.replace(/[\s#]+$/, ''),
    ),
  );
  return sentences(specification).map(({ text }) => ({ text, kind: headings.has(text) ? 'topic' : kindOf(text) }));
}

function kindOf(sentence: string): Requirement['kind'] {
  const { strong, weak } = readWording();
  const said = ` ${words(sentence).join(' ')} `;
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
