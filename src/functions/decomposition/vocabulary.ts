/** The vocabulary of tasks (verbs.yml): which words ask for which function, and how parts of a task are joined. */
import { z } from 'zod';
import { sheet } from '../analysis/sheet.ts';
import { FUNCTION_NAMES, type FunctionName } from '../function.ts';

const names = z.enum(FUNCTION_NAMES);
const list = z.array(z.string());

export const vocabulary = sheet(
  './verbs.yml',
  import.meta.url,
  z.strictObject({
    functions: z.record(names, z.strictObject({ cost: z.int().positive(), makes: z.string(), verbs: list })),
    nouns: z.record(names, list),
    open_verbs: list,
    instead: z.record(names, z.array(names)),
    joints: z.strictObject({ later: list, before: list, after: list, also: list }),
    refers: list,
    moods: z.strictObject({ opens: list, asks: list, forbids: list }),
    articles: list,
  }),
);

/** The function that does what a piece of a task asks for, among those available. */
export function assign(piece: string, available: readonly FunctionName[]): FunctionName {
  const wanted = recognise(piece);
  if (available.includes(wanted)) return wanted;
  const next = vocabulary().instead[wanted].find((name) => available.includes(name));
  return next ?? available[0]!;
}

function recognise(piece: string): FunctionName {
  const said = ` ${piece.toLowerCase().replace(/[^\p{L}\p{N}'-]+/gu, ' ')} `;
  const { functions, nouns } = vocabulary();
  let best: { name: FunctionName; score: number } = { name: 'analyze_artifact', score: 0 };
  for (const name of FUNCTION_NAMES) {
    const verb = Math.max(0, ...functions[name].verbs.map((word) => placeScore(said, word)));
    const noun = nouns[name].some((word) => said.includes(` ${word} `)) ? 2 : 0;
    const score = verb + (verb > 0 || noun > 0 ? noun : 0);
    if (score > best.score) best = { name, score };
  }
  return best.name;
}

/** A verb at the beginning says what is to be done; further on it may only be mentioned. */
function placeScore(said: string, verb: string): number {
  for (const form of formsOf(verb)) {
    const at = placeOf(said, form);
    if (at !== -1 && vocabulary().open_verbs.includes(verb)) return 1.5;
    if (at !== -1) return (at < 4 ? 4 : at < 25 ? 2.5 : 1) + (verb.includes(' ') ? 0.5 : 0);
  }
  return 0;
}

/** Where it stands as a verb: not "a short note", "the nightly export". */
function placeOf(said: string, form: string): number {
  const { articles } = vocabulary();
  for (let at = said.indexOf(` ${form} `); at !== -1; at = said.indexOf(` ${form} `, at + 1)) {
    const [second = '', first = ''] = said.slice(0, at).trim().split(' ').slice(-2).reverse();
    const isNoun = articles.includes(second) || (articles.includes(first) && !LINKS.has(second));
    if (!isNoun || form.includes(' ')) return at;
  }
  return -1;
}

/** What joins a verb to what stands before it. */
const LINKS = new Set(['to', 'and', 'then', 'or']);

function formsOf(verb: string): string[] {
  if (verb.includes(' ')) return [verb];
  const base = verb.replace(/e$/, '');
  return [verb, `${verb}s`, `${base}ing`, `${base}es`, `${base}ed`];
}

export function costOf(name: FunctionName): number {
  return vocabulary().functions[name].cost;
}
