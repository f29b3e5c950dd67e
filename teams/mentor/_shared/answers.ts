/** Answers to a quiz as people write them: "2: B", "1A 2C 3D", "B", "3: the loop of Henle". */

export interface WrittenAnswer {
  /** Its number; without it, the next one that is open. */
  readonly question?: number;
  readonly answer: string;
}

const LETTER = /^\(?([a-h])[).]?$/i;
/** Several letters in a row are for the next questions in a row: "A and C". */
const LETTERS = /^[a-h](?:(?:, ?| and | )[a-h]){1,9}$/i;
/** The columns of one matching question: "4: 1B 2A 3C". */
const MATCHED = /^(?:q(?:uestion)?\s*)?(\d{1,2})\s*[:.)=]\s*((?:\d{1,2} ?-? ?[a-h][ ,;]*){2,})$/i;
/** A number, a sign between or none, then a letter or words up to the next such number. */
const NUMBERED = /(?:^|[\s,;])(?:q(?:uestion)?\s*)?#?(\d{1,2})\s*(?:[:.)=–-]|is\b)?\s*/gi;

export function answersIn(text: string): WrittenAnswer[] {
  const said = text
    .trim()
    .replace(/^(?:(?:my )?answers?(?: (?:is|are))?|i (?:say|think|choose|pick)|it'?s)[:\s]+/i, '');
  const letter = LETTER.exec(said)?.[1];
  if (letter !== undefined) return [{ answer: letter.toUpperCase() }];
  if (LETTERS.test(said)) return (said.match(/\b[a-h]\b/gi) ?? []).map((one) => ({ answer: one.toUpperCase() }));
  const matched = MATCHED.exec(said);
  if (matched !== null) return [{ question: Number(matched[1]), answer: matched[2]!.trim().toUpperCase() }];
  const heads = [...said.matchAll(NUMBERED)].filter((head) => isHead(said, head));
  if (heads[0]?.index !== 0) return [];
  const parts = heads.map((head, at) => ({
    question: Number(head[1]),
    hasMark: /[:.)=]/.test(head[0]),
    answer: said.slice(head.index + head[0].length, heads[at + 1]?.index).replace(/[\s,;]+$/, ''),
  }));
  return parts.flatMap(({ question, hasMark, answer }) => {
    const isLetter = LETTER.exec(answer)?.[1];
    if (isLetter !== undefined) return [{ question, answer: isLetter.toUpperCase() }];
    // Words count as an answer only where the number is marked as one: "3: aldosterone", but not "5 questions".
    return hasMark && answer !== '' ? [{ question, answer }] : [];
  });
}

/** A number within words is a part of them, "type 2 error", "0.4 to 4": one that begins an answer is marked, or has a letter. */
function isHead(said: string, head: RegExpExecArray): boolean {
  const behind = said.slice(head.index + head[0].length);
  if (head[1] === '0' || (head[0].endsWith('.') && /^\d/.test(behind))) return false;
  return head.index === 0 || /[:.)=]\s*$/.test(head[0]) || /^\(?[a-h](?:[\s,;.)]|$)/i.test(behind);
}
