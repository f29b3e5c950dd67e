/** "What happened?" of what was just spoken of: a reaction with its day, why a medicine ended, an event with what was written of it. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, nameOf, sayPassage } from '../desk.ts';
import { isWithin, itemsFor } from '../evidence/items.ts';
import { findPassages, stemsOf, withSynonyms } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { AllergyView, EntryView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, list, lower } from '../wording.ts';
import { onsetOf, remarks } from './allergies.ts';
import { answerThing } from './conditions.ts';
import { tellStopped } from './courses.ts';
import { answerFromPapers, papersOn } from './papers.ts';

export function answerHappened(desk: Desk, frame: Frame): Block | undefined {
  for (const subject of frame.subjects) {
    const { allergies, medicines, conditions, procedures, visits } = itemsFor(subject, desk.chart);
    const reacted = desk.chart.view.allergies.filter(
      (item) => allergies.includes(item) || item.concepts.some((id) => isWithin(id, subject)),
    );
    if (reacted.length > 0) return tellReactions(desk, frame, reacted);
    if (medicines.some(({ status }) => status === 'stopped')) return tellStopped(desk, frame, medicines);
    if (conditions.length + procedures.length + visits.length > 0)
      return answerThing(desk, { ...frame, aspect: 'about' });
  }
  return answerFromPapers(desk, {
    ...frame,
    text: `${frame.subjects.map(({ text }) => text).join(' ')} ${frame.text}`,
  });
}

function tellReactions(desk: Desk, frame: Frame, items: readonly AllergyView[]): Block {
  const said = items.map(
    (item) =>
      `${capital(lower(item.name))} gave you ${list(item.reactions.map(lower)) || 'a reaction that is not described'}${onsetOf(desk, item)}${cite(desk, item)}`,
  );
  return block(`**${said.join('. ')}.**`, [
    ...remarks(desk, items),
    ...(reactionPapers(desk, items) ?? frame.subjects.slice(0, 1).flatMap((subject) => papersOn(desk, frame, subject))),
  ]);
}

const REACTION = pattern('reaction');
const ILL = /\b(?:admitted|hospital|recovered|fever|intensive care|ward)\b/i;
const MOST_PAPERS = 2;

function drugsIn(name: string): string[] {
  return openCatalogue()
    .find(name, { kinds: ['drug', 'drug_class'] })
    .map(({ concept }) => concept.id);
}

/** The papers that tell of the reaction itself go before others that only name the thing. */
function reactionPapers(desk: Desk, items: readonly AllergyView[]): string[] | undefined {
  const found = findPassages(desk.chart, {
    concepts: items.flatMap(({ concepts, name }) => [...concepts, ...drugsIn(name)]),
    words: new Map(items.flatMap(({ reactions }) => [...contentWords(reactions.join(' '))])),
  })
    .filter(
      ({ passage, named, shared }) =>
        !passage.remark && (named || shared.length > 0) && (REACTION.test(passage.text) || ILL.test(passage.text)),
    )
    .toSorted((a, b) => Number(b.named) - Number(a.named))
    .slice(0, MOST_PAPERS);
  return found.length === 0 ? undefined : found.map(({ passage }) => sayPassage(desk, passage));
}

/** A value of those days that only the remark on the event holds: "Sugar only 13.2". */
export function notedThen(desk: Desk, frame: Frame): Block | undefined {
  const { event } = desk.focus;
  if (event === undefined || frame.scope.say !== 'then') return undefined;
  const asked = [
    ...withSynonyms(
      new Map(frame.subjects.flatMap(({ text, id }) => [...contentWords(`${text} ${nameOf(id)}`)])),
    ).keys(),
  ];
  const isAny = frame.subjects.some(({ id }) => id === 'thing:labs');
  for (const item of event.subjects.flatMap((subject) => entriesOf(desk, subject))) {
    const note = ['note', 'text', 'status_reason']
      .map((key) => desk.chart.property(item.uuid, key))
      .find((said): said is string => typeof said === 'string' && /\d/.test(said) && (isAny || holdsAny(said, asked)));
    if (note !== undefined)
      return block(`**${capital(lower(item.name))}: ${note.replace(/\.$/, '')}.**${cite(desk, item, event.at.from)}`);
  }
  return undefined;
}

function entriesOf(desk: Desk, subject: Subject): EntryView[] {
  const { conditions, procedures, medicines, visits } = itemsFor(subject, desk.chart);
  return [...conditions, ...procedures, ...medicines.filter(({ status }) => status === 'stopped'), ...visits];
}

function holdsAny(said: string, asked: readonly string[]): boolean {
  const stems = stemsOf(said);
  return asked.some((word) => stems.has(word));
}
