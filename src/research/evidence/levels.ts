/** What each of several arms reached, in one sentence; and of which of them it is said that it is more than chance. */
import { figuresIn } from './figures.ts';

/** What holds one arm against another. */
export const LINK =
  /\b(?:than|compared (?:with|to)|versus|vs\b\.?|superior to|inferior to|noninferior to|relative to|as against|rather than)/g;

export interface Level<Arm> {
  readonly arm: Arm;
  readonly value: number;
  /** Whether chance does as well; undefined where nothing is said. */
  readonly open?: boolean | undefined;
}

const NUMBER = /(?<![\d.])([-+]?\d+(?:\.\d+)?)\s?%?\s(?:\p{L}+ ){0,2}(?:with|in|on|for|among|under)\s/gu;
/** By how much it fell: the more, the lower it is. */
const FELL = /\b(?:fell|decreased|declined|dropped|was reduced|were reduced)\b/;

/** "31% with 5 mg (p=0.6), 47% with 10 mg (p=0.01) and 27% with placebo": the number right before each arm. */
export function levelsIn<Arm>(plain: string, mentions: readonly { arm: Arm; at: number }[]): Level<Arm>[] {
  const numbers = [...plain.replaceAll('−', '-').matchAll(NUMBER)];
  const sign = FELL.test(plain.slice(0, numbers[0]?.index ?? 0)) ? -1 : 1;
  return mentions.flatMap(({ arm, at }): Level<Arm>[] => {
    const last = numbers.findLast(({ index }) => index < at);
    if (last === undefined || at - (last.index + last[0].length) > NEAR) return [];
    const [, aside] = /^[^(,;]{0,40}\(([^)]*)\)/.exec(plain.slice(at)) ?? [];
    const { open } = figuresIn(aside ?? '');
    return [{ arm, value: sign * Number(last[1]), ...(open !== undefined && { open }) }];
  });
}

const NEAR = 30;

/** "The difference from placebo was significant for 10 mg and 20 mg but not for 5 mg". */
export function significanceIn<Arm>(
  plain: string,
  armsIn: (part: string) => readonly Arm[],
): { arm: Arm; open: boolean }[] | undefined {
  if (!/\bsignifican(?:t|tly|ce)\b/.test(plain)) return undefined;
  const [said = '', denied = ''] = plain.split(/,? (?:but|and) not (?=for|with|in|at)/);
  const isOpen = /\b(?:not|no|non)[ -](?:\p{L}+ )?significan/u.test(said);
  const found = [
    ...armsIn(said).map((arm) => ({ arm, open: isOpen })),
    ...armsIn(denied).map((arm) => ({ arm, open: true })),
  ];
  return found.length > 1 ? found : undefined;
}
