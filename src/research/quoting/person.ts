/**
 * What a question says of the person whom it is asked for, apart from what it asks: "mine is 68 on amlodipine for BP", "husband just
 * diagnosed", "82yo frail". That bounds an answer and is no reason for there being none: no paper has to be on it.
 */

/** From one of these to the end of the clause it is told of somebody. */
const OPENS =
  /(?<![\p{L}\p{N}])(?:mine|my (?:patient|pt|man|lady|woman|baby)|(?:her|his|the|their) (?:husband|wife|partner|mother|father|son|daughter)|husband|wife|partner|(?:he|she|they) (?:is|are|has|have|was|takes?|already)|(?:she|he)'s|(?:pt|patient|baby|lady|man|woman) (?:is|has|on|with|refuses?|declines?|takes?))(?![\p{L}\p{N}])/giu;
/** What somebody takes already. */
const TAKING =
  /(?<![\p{L}\p{N}])(?:(?:already|currently|stable|still|who is|is|are|was|been|\d{2}(?:[MF]|yo)?,?) on|takes|taking|off)(?![\p{L}\p{N}])/giu;
/** Where it ends: with the next clause, or with what is wanted. */
const ENDS =
  /[?.;!](?:\s|$)|\s[-–]\s|,\s|\s(?:wants|needs|and|but|can|should|could|would|does|do|is it|what|how|when|which|try)\s/giu;

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function personIn(question: string): Span[] {
  const opened = [...question.matchAll(OPENS), ...question.matchAll(TAKING)].map((found) => ({
    start: found.index,
    from: found.index + found[0].length,
  }));
  const spans = opened.map(({ start, from }) => {
    ENDS.lastIndex = from;
    return { start, end: ENDS.exec(question)?.index ?? question.length };
  });
  // Where all of it is told of somebody, that is what is asked.
  const isRest = spans.every(
    ({ start, end }) => question.slice(0, start).length + question.length - end >= LEAST_ASKED,
  );
  return isRest ? spans : [];
}

const LEAST_ASKED = 20;

/** It is said of the person, and nowhere else. */
export function isOfPerson(said: string, question: string, spans: readonly Span[]): boolean {
  const lower = question.toLowerCase();
  const places: number[] = [];
  for (let at = lower.indexOf(said.toLowerCase()); at >= 0; at = lower.indexOf(said.toLowerCase(), at + 1))
    places.push(at);
  return places.length > 0 && places.every((at) => spans.some(({ start, end }) => at >= start && at < end));
}
