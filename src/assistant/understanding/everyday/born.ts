/** "Dad's birthday is 3 May 1948": the day comes every year, and the year is kept too. */
import { type Model, wholeOf } from './model.ts';

const BORN =
  /^(?<whose>(?:my\s+)?\p{L}[\p{L} ]{0,30}'s)\s+(?:birthday|date of birth|dob)\s+(?:is|was|:)\s*(?:on\s+)?(?:the\s+)?(?<day>[^,]{3,24}?),?\s+(?<year>(?:19|20)\d\d)$/iu;

export const bornTold: Model = (text, given) => {
  const { whose, day, year } = BORN.exec(text)?.groups ?? {};
  if (whose === undefined || Number(year) > new Date(given.place.now).getUTCFullYear()) return undefined;
  const requests = wholeOf(given.read(`${whose} birthday is on ${day}`));
  if (requests?.length !== 1 || requests[0]!.tool !== 'add_event') return undefined;
  const input = { subject: `${whose.replace(/^my\s+/i, '')} date of birth`, text: `${day} ${year}` };
  const told = { agent: 'memory_agent', tool: 'remember', input, text, score: 3 };
  return { kind: 'requests', requests: [{ ...requests[0]!, text }, told], rest: [] };
};

const TURNS =
  /^(?:my\s+|our\s+)?(?<who>\p{L}[\p{L}' ]{0,40}?)\s+(?:turns|will be|is turning|is going to be|will turn)\s+(?<age>\d{1,3})(?:\s+years old)?\s+(?:on\s+)?(?<day>[^,]{3,40})$/iu;

/** "Klara turns 8 on the 12th of January": it is her birthday, every year. */
export const turnsTold: Model = (text, given) => {
  const { who, day } = TURNS.exec(text)?.groups ?? {};
  if (who === undefined || day === undefined || /^(?:it|that|this|he|she|i|we)$/i.test(who)) return undefined;
  const requests = wholeOf(given.read(`${who}'s birthday is on ${day}`));
  if (requests?.length !== 1 || requests[0]!.tool !== 'add_event') return undefined;
  return { kind: 'requests', requests: [{ ...requests[0]!, text }], rest: [] };
};
