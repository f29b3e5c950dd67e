/**
 * What somebody tells and nobody understood: it is named, and what may be meant is asked. "The calendar", "a note" or "neither"
 * answers. What is asked, what is said in another language, and what is only said of the world is none.
 */
import { isCommonWord } from '../../../text/lexicon.ts';
import { readClause } from '../clause.ts';
import { lexicon } from '../lexicon.ts';
import { readMessage } from '../message.ts';
import type { Request } from '../request.ts';
import type { Given, Model } from './model.ts';
import { wholeOf } from './model.ts';
import { timeSaid } from './plans.ts';
import { isEveryday } from './words.ts';

const MOST_WORDS = 30;

export const eitherMeant: Model = (text, given) => {
  const message = readMessage(text, given.place, given.known);
  const { tokens, whens, health } = message;
  const words = tokens.filter(({ word }) => /\p{L}/u.test(word));
  if (/[?]/.test(text) || health.danger || words.length < 3 || words.length > MOST_WORDS) return undefined;
  const clause = readClause(message, 0, tokens.length);
  const isOther = clause.mood === 'question' || clause.shows.has('device') || clause.paths.length > 0;
  const { speller, edges } = lexicon();
  const isKnown = (word: string) =>
    edges.has(word) || speller.knows(word) || isCommonWord(word.replace(/'\p{L}+$/u, ''));
  const isEnglish = words.filter(({ word }) => isKnown(word)).length * 2 >= words.length;
  const isTheirs =
    whens.length > 0 ||
    tokens.some(
      ({ word, capital }, at) =>
        isEveryday('self', word) ||
        isEveryday('kin', word.replace(/'?s$/, '')) ||
        isEveryday('pointers', word) ||
        (capital && at > 0) ||
        OWN.has(word),
    );
  if (isOther || !isEnglish || !isTheirs) return undefined;
  const choices = [...dated(text, timeSaid(message), whens.length === 1, given), todo(text), note(text)];
  return { kind: 'unclear', text, choices: choices.slice(0, 2) };
};

const OWN = new Set(['my', 'our', 'me', 'us']);

function dated(text: string, time: string, isOne: boolean, given: Given): readonly Request[] {
  const read = isOne ? wholeOf(given.read(`add "${text.replace(/"/g, '')}" to my calendar ${time}`)) : undefined;
  return read?.length === 1 && read[0]!.tool === 'add_event' ? [{ ...read[0]!, text }] : [];
}

const todo = (text: string): Request => ({
  agent: 'todo_agent',
  tool: 'add_todo',
  input: { title: text },
  text,
  score: 2,
});
const note = (text: string): Request => ({ agent: 'memory_agent', tool: 'remember', input: { text }, text, score: 2 });
