/** What could not be read of a schedule, as a person is told: what was understood, what was not, and what to say instead. */
import { ConsiliumError } from '../../kernel/errors.ts';
import { languagesOfSchedules } from './languages.ts';
import { noSuchDay } from './no-such-day.ts';
import type { Token } from './tokens.ts';
import { scheduleWords } from './words.ts';

/** Words that stand together, as one phrase. */
export function phrases(tokens: readonly Token[], text: string): string[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of tokens) {
    const last = spans.at(-1);
    if (last !== undefined && start - last.end <= 1) last.end = end;
    else spans.push({ start, end });
  }
  return spans.map(({ start, end }) => text.slice(start, end));
}

export function unreadable(text: string, understood: string | undefined, unread: readonly string[]): ConsiliumError {
  const { examples, unknowable } = scheduleWords();
  const known = unknowable.find(({ words }) => unread.some((part) => hasWord(part, words)));
  const said = text.trim().slice(0, 100);
  const but = unread.filter((part) => part.trim() !== '').map((part) => `"${part.slice(0, 60)}"`);
  const what = but.length > 0 ? but.join(' and ') : 'when that is';
  const message = understood
    ? `I understood "${understood}", but not ${what}.`
    : said === ''
      ? 'There is no schedule.'
      : `I do not understand ${what} in the schedule "${said}".`;
  const why = known?.say ?? noSuchDay(text);
  return new ConsiliumError('SCHEDULE_UNREADABLE', why === undefined ? message : `${message} ${why}`, {
    hint: `For example: ${examples.join(' · ')}. In ${languagesOfSchedules().join(', ')}.`,
    details: { ...(understood !== undefined && { understood }), unread: [...unread] },
  });
}

function hasWord(part: string, words: readonly string[]): boolean {
  const said: readonly string[] = part.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word) => said.includes(word));
}
