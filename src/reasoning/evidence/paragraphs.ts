/**
 * How a paper is built: paragraphs, and sentences in them. A paragraph speaks of one thing, so it is what a quotation
 * shows; a list belongs to the line that leads to it.
 */
import { sentencesOf } from '../../text/index.ts';

/** A bullet, a number or the zone of a plan ("AMBER: …") leads an item. */
const ITEM = /^\s*(?:[-•*–]\s+|\(?(?:\d{1,2}|[a-h])[.)]\s+|(?:green|amber|yellow|orange|red)(?:\s+zone)?\s*:)/i;
const ENDED = /[.!?:;)"”]\s*$/;
/** Of the lines of a text that was broken at the margin more than this part ends in the middle of a sentence. */
const BROKEN = 0.5;

/** The sentences of a text, paragraph by paragraph. */
export function paragraphsOf(text: string): string[][] {
  const blocks = text.split(/\n\s*\n/).map((block) => block.split('\n').filter((line) => line.trim() !== ''));
  const inner = blocks.flatMap((lines) => lines.slice(0, -1));
  const isWrapped = inner.filter((line) => !ENDED.test(line)).length > inner.length * BROKEN;
  return blocks
    .flatMap((lines) => (isWrapped ? [joined(lines)] : byLine(lines)))
    .map((lines) => lines.flatMap((line) => numbered(sentencesOf(line))))
    .map(withFollowers)
    .filter((sentences) => sentences.length > 0);
}

/** Each line by itself; items of a list, and what stands under a colon, with the line before them. */
function byLine(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [];
  for (const line of lines) {
    const last = paragraphs.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined) paragraphs.push([line.trim()]);
    else if (GOES_ON.test(line) && !ENDED.test(before)) last[last.length - 1] = `${before} ${line.trim()}`;
    else if (LEADS.test(before) && !LEADS.test(line)) last[last.length - 1] = `${before} ${line.trim()}`;
    else if (ITEM.test(line)) last.push(line.trim());
    else paragraphs.push([line.trim()]);
  }
  return paragraphs;
}

/** A sentence that one line leaves open and the next one ends. */
const GOES_ON = /^\s*\p{Ll}(?![.)])/u;
/** "Ring the same day if she gains more than 2 kg:": of a sentence, not the name of a part of the letter. */
const LEADS = /\b\p{Ll}+(?:\s+\S+){4,}:\s*$/u;

/** Lines that were broken at the margin made whole; an item begins anew. */
function joined(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const before = whole.at(-1);
    if (before === undefined || ITEM.test(line)) whole.push(line.trim());
    else whole[whole.length - 1] = `${before} ${line.trim()}`;
  }
  return whole;
}

/** "Sick day rules: 1. Fever: double it. 2. Vomiting: inject.": a number belongs to what it counts. */
function numbered(sentences: readonly string[]): string[] {
  const kept: string[] = [];
  let number = '';
  for (const sentence of sentences) {
    const whole = number === '' ? sentence : `${number} ${sentence}`;
    const [, before = '', found = ''] = /^(|.*[.:;,]\s+)(\(?\d{1,2}[.)])$/s.exec(whole) ?? [];
    number = found;
    if (found === '') kept.push(whole);
    else if (before.trim() !== '') kept.push(before.trim());
  }
  return number === '' ? kept : [...kept, number];
}

const FOLLOWS = /^(?:It|They|He|She|This|That|These|Then|Both|The same|A second)\b/;
const LONGEST_LED = 240;

/** What follows with "It", "They" or "Then" is read with what it speaks of. */
function withFollowers(sentences: readonly string[]): string[] {
  const kept: string[] = [];
  for (const sentence of sentences) {
    const before = kept.at(-1);
    if (FOLLOWS.test(sentence) && before !== undefined && before.length < LONGEST_LED)
      kept[kept.length - 1] = `${before} ${sentence}`;
    else kept.push(sentence);
  }
  return kept;
}
