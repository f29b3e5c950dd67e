/** "Make a note called packing list: socks, charger": what stands behind the colon, under the name that it gets. */
import type { Message } from './clause.ts';
import { matchKnown } from './known.ts';
import { lexicon } from './lexicon.ts';
import { pathsIn } from './paths.ts';
import type { Request } from './request.ts';
import type { Topic } from './topic.ts';
import { wordSet } from './words.ts';

const NAMING = wordSet('naming');

/** "And add a note: ask for Marco", of an event that was spoken of; "add a note to the dentist: …": it stands with the event. */
export function noteOfEvent({ content, tokens, said, known }: Message, about: Topic | undefined): Request | undefined {
  if (content === undefined) return undefined;
  const to = tokens.findIndex(({ word }, at) => tokens[at - 1]?.word === 'note' && TO.has(word));
  const named = to < 0 ? undefined : matchKnown(tokens, to + 1, tokens.length, known).get('event');
  const spoken = about?.kinds.includes('event') && !about.ended ? about.name : undefined;
  const query = named === undefined || named.tied ? spoken : named.name;
  const words = tokens
    .filter(({ word }, at) => /\p{L}/u.test(word) && !LEADS.has(word) && !named?.at.includes(at))
    .map(({ word }) => word);
  const isPut = tokens.some(({ word }) => word === 'add' || word === 'put');
  if (query === undefined || !isPut || words.at(-1) !== 'note' || words.length > MOST_WORDS) return undefined;
  return { agent: 'calendar_agent', tool: 'move_event', input: { query, notes: content }, text: said, score: 5 };
}

const TO = new Set(['to', 'on', 'for', 'with']);
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
