/** "Two hours for taxes on the first free afternoon this week": no hour, but where the calendar has room for it. */
import { type Clause, textOf } from './clause.ts';
import { joinWhens } from './time/join.ts';
import type { When } from './time/when.ts';
import { timeWords } from './time/words.ts';
import { spanIn } from './timed.ts';

export interface Room {
  readonly from: number;
  readonly to: number;
  readonly part?: string | undefined;
  /** Days on which it is not to be. */
  readonly out: readonly string[];
}

export function roomIn(clause: Clause): Room | undefined {
  const { shows, signs, whens, message } = clause;
  const sign = signs.find((one) => one.sign === 'say.first_free');
  if (
    sign === undefined ||
    !shows.has('say.first_free') ||
    whens.some(({ timed, part }) => timed && part === undefined)
  )
    return undefined;
  const out = whens.filter((when) => isOut(clause, when));
  const others = whens.filter((when) => !out.includes(when));
  const within = { ...clause, whens: others, when: joinWhens(others, message.place) };
  const { from, to } =
    others.length === 0 ? { from: message.place.now, to: message.place.now + TWO_WEEKS } : spanIn(within);
  const words = textOf({ message, from: sign.from, to: sign.to }).toLowerCase().split(/\s+/);
  const part = others.find((one) => one.part !== undefined)?.part ?? words.find((word) => timeWords().part(word));
  return { from, to, out: out.map(({ wall }) => wall.slice(0, 10)), ...(PARTS.has(part ?? '') && { part }) };
}

const TWO_WEEKS = 14 * 86_400_000;
const PARTS = new Set(['morning', 'afternoon', 'evening']);

/** "Not on Monday", "except Friday". */
function isOut({ message: { tokens } }: Clause, { parts: [part], dated }: When): boolean {
  const before = tokens.slice(Math.max(0, part!.from - 2), part!.from + 1).map(({ word }) => word);
  return dated && before.some((word) => OUT.has(word));
}

const OUT = new Set(['not', 'except', 'excluding', 'but']);
