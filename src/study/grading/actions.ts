/**
 * "Irreversible blockade of the P2Y12 receptor": a deed, its target and how. Who names another target or the contrary deed is wrong
 * however alike the words are; who leaves out how it is done says a part.
 */
import { z } from 'zod';
import { fold } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { thingOf } from '../facts/things.ts';
import type { Verdict } from '../types.ts';
import { isKnown } from './claims.ts';
import { canonical, sidesOf } from './cleaning.ts';
import { answerWords } from './words.ts';

const file = z.strictObject({
  deeds: z.array(
    z.strictObject({ like: z.string(), side: z.enum(['+', '-']), example: z.string(), counter: z.string() }),
  ),
  manner: z.string(),
  plain: z.string(),
});

interface ActionWords {
  readonly deeds: readonly { like: RegExp; side: '+' | '-'; example: string; counter: string }[];
  readonly manner: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
}

let read: ActionWords | undefined;

export function actionWords(): ActionWords {
  if (read !== undefined) return read;
  const data = file.parse(readRows(new URL('./actions.yml', import.meta.url)));
  const words = (text: string) => new Set(text.trim().split(/\s+/));
  read = {
    deeds: data.deeds.map((row) => ({ ...row, like: new RegExp(`(?<![\\p{L}-])(?:${row.like})(?![\\p{L}])`, 'iu') })),
    ...{ manner: words(data.manner), plain: words(data.plain) },
  };
  return read;
}

interface Action {
  readonly side: '+' | '-';
  /** As it is written, and by the name that is listed first. */
  readonly target: string;
  readonly name: string;
  /** "1" of cyclo-oxygenase 1. */
  readonly number: string | undefined;
  readonly manner: ReadonlySet<string>;
}

const MOST_WORDS = 10;

/** One deed on one target, and nothing else; undefined for any other text. */
export function readAction(text: string): Action | undefined {
  const { deeds, manner, plain } = actionWords();
  const found = deeds.flatMap(({ like, side }) => (like.test(text) ? [{ like, side }] : []));
  const [deed, ...more] = found;
  if (deed === undefined || more.length > 0 || text.split(/\s+/).length > MOST_WORDS) return undefined;
  const rest = text
    .replace(deed.like, ' ')
    .split(/[\s,.;:()]+/)
    .filter((word) => word !== '' && !manner.has(fold(word)) && !plain.has(fold(word)));
  if (rest.length === 0 || rest.length > 4 || deed.like.test(rest.join(' '))) return undefined;
  const target = rest.join(' ');
  const [, base = target, number] = /^(.*\p{L})[\s-]?(\d)$/u.exec(target) ?? [];
  const isOneThing = isKnown(thingOf(target));
  return {
    ...{ side: deed.side, target: isOneThing ? target : base },
    name: squeezed(canonical(isOneThing ? target : base)),
    number: isOneThing ? undefined : number,
    manner: sidesOf(
      canonical(text)
        .split(/\s+/)
        .filter((word) => manner.has(word))
        .join(' '),
    ),
  };
}

/** Undefined where the key or the answer is no such statement. */
export function gradeAction(key: string, said: string): Verdict | undefined {
  const [own, given] = [readAction(key), readAction(said)];
  if (own === undefined || given === undefined || answerWords().negation.test(said)) return undefined;
  const isSame = own.name === given.name || squeezed(own.target) === squeezed(given.target);
  if (!isSame) return areBothKnown(own, given) ? 'wrong' : undefined;
  if (own.side !== given.side) return 'wrong';
  if (own.number !== undefined && given.number !== undefined && own.number !== given.number) return 'wrong';
  const contrary = (side: string) => (side.endsWith('+') ? side.replace('+', '-') : side.replace('-', '+'));
  if ([...own.manner].some((side) => given.manner.has(contrary(side)) && !given.manner.has(side))) return 'wrong';
  const isWhole = [...own.manner].every((side) => given.manner.has(side));
  return isWhole && (own.number === undefined || own.number === given.number) ? 'right' : 'partly';
}

/** Of what nobody knows it cannot be said that it is another. */
function areBothKnown(a: Action, b: Action): boolean {
  return [a, b].every(({ target, name }) => isKnown(thingOf(target)) || isKnown(thingOf(name)) || /\d/.test(target));
}

function squeezed(text: string): string {
  return fold(text)
    .replace(/\b(?:receptors?|enzymes?)\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
