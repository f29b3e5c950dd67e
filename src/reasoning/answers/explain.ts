/** What something is: in plain words, what it is here, why it matters to this person, what is done about it and what comes next. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { isEmpty, itemsFor } from '../evidence/items.ts';
import { observationsOf } from '../evidence/observed.ts';
import { findPassages, passagesOf, stemsOf } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import type { Term } from '../glossary/index.ts';
import type { Frame, Subject } from '../types.ts';
import { lower, sayDate } from '../wording.ts';
import {
  BESIDE,
  blamedFor,
  careOf,
  comingFor,
  decidedOn,
  illOf,
  kinOf,
  kinValues,
  namedBy,
  sayIll,
} from './bearing.ts';
import { answerThing } from './conditions.ts';
import { immunityByTest } from './immunity.ts';
import { conceptsIn, meaningsOf, termsOf } from './meanings.ts';
import { answerMeasure } from './measures.ts';
import { answerMedicines } from './medicines.ts';
import { outlookBeside } from './outlook.ts';

export function answerExplain(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind !== 'thing' && kind !== 'system');
  const terms = termsOf(frame, subject);
  const own = ownOf(desk, frame) ?? papersOnTerm(desk, terms);
  const [first, ...rest] = meaningsOf(desk, frame, subject);
  if (first === undefined && own === undefined) return undefined;
  const lead = first === undefined ? own!.lead : `**${first.text}**${first.marker}`;
  const told =
    own === undefined || first === undefined ? (own?.body ?? []) : [own.lead.replaceAll('**', ''), ...own.body];
  return block(lead, [
    rest.map(({ text, marker }) => `${text}${marker}`).join(' '),
    ...outlookBeside(desk, subject),
    ...told,
    ...bearingOn(desk, subject, terms, [lead, ...told], first?.text ?? ''),
  ]);
}

/** Why it matters here. */
function bearingOn(
  desk: Desk,
  subject: Subject | undefined,
  terms: readonly Term[],
  told: readonly string[],
  meaning: string,
): string[] {
  const ill = illOf(desk, subject, terms);
  const names = namedBy(subject, terms);
  const decided = [...blamedFor(desk, names), ...decidedOn(desk, names)]
    .filter((each, at, all) => all.indexOf(each) === at)
    .slice(0, 2);
  const concepts = ill?.concepts ?? (subject === undefined ? [] : [subject.id]);
  const isItself = subject?.kind === 'condition' || subject?.kind === 'symptom';
  const words = [...decided.map(({ text }) => text), subject?.text ?? '', ...terms.map(({ name }) => name)].join(' ');
  return [
    ill === undefined || isItself ? '' : sayIll(desk, ill),
    ...(told.some((part) => part.includes(BESIDE)) ? [] : kinValues(desk, subject)),
    ...decided.filter((passage) => !desk.quoted.has(passage)).map((passage) => quotePassage(desk, passage, [passage])),
    ...(ill === undefined ? [] : careOf(desk, ill, told)),
    ...kinOf(desk, [...concepts, ...conceptsIn(meaning)]),
    comingFor(desk, words, concepts),
  ].filter((part) => part !== '' && !told.includes(part));
}

/** A word that only papers use: where they use it. */
function papersOnTerm(desk: Desk, terms: readonly Term[]): Block | undefined {
  const [term] = terms;
  if (term === undefined) return undefined;
  const names = namedBy(undefined, [term]);
  const [first, ...others] = passagesOf(desk.chart)
    .filter(names)
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  if (first === undefined) return undefined;
  return block(
    sayPassage(desk, first),
    others.slice(0, 1).map((passage) => sayPassage(desk, passage)),
  );
}

/** The value, the medicine or the entry itself. */
function ownOf(desk: Desk, frame: Frame): Block | undefined {
  const observations = observationsOf(
    desk,
    frame.subjects.filter(({ kind }) => kind === 'observation'),
  );
  if (observations.some((id) => readingsOf(desk.chart, id).length > 0)) return ownValue(desk, frame);
  const subject = frame.subjects.find(({ kind }) => kind !== 'thing' && kind !== 'system');
  if (subject === undefined) return undefined;
  const held = itemsFor(subject, desk.chart);
  if (isEmpty(held)) return undefined;
  if (held.medicines.length > 0) return answerMedicines(desk, { ...frame, aspect: 'purpose' });
  return ownEntry(desk, frame, subject);
}

const WEIGHS = new Set<Frame['aspect']>(['judge', 'worry']);

/** The value as it is; weighed where the same message asks whether that is bad. */
function ownValue(desk: Desk, frame: Frame): Block {
  const weighed = desk.frames.find(
    (each) => WEIGHS.has(each.aspect) && each.subjects.some(({ id }) => frame.subjects.some((own) => own.id === id)),
  );
  const told = answerMeasure(
    desk,
    weighed === undefined
      ? { ...frame, aspect: 'explain', text: '' }
      : { ...frame, aspect: weighed.aspect, text: weighed.text },
  );
  const [id] = observationsOf(desk, frame.subjects);
  const last = id === undefined ? undefined : readingsOf(desk.chart, id).at(-1);
  const protects = last === undefined ? undefined : immunityByTest(desk, last.uuid);
  return protects === undefined ? told : { ...told, body: [protects, ...told.body] };
}

function ownEntry(desk: Desk, frame: Frame, subject: Subject): Block {
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
          aspect: 'explain',
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
      ...lastLook(desk, subject),
      ...(measure === undefined ? [] : [measure.lead.replaceAll('**', '')]),
      ...thing.body,
      ...next.map(({ passage }) => sayPassage(desk, passage)),
    ],
  };
}

/** What the last examination that names it found. */
function lastLook(desk: Desk, subject: Subject): string[] {
  const names = namedBy(subject, []);
  const [last] = desk.chart.view.procedures
    .filter((item) => {
      const note = desk.chart.property(item.uuid, 'text');
      return typeof note === 'string' && names({ stems: stemsOf(note) });
    })
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  if (last === undefined) return [];
  return [
    `Last looked at: ${lower(last.name)} on ${sayDate(last.time)}: ${String(desk.chart.property(last.uuid, 'text')).replace(/\.?$/, '.')}${cite(desk, last, last.time)}`,
  ];
}

/** Beside a value that is weighed: what it is, in a sentence or two, and why it matters here. */
export function explainBeside(desk: Desk, frame: Frame, told: Block): Block {
  const subject = frame.subjects.find(({ kind }) => kind === 'observation');
  const isTold = desk.frames.some(
    ({ aspect, subjects }) => aspect === 'explain' && subjects.some(({ id }) => id === subject?.id),
  );
  if (subject === undefined || told.found !== 'answered' || isTold) return told;
  const terms = termsOf(frame, subject);
  const meant = meaningsOf(desk, frame, subject).slice(0, 2);
  return {
    ...told,
    body: [
      meant.map(({ text, marker }) => `${text}${marker}`).join(' '),
      ...told.body,
      ...bearingOn(desk, subject, terms, [told.lead, ...told.body], meant[0]?.text ?? ''),
    ].filter((part) => part !== ''),
  };
}
