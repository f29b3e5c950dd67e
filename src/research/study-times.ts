/**
 * Times that belong to patients or to a study, and not to when somebody is to look: "a 9 year old", "within a year of surgery",
 * "survival at 5 years", "what is new in 2026".
 */
import { scheduleWords } from '../triggers/index.ts';
import { outcomesIn } from './evidence/outcome-names.ts';
import { plainOf, vocabulary } from './vocabulary.ts';

/** `said`: a phrase that the grammar of schedules could take, with what stands before and behind it in its sentence. */
export function isOfStudy(said: string, before: string, after: string): boolean {
  return isAge(said, after) || isOfCourse(said, after) || isOfOutcome(said, before) || isYearOfSources(said, before);
}

/** "A 9 year old", "2-year-olds": years that somebody is old. */
function isAge(said: string, after: string): boolean {
  const { aged } = vocabulary().study_times;
  const words = plainOf(`${said} ${after}`).replaceAll('-', ' ').split(' ');
  const from = plainOf(said).replaceAll('-', ' ').split(' ').length;
  return words.some(
    (word, at) =>
      aged.includes(word) &&
      at <= from + 1 &&
      at > 1 &&
      isUnit(words[at - 1]) &&
      scheduleWords().number(words[at - 2]!) !== undefined,
  );
}

const isUnit = (word: string | undefined) =>
  word !== undefined && (scheduleWords().unit(word) !== undefined || word === 'y');

/** "Within a year of stopping", "in the first week after a stroke": of a course that began with something. */
function isOfCourse(said: string, after: string): boolean {
  const [last] = plainOf(said).split(' ').slice(-1);
  const [next = ''] = plainOf(after).split(' ', 1);
  const { of } = vocabulary().study_times;
  return (of.includes(last ?? '') && isUnit(plainOf(said).split(' ').at(-2))) || (isUnit(last) && of.includes(next));
}

/** "Survival at 5 years": what was counted by then. */
function isOfOutcome(said: string, before: string): boolean {
  const [last = ''] = /[\p{L}-]+(?=\s*$)/u.exec(before) ?? [];
  return (
    isUnit(plainOf(said).split(' ').at(-1)) &&
    (outcomesIn(last).length > 0 || vocabulary().study_times.counted.includes(last.toLowerCase()))
  );
}

/** "What is new in 2026": no verb of looking stands there that says to wait for it. */
function isYearOfSources(said: string, before: string): boolean {
  if (!/^in (?:19|20)\d\d$/i.test(said.trim())) return false;
  const plain = ` ${plainOf(before)} `;
  return !vocabulary().again.verbs.some((verb) => plain.includes(` ${verb} `));
}
