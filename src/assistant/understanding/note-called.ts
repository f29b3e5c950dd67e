/** "Make a note called packing list: socks, charger": what stands behind the colon, under the name that it gets. */
import type { Message } from './clause.ts';
import { lexicon } from './lexicon.ts';
import { pathsIn } from './paths.ts';
import type { Request } from './request.ts';
import type { Topic } from './topic.ts';
import { wordSet } from './words.ts';

const NAMING = wordSet('naming');

/** "And add a note: ask for Marco", of an event that was spoken of: it stands with the event. */
export function noteOfEvent({ content, tokens, said }: Message, about: Topic | undefined): Request | undefined {
  if (content === undefined || !about?.kinds.includes('event') || about.ended) return undefined;
  const words = tokens.map(({ word }) => word).filter((word) => /\p{L}/u.test(word) && !LEADS.has(word));
  const isPut = tokens.some(({ word }) => word === 'add' || word === 'put');
  if (!isPut || words.at(-1) !== 'note' || words.length > MOST_WORDS) return undefined;
  return {
    agent: 'calendar_agent',
    tool: 'move_event',
    input: { query: about.name, notes: content },
    text: said,
    score: 5,
  };
}

const LEADS = wordSet('note_leads');
/** "Note", behind what only leads to it. */
const MOST_WORDS = 1;

/** "Remember where I parked: level 3": what stands behind the colon, under what it tells. */
export function keptUnder({ content, tokens, text, said }: Message): Request | undefined {
  const [verb, asked] = tokens;
  if (content === undefined || verb?.word !== 'remember' || !ASKED.has(asked?.word ?? '')) return undefined;
  const subject = text
    .slice(asked!.start)
    .replace(/[\s:,]+$/, '')
    .slice(0, MOST_SUBJECT);
  return { agent: 'memory_agent', tool: 'remember', input: { subject, text: content }, text: said, score: 5 };
}

const ASKED = wordSet('asked');
const MOST_SUBJECT = 120;

export function noteCalled(message: Message): Request | undefined {
  const { content, tokens, text } = message;
  const note = lexicon()
    .signsIn(tokens)
    .find(({ sign, to }) => sign === 'noun.note' && NAMING.has(tokens[to]?.word ?? ''));
  const first = note === undefined ? undefined : tokens[note.to + 1];
  if (content === undefined || first === undefined || pathsIn(message, 0, tokens.length).length > 0) return undefined;
  const subject = text.slice(first.start).replace(/^["“']|["”']?[\s:,]*$/g, '');
  return { agent: 'memory_agent', tool: 'remember', input: { subject, text: content }, text: message.said, score: 5 };
}
