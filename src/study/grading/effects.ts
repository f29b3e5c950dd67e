/**
 * What becomes of something, told by a deed that has a contrary: it is secreted or reabsorbed, it constricts or dilates, people die or
 * survive. With the words of change beside it that is one scale and one direction: "more is excreted" and "less is reabsorbed" are one.
 */
import { z } from 'zod';
import { fold } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { contentStems } from '../facts/terms.ts';
import type { Verdict } from '../types.ts';
import { unitsIn } from './state-words.ts';

const file = z.strictObject({
  scales: z.array(z.strictObject({ name: z.string(), up: z.string(), down: z.string(), bare: z.boolean() })),
  plain: z.string(),
});

interface Scale {
  readonly name: string;
  readonly up: RegExp;
  readonly down: RegExp;
  readonly bare: boolean;
}

let words: { readonly scales: readonly Scale[]; readonly plain: ReadonlySet<string> } | undefined;

function effectWords() {
  if (words !== undefined) return words;
  const data = file.parse(readRows(new URL('./effects.yml', import.meta.url)));
  const whole = (phrase: string) => new RegExp(`(?<![\\p{L}-])(?:${phrase})(?![\\p{L}-])`, 'giu');
  words = {
    scales: data.scales.map((scale) => ({ ...scale, up: whole(scale.up), down: whole(scale.down) })),
    plain: contentStems(data.plain),
  };
  return words;
}

interface Effect {
  readonly scale: Scale;
  readonly sign: 1 | -1;
}

/** What follows is a reason, and says no other effect. */
const REASON = /[,;:]?\s*\b(?:because|since|as|due to|owing to|which|via|through)\b.*$|\s*\(.*$/i;

/** Of one thing this and of another that. */
const SEVERAL = /[,;]|\b(?:and|or|but|while|whereas)\b/;

/** Undefined where it tells of two scales, of both ways, or of another thing than the question does. */
function readEffect(text: string, question: string): Effect | undefined {
  const { scales, plain } = effectWords();
  const said = fold(text).replace(REASON, '');
  if (SEVERAL.test(said)) return undefined;
  const told = scales.flatMap((scale) =>
    ([1, -1] as const)
      .filter((sign) => said.match(sign > 0 ? scale.up : scale.down) !== null)
      .map((sign) => ({ scale, sign })),
  );
  const [only, ...others] = told;
  if (only === undefined || others.length > 0) return undefined;
  const rest = said.replace(only.sign > 0 ? only.scale.up : only.scale.down, ' ');
  const turn = turnOf(rest, question, plain);
  return turn === undefined ? undefined : { scale: only.scale, sign: (only.sign * turn) as 1 | -1 };
}

/** How the words of change turn it; undefined where anything else is said that the question does not say. */
function turnOf(rest: string, question: string, plain: ReadonlySet<string>): 1 | -1 | undefined {
  const asked = contentStems(question);
  const isKnown = (text: string) => [...contentStems(text)].every((word) => asked.has(word) || plain.has(word));
  let turn: 1 | -1 = 1;
  for (const unit of unitsIn(rest)) {
    if (unit.kind === 'denial') turn = -turn as 1 | -1;
    else if (unit.kind === 'change') turn = (turn * unit.sign) as 1 | -1;
    else if (unit.kind === 'thing' && !isKnown(unit.text ?? unit.word) && unit.word.length > 2) return undefined;
  }
  return turn;
}

/** Whether a key tells an effect and nothing else. */
export function isEffect(key: string, question: string): boolean {
  return readEffect(key, question) !== undefined;
}

/** Undefined where the answer tells none that is understood. */
export function gradeEffect(key: string, said: string, question: string): Verdict | undefined {
  const own = readEffect(key, question);
  if (own === undefined) return undefined;
  const given = readEffect(said, question);
  if (given !== undefined) return given.scale !== own.scale ? undefined : given.sign === own.sign ? 'right' : 'wrong';
  const bare = own.scale.bare ? turnAlone(said, question) : undefined;
  return bare === undefined ? undefined : bare === own.sign ? 'right' : 'wrong';
}

/** "Gets smaller": nothing but a change. */
function turnAlone(said: string, question: string): 1 | -1 | undefined {
  const plain = fold(said).replace(REASON, '');
  if (!unitsIn(plain).some(({ kind }) => kind === 'change')) return undefined;
  return turnOf(plain, question, effectWords().plain);
}
