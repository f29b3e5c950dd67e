/**
 * "My GP isn't Dr. Lee anymore, it's Dr. Patel", "correct my note: … should be …", "update: Tom's number is 555-0200": what is
 * remembered is corrected. What held before tells which note it is; what holds now takes its place. The ways to say it are
 * rows (corrections.yml); a correction is one part of a message, and what stands beside it is read by itself.
 */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import type { Message } from './clause.ts';
import { factIn } from './facts.ts';
import { matchKnown } from './known.ts';
import type { Request } from './request.ts';

const schema = z.strictObject({
  words: z.record(z.string(), z.array(z.string().min(1)).min(1)),
  forms: z.array(
    z.strictObject({
      form: z.string(),
      of: z.enum(['note', 'told']).optional(),
      example: z.string(),
      counter: z.string(),
    }),
  ),
});

export interface CorrectionForm {
  readonly example: string;
  readonly counter: string;
  /** Only of what is remembered. */
  readonly ofNote: boolean;
  /** Only where what holds stands in something that is remembered, or begins as it does. */
  readonly ofTold: boolean;
  /** What stands in its slots. */
  match(text: string): Readonly<Record<string, string>> | undefined;
}

let forms: readonly CorrectionForm[] | undefined;
let hint: RegExp | undefined;

/** Whether a correction may stand in these words at all: what every form has, looked for once and cheaply. */
export function mayCorrect(text: string): boolean {
  correctionForms();
  return hint!.test(text.replace(/[’‘]/g, "'"));
}

export function correctionForms(): readonly CorrectionForm[] {
  forms ??= compile();
  return forms;
}

function compile(): CorrectionForm[] {
  const { words, forms: rows } = schema.parse(readRows(join(import.meta.dirname, 'corrections.yml')));
  const ways = (...names: string[]) =>
    names
      .flatMap((name) => words[name] ?? [])
      .map(escaped)
      .join('|');
  hint = new RegExp(
    `\\b(?:${ways('denies')})\\s|\\b(?:${ways('one')})\\s+(?:${ways('note')})\\b|\\b(?:${ways('news')})\\s*[:–-]|\\b(?:${ways('not', 'who', 'moved', 'changed')})\\s|^(?:please\\s+)?(?:${ways('mends')})\\s+(?:${ways('owner')})\\s|\\b(?:${ways('nowadays')})[\\s.!]*$`,
    'iu',
  );
  return rows.map(({ form, of, example, counter }) => {
    const pattern = new RegExp(
      `^${form
        .split(' ')
        .map((part) => patternOf(part, words))
        .join('')}[\\s.!]*$`,
      'isu',
    );
    return {
      example,
      counter,
      ofNote: of === 'note',
      ofTold: of === 'told',
      match: (text) => pattern.exec(text)?.groups,
    };
  });
}

/** Longest first, so that "it is now" is not read as "it is". */
function patternOf(part: string, words: Readonly<Record<string, readonly string[]>>): string {
  const [, slot] = /^<(\w+)>$/.exec(part) ?? [];
  if (slot !== undefined) return `(?<${slot}>\\S.{0,${MOST_CHARS}}?)(?:\\s+|(?=[,;:.!–-])|$)`;
  const [, name, optional] = /^\{(\w+)\}(\??)$/.exec(part) ?? [];
  const list = words[name ?? ''];
  if (list === undefined) throw new Error(`corrections.yml: "${part}" is neither a slot nor a list of words.`);
  const ways = list.toSorted((one, other) => other.length - one.length).map(escaped);
  return `(?:(?:${ways.join('|')})(?:\\s+|(?=[,;:.!–-])|$)${/^\W/.test(list[0]!) ? '|(?:[,;:.–-]\\s*)' : ''})${optional}`;
}

const MOST_CHARS = 400;

/** Under the u flag only what has a meaning may be escaped. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
}

/** The request, where these words are a correction and nothing else. */
export function correctionIn(message: Message): Request | undefined {
  const said = message.text.trim().replace(/[’‘]/g, "'");
  for (const form of correctionForms()) {
    const slots = form.match(said);
    if (slots === undefined || (form.ofNote && !isOfNote(message))) continue;
    // "Change the review to Friday" moves something.
    if (form.ofNote && slots['old'] === undefined && slots['subject'] !== undefined && message.whens.length > 0)
      continue;
    const input = form.ofTold
      ? inputTold(slots, message.known.told ?? [])
      : inputOf(slots, form.ofNote, message.known.told ?? []);
    if (input !== undefined) return { agent: 'memory_agent', tool: 'remember', input, text: message.text, score: 5 };
  }
  return undefined;
}

function isOfNote({ tokens, known }: Message): boolean {
  const named = matchKnown(tokens, 0, tokens.length, known);
  return named.has('note') && !named.has('event') && !named.has('todo') && !named.has('reminder');
}

/** "It's Tom who is allergic": what holds was told of somebody else. "May likes gin now": it begins as what was told. */
function inputTold(
  { whose, text, fact }: Readonly<Record<string, string>>,
  told: readonly string[],
): Request['input'] | undefined {
  if (whose !== undefined && text !== undefined) {
    const holds = text.replace(/^(?:is|are|was|has|have)\s+/i, '');
    const isTold = told.some((one) => one.toLowerCase().includes(holds.toLowerCase()));
    return isTold ? { subject: whose, text: holds, of: holds } : undefined;
  }
  const words = (fact ?? '').toLowerCase().split(/\s+/);
  const isBegun = (one: string) => one.toLowerCase().startsWith(`${words.slice(0, -1).join(' ')} `);
  const isShort = (one: string) => one.toLowerCase().startsWith(`${words.slice(0, 3).join(' ')} `);
  return words.length > 2 && told.some((one) => isBegun(one) || isShort(one)) ? { text: fact, like: true } : undefined;
}

/** Of what was said as a fact the subject says which note it is, and must be there where nothing else says that it is one. */
function inputOf(
  slots: Readonly<Record<string, string>>,
  needsSubject: boolean,
  told: readonly string[],
): Request['input'] | undefined {
  const { fact, subject, old, text, who } = slots;
  if (who !== undefined) {
    // Somebody of whom something was told.
    const name = who.replace(/^my\s+/i, '');
    const isKnown = told.some((one) => one.toLowerCase().startsWith(name.toLowerCase()));
    return isKnown ? { subject: `${name}'s address`, text: unmarked(text ?? '') } : undefined;
  }
  if (fact !== undefined) {
    const read = factIn(unmarked(fact));
    return needsSubject && read.subject === undefined ? undefined : read;
  }
  return {
    ...(subject !== undefined && { subject }),
    text: unmarked(text ?? ''),
    ...(old !== undefined && { old: unmarked(old) }),
  };
}

function unmarked(text: string): string {
  return text.trim().replace(/^["“'‘]|["”'’]$/g, '');
}
