/** Times that bound a change to what comes again: "from January", "after New Year", "until March", "in December". */
import { addDays } from '../../wall.ts';
import type { Token } from '../tokens.ts';
import { spanOf } from './spans.ts';
import type { Place, When } from './when.ts';
import { type LimitKind, timeWords } from './words.ts';

export interface Limit {
  readonly when: When;
  /** The first day of it. */
  readonly since?: string | undefined;
  /** The first day behind it. */
  readonly before?: string | undefined;
}

/**
 * Of the times of one request, those that say which occasions are meant. A day that something goes to ("until Friday", where
 * nothing else says whither) is none, nor is the one that it comes from ("from Friday to Monday").
 */
export function limitsIn(whens: readonly When[], tokens: readonly Token[], place: Place, takesAway: boolean): Limit[] {
  const hours = whens.filter((when) => isHourWithin(when, tokens));
  if (hours.length > 0 && !takesAway) return hours.map((when) => within({ ...when, timed: false }, place, when));
  const days = whens.filter(({ dated, timed, recurs, shift }) => dated && !timed && !recurs && shift === undefined);
  const led = days.flatMap((when) => {
    const kind = when.onward ? 'since' : kindOf(when, tokens);
    return kind === undefined ? [] : [{ when, kind }];
  });
  const goesOn = (when: When) => whens[whens.indexOf(when) + 1];
  return led.flatMap(({ when, kind }): Limit[] => {
    const others = whens.filter((one) => !led.some((limit) => limit.when === one));
    const day = when.wall.slice(0, 10);
    if (kind === 'since' || kind === 'after') {
      const next = goesOn(when);
      const isPair = next?.dated && isBeside(when, next, tokens);
      // "From 4 to 9 January it is at 7": between the two; "from Friday to Monday": from the one to the other.
      if (isPair && !when.onward)
        return others.some((one) => one !== next)
          ? [
              { when, since: day },
              { when: next!, before: lastOf(next!, place) },
            ]
          : [];
      return [{ when, since: kind === 'after' ? lastOf(when, place) : day }];
    }
    const isTold = takesAway || others.length > 0;
    if (kind === 'within') return !takesAway && isTold && when.span !== 'day' ? [within(when, place)] : [];
    if (!isTold) return [];
    return [{ when, before: kind === 'before' || when.span !== 'day' ? day : lastOf(when, place) }];
  });
}

/** "At 3 this week": an hour, and the stretch in which it is so; "to next week at 3" is where it goes. */
function isHourWithin({ timed, dated, recurs, span, target, parts: [part] }: When, tokens: readonly Token[]): boolean {
  const isLed = [part!.from - 1, part!.from].some((at) => GOES.has(tokens[at]?.word ?? ''));
  return timed && dated && !recurs && !target && span === 'week' && !isLed;
}

const GOES = new Set(['to', 'for', 'into', 'until', 'till', 'from']);

/** The first day behind it. */
function lastOf(when: When, place: Place): string {
  return when.span === 'day' ? addDays(when.wall.slice(0, 10), 1) : within(when, place).before!;
}

function within(when: When, place: Place, said = when): Limit {
  const { from, to } = spanOf({ ...when, onward: false }, place);
  const days = Math.round((to - from) / 86_400_000);
  const since = when.wall.slice(0, 10);
  return { when: said, since, before: addDays(since, days) };
}

function isBeside({ parts: [one] }: When, { parts: [other] }: When, tokens: readonly Token[]): boolean {
  const [first, second] = [one!, other!];
  return second.from - first.to <= 1 && tokens.slice(first.to, second.to).some(({ word }) => TO.has(word));
}

const TO = new Set(['to', '-', '–', 'until', 'till', 'til', 'through']);

/** By the words right before the day, the longest first. */
function kindOf({ parts: [part] }: When, tokens: readonly Token[]): LimitKind | undefined {
  const found = timeWords().limits.find(({ words }) =>
    [part!.from - 2, part!.from - 1, part!.from, part!.from + 1].some((at) => {
      const end = at + words.length;
      return (
        at >= 0 &&
        end >= part!.from &&
        end < part!.to &&
        words.every((word, shift) => tokens[at + shift]?.word === word) &&
        tokens.slice(end, part!.from).every(({ word }) => word === 'the')
      );
    }),
  );
  return found?.kind;
}

/** "From now on", "for good": in a stretch, or at its edge, where it may have been taken for a filler. */
export function isFromNow(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = Math.max(0, from - MOST); at <= to; at++) {
    const size = timeWords().sizeAt('from_now', (shift) => tokens[at + shift]?.word);
    const isBeside = at + size >= from || tokens.slice(at + size, from).every(({ word }) => word === ',');
    if (size > 0 && isBeside) return true;
  }
  return false;
}

const MOST = 6;
