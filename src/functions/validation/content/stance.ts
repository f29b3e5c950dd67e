/**
 * On which side of what a sentence stands (stance.yml): what it allows, demands, includes, says to work. A denial belongs to the
 * word it stands before, so that "not affected" and "kept working" agree, and "must not" and "may" do not.
 */
import { z } from 'zod';
import { wordsIn } from '../../../text/index.ts';
import { sheet } from '../../analysis/sheet.ts';
import { root } from '../../statements/wording.ts';

const list = z.array(z.string()).min(1);
const readSheet = sheet(
  './stance.yml',
  import.meta.url,
  z.array(z.strictObject({ axis: z.string(), for: list, against: list, example: z.string(), counter: z.string() })),
);

type Side = 1 | -1;

interface Word {
  readonly roots: readonly string[];
  readonly axis: string;
  readonly side: Side;
}

let kept: readonly Word[] | undefined;

/** The longest first: "warn against" before "against". */
function readWordsOfStance(): readonly Word[] {
  kept ??= readSheet()
    .flatMap(({ axis, for: pro, against }) => [
      ...pro.map((phrase): Word => ({ roots: rootsOf(phrase), axis, side: 1 })),
      ...against.map((phrase): Word => ({ roots: rootsOf(phrase), axis, side: -1 })),
    ])
    .sort((a, b) => b.roots.length - a.roots.length);
  return kept;
}

const DENIES = new Set(
  'not no never nobody nothing none neither nor without cannot hardly nicht kein keine'.split(' '),
);
/** So many words before it a denial still belongs to a word. */
const REACH = 4;

export function readStance(text: string): ReadonlyMap<string, Side> {
  const words = rootsOf(text);
  const found = new Map<string, Side>();
  const taken = new Set<string>();
  for (const { roots, axis, side } of readWordsOfStance()) {
    const at = words.findIndex((_, from) => roots.every((one, index) => words[from + index] === one));
    if (at < 0 || roots.some((_, index) => taken.has(`${axis} ${at + index}`))) continue;
    for (const index of roots.keys()) taken.add(`${axis} ${at + index}`);
    const denials = words.slice(Math.max(0, at - REACH), at).filter((word) => DENIES.has(word)).length;
    const own: Side = denials % 2 === 1 ? (side === 1 ? -1 : 1) : side;
    // On both sides: it compares, and takes none.
    if (found.has(axis) && found.get(axis) !== own) found.delete(axis);
    else found.set(axis, own);
  }
  return found;
}

/** 1: they stand on the same side of something, -1: on opposite sides, 0: nothing is shared. */
export function compareStance(a: string, b: string): -1 | 0 | 1 {
  const [here, there] = [readStance(a), readStance(b)];
  const shared = [...here].filter(([axis]) => there.has(axis));
  if (shared.length === 0) return 0;
  return shared.some(([axis, side]) => there.get(axis) !== side) ? -1 : 1;
}

function rootsOf(text: string): string[] {
  return wordsIn(text.replace(/(\w)n['’]t\b/gi, '$1 not')).map(({ lower }) =>
    DENIES.has(lower) ? lower : root(lower),
  );
}
