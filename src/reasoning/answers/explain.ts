/** What something is, in general from the knowledge base, and then what it is here. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { answerFromKnowledge, type KnowledgeResult, searchKnowledge } from '../../knowledge/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { type Block, block, type Desk, nameOf, sayPassage } from '../desk.ts';
import { isEmpty, itemsFor } from '../evidence/items.ts';
import { observationsOf } from '../evidence/observed.ts';
import { findPassages } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import type { Frame } from '../types.ts';
import { capital, lower } from '../wording.ts';
import { answerThing } from './conditions.ts';
import { answerMeasure } from './measures.ts';
import { answerMedicines } from './medicines.ts';

export function answerExplain(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind !== 'thing' && kind !== 'system');
  const known = knownOf(
    subject === undefined ? frame.text : nameOf(subject.id),
    subject === undefined ? [] : [...(openCatalogue().get(subject.id)?.names ?? [])],
  );
  const own = ownOf(desk, frame);
  if (known === undefined && own === undefined) return undefined;
  if (known === undefined) return own;
  const marker = desk.notes.knowledge(known.entry);
  const lead = `**${capital(known.sentences[0]!)}**${marker}`;
  const more = known.sentences
    .slice(1, 3)
    .map((sentence) => `${sentence}${marker}`)
    .join(' ');
  return block(
    [lead, more].filter(Boolean).join(' '),
    own === undefined ? [] : [own.lead.replaceAll('**', ''), ...own.body],
  );
}

/** What the entry says it is: its opening, and one sentence on what high or low means. */
function knownOf(name: string, names: readonly string[]): { entry: KnowledgeResult; sentences: string[] } | undefined {
  for (const asked of [name, ...names.slice(0, 4)]) {
    const [entry] = searchKnowledge(`what is ${asked.replaceAll('"', '')}`, { limit: 1 });
    if (entry === undefined || !entry.whole) continue;
    const opening =
      entry.sections.find((section) => section.name === 'what it is' || section.name === 'used for') ??
      entry.sections[0]!;
    const said = sentencesOf(opening.text);
    const first = said[0] ?? '';
    const led = first.toLowerCase().includes(asked.split(' ')[0]!.toLowerCase())
      ? first
      : `${capital(asked)}: ${lower(first)}`;
    return { entry, sentences: [led, ...said.slice(1)] };
  }
  return undefined;
}

function ownOf(desk: Desk, frame: Frame): Block | undefined {
  const observations = observationsOf(
    desk,
    frame.subjects.filter(({ kind }) => kind === 'observation'),
  );
  if (observations.some((id) => readingsOf(desk.chart, id).length > 0))
    return answerMeasure(desk, { ...frame, aspect: 'judge', text: '' });
  const subject = frame.subjects.find(({ kind }) => kind !== 'thing' && kind !== 'system');
  if (subject === undefined) return undefined;
  const held = itemsFor(subject, desk.chart);
  if (isEmpty(held)) return undefined;
  if (held.medicines.length > 0) return answerMedicines(desk, { ...frame, aspect: 'purpose' });
  const thing = answerThing(desk, { ...frame, aspect: 'since' });
  const shown = openCatalogue()
    .shownBy(subject.id)
    .map(({ id }) => id)
    .find((id) => readingsOf(desk.chart, id).length > 0);
  const measure =
    shown === undefined
      ? undefined
      : answerMeasure(desk, {
          ...frame,
          aspect: 'judge',
          text: '',
          subjects: [{ ...subject, id: shown, kind: 'observation' }],
        });
  const next = findPassages(desk.chart, {
    concepts: [subject.id],
    words: contentWords('dialysis transplant plan preparation next'),
  })
    .filter(({ passage }) => !passage.remark)
    .slice(0, 1);
  return {
    ...thing,
    body: [
      ...(measure === undefined ? [] : [measure.lead.replaceAll('**', '')]),
      ...thing.body,
      ...next.map(({ passage }) => sayPassage(desk, passage)),
    ],
  };
}

/** A question in general that the knowledge base answers as it is put. */
export function answerGeneral(desk: Desk, text: string): Block | undefined {
  const answer = answerFromKnowledge(text);
  const part = answer?.parts[0];
  if (part === undefined) return undefined;
  const marker = desk.notes.knowledge(part.entry);
  const [first = '', ...rest] = part.sentences;
  const title = lower(part.entry.title.replace(/\s*\([^)]*\)|:.*/g, ''));
  const lead = first.toLowerCase().includes(title.split(' ')[0]!) ? first : `${capital(title)}: ${lower(first)}`;
  return block(
    `**${lead}**${marker} ${rest
      .slice(0, 2)
      .map((sentence) => `${sentence}${marker}`)
      .join(' ')}`.trim(),
  );
}
