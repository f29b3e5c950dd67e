/** "The next two weeks": from now on, so far. */
import { addDays, momentOf, wallOf } from '../wall.ts';
import type { Message } from './clause.ts';
import { timeWords } from './time/words.ts';

interface Ahead {
  /** Where it is said. */
  readonly from: number;
  readonly to: number;
  readonly days: number;
  readonly say: string;
}

const WHICH = new Set(['next', 'coming', 'following']);
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };
const MOST = 366;

export function aheadAt({ tokens }: Message, from: number, to: number): Ahead | undefined {
  const at = tokens.findIndex(({ word }, index) => index >= from && index < to - 2 && WHICH.has(word));
  const many = at < 0 ? undefined : timeWords().number(tokens[at + 1]!.word);
  const unit = tokens[at + 2]?.word ?? '';
  const days = (many ?? 0) * (DAYS[unit.replace(/s$/, '')] ?? 0);
  return days < 1 || days > MOST ? undefined : { from: at, to: at + 3, days, say: `the next ${many} ${unit}` };
}

export function aheadIn({
  message,
  from,
  to,
}: {
  readonly message: Message;
  readonly from: number;
  readonly to: number;
}) {
  const ahead = aheadAt(message, from, to) ?? ownAhead(message, from, to);
  if (ahead === undefined) return undefined;
  const { now, zone } = message.place;
  const end = momentOf(addDays(wallOf(now, zone).slice(0, 10), ahead.days), zone);
  return { from: now, to: end, say: ahead.say };
}

/** "What does my week look like", "how is my day": from now on. */
function ownAhead({ tokens, whens }: Message, from: number, to: number): Omit<Ahead, 'from' | 'to'> | undefined {
  const isOwn = (at: number) => OWN.has(tokens[at - 1]?.word ?? '');
  const said = tokens.slice(from, to).find(({ word }, shift) => OWN_SPANS[word] !== undefined && isOwn(from + shift));
  return whens.length > 0 || said === undefined ? undefined : OWN_SPANS[said.word];
}

const OWN = new Set(['my', 'our']);
const OWN_SPANS: Readonly<Record<string, { days: number; say: string }>> = {
  day: { days: 1, say: 'today' },
  week: { days: 7, say: 'the next 7 days' },
  fortnight: { days: 14, say: 'the next 14 days' },
};
