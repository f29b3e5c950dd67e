/** What something is, in general from the knowledge base, and then what it is here. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { KnowledgeResult } from '../../knowledge/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { doctorFor, nextVisit } from '../evidence/contact.ts';
import { actsOn } from '../evidence/influences.ts';
import { isEmpty, itemsFor, medicinesFor } from '../evidence/items.ts';
import { drugOfLevel } from '../evidence/levels.ts';
import { measureWords } from '../evidence/measures.ts';
import { observationsOf } from '../evidence/observed.ts';
import { findPassages, passagesOf, stemsOf } from '../evidence/passages.ts';
import { readingsOf, sayFlag } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';
import { answerThing } from './conditions.ts';
import { glossary, termsIn, worksOf } from './glossary.ts';
import { isAbout, knownOf, levelMeaning, openingOf, referenceFor, type Said, sayReference } from './known.ts';
import { answerMeasure } from './measures.ts';
import { answerMedicines } from './medicines.ts';

/** What it is in plain words, what it is here, what is done about it and what comes next. */
export function answerExplain(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind !== 'thing' && kind !== 'system');
  const own = ownOf(desk, frame) ?? papersOnTerm(desk, frame);
  const [first, ...rest] = meaningsOf(desk, frame, subject);
  if (first === undefined) return own;
  const beside = own === undefined ? [] : [own.lead.replaceAll('**', ''), ...own.body];
  return block(`**${first.text}**${first.marker}`, [
    rest.map(({ text, marker }) => `${text}${marker}`).join(' '),
    ...beside,
    shownIll(desk, subject),
    ...(beside.some((part) => part.includes(BESIDE)) ? [] : kinValues(desk, subject)),
    ...careOf(desk, subject),
  ]);
}

const BESIDE = 'Beside it: ';

/** From the nearest to the widest: the level of a medicine, the word itself, its entry in the reference. */
function meaningsOf(desk: Desk, frame: Frame, subject: Subject | undefined): Said[] {
  const level = subject?.kind === 'observation' ? drugOfLevel(subject.id) : undefined;
  const terms = termsOf(desk, frame, subject);
  const known =
    subject === undefined || level !== undefined
      ? undefined
      : knownOf(nameOf(subject.id), [subject.text, ...(openCatalogue().get(subject.id)?.names ?? [])]);
  const near = referenceFor(frame.text, subject?.text);
  const meant = near !== undefined && isAbout(near, subject) && terms.length === 0 ? near : undefined;
  return [
    ...(level === undefined ? [] : levelMeaning(desk, level)),
    ...terms,
    ...(known === undefined || terms.length > 0 ? [] : openingOf(desk, known)),
    ...(meant === undefined || known?.entry.id === meant.entry.id ? [] : sayReference(desk, meant)),
    ...(meant !== undefined && known?.entry.id === meant.entry.id && meant.section !== 'what it is'
      ? sayReference(desk, meant)
      : []),
    ...standingOf(desk, known?.entry, subject),
  ];
}

/** The words of the question, or the name of what it is about, as the glossary has them; of a medicine how it works. */
function termsOf(desk: Desk, { text }: Frame, subject: Subject | undefined): Said[] {
  const named = subject === undefined ? text : `${text} ${subject.text} ${nameOf(subject.id)}`;
  const found = termsIn(named).slice(0, MOST_TERMS);
  const works = subject?.kind === 'drug' || subject?.kind === 'drug_class' ? worksOf([subject.id]) : undefined;
  const marker = found.length > 0 || works !== undefined ? desk.notes.source(glossary.source) : '';
  return [
    ...found.map(({ means }) => ({ text: means, marker })),
    ...(works === undefined ? [] : [{ text: `${capital(nameOf(subject!.id))}: ${lower(works)}`, marker }]),
  ];
}

const MOST_TERMS = 2;

/** A word that only papers use: where they use it. */
function papersOnTerm(desk: Desk, { text }: Frame): Block | undefined {
  const [term] = termsIn(text);
  if (term === undefined) return undefined;
  const words = [...stemsOf(term.name)];
  const [first, ...others] = passagesOf(desk.chart)
    .filter(({ stems }) => words.every((word) => stems.has(word)))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  if (first === undefined) return undefined;
  return block(
    sayPassage(desk, first),
    others.slice(0, 1).map((passage) => sayPassage(desk, passage)),
  );
}

/** Of a condition: what is taken for it, what comes next, when to call. */
function careOf(desk: Desk, subject: Subject | undefined): string[] {
  if (subject?.kind !== 'condition') return [];
  const held = itemsFor(subject, desk.chart).conditions.filter(({ status }) => status === 'active');
  const [ill] = held;
  if (ill === undefined) return [];
  const taken = medicinesFor({ id: subject.id, text: subject.text }, desk.chart).filter(
    ({ status }) => status === 'taken',
  );
  const call = findPassages(desk.chart, {
    concepts: [subject.id],
    words: contentWords('call ring same day hospital'),
    named: true,
    wide: true,
  })
    .map(({ passage }) => passage)
    .filter((passage) => !passage.remark && CALLS.test(passage.text) && !desk.quoted.has(passage))
    .slice(0, 1);
  const visit = nextVisit(desk, doctorFor(desk, ill.concepts));
  return [
    taken.length === 0
      ? ''
      : `You take for it: ${list(taken.map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`))}.`,
    ...call.map((passage) => sayPassage(desk, passage)),
    visit === '' ? '' : `Next: ${visit}.`,
  ].filter((part) => part !== '');
}

const CALLS = /\b(?:call|ring|phone|999|112|911|same day|at once|hospital|emergency)\b/i;

/** The condition of this record that a value outside its range speaks of, and what that is. */
function shownIll(desk: Desk, subject: Subject | undefined): string | undefined {
  if (subject?.kind !== 'observation') return undefined;
  const last = readingsOf(desk.chart, subject.id).at(-1);
  if (last?.flag === undefined || last.flag === 'normal') return undefined;
  const ill = desk.chart.view.conditions.find(
    ({ status, concepts }) =>
      status === 'active' &&
      concepts.some(
        (id) =>
          openCatalogue()
            .shownBy(id)
            .some((each) => each.id === subject.id) ||
          actsOn(id, subject.id, last.flag!.endsWith('high') ? 'up' : 'down'),
      ),
  );
  if (ill === undefined) return undefined;
  const known = knownOf(lower(ill.name), ill.concepts.map(nameOf));
  return `It belongs to your ${lower(ill.name)}${cite(desk, ill, ill.onset)}${known === undefined ? '.' : `. ${known.sentences.slice(0, 2).join(' ')}${desk.notes.knowledge(known.entry)}`}`;
}

/** What a high or a low value means, where this person's last one is high or low. */
function standingOf(desk: Desk, entry: KnowledgeResult | undefined, subject: Subject | undefined): Said[] {
  if (entry === undefined || subject?.kind !== 'observation') return [];
  const last = readingsOf(desk.chart, subject.id).at(-1);
  const side = last?.flag?.endsWith('high') ? 'high values' : last?.flag?.endsWith('low') ? 'low values' : undefined;
  const section = entry.sections.find(({ name }) => name === side);
  if (section === undefined) return [];
  const marker = desk.notes.knowledge(entry);
  const lead = side === 'high values' ? 'A high value' : 'A low value';
  return [{ text: `${lead}: ${lower(sentencesOf(section.text).slice(0, 2).join(' '))}`, marker }];
}

/** Values of the same panel that lie outside their range: a low ferritin beside a low haemoglobin. */
function kinValues(desk: Desk, subject: Subject | undefined): string[] {
  if (subject?.kind !== 'observation') return [];
  const catalogue = openCatalogue();
  const parents = (catalogue.get(subject.id)?.parents ?? []).filter((id) => id !== 'observation:other_measurement');
  const kin = [...desk.chart.view.series.keys()].filter(
    (id) =>
      id !== subject.id &&
      ((catalogue.get(id)?.parents ?? []).some((each) => parents.includes(each)) ||
        (measureWords.nearest[subject.id] ?? []).includes(id)),
  );
  const off = kin.flatMap((id) => {
    const last = readingsOf(desk.chart, id).at(-1);
    const near = (measureWords.nearest[subject.id] ?? []).includes(id);
    return last === undefined || (!near && (last.flag === undefined || last.flag === 'normal'))
      ? []
      : [
          `${nameOf(id)} ${last.shown} on ${sayDate(last.time)}${last.flag === undefined || last.flag === 'normal' ? '' : `, ${sayFlag(last.flag)}`}${citeReading(desk, last, nameOf(id))}`,
        ];
  });
  return off.length === 0 ? [] : [`Beside it: ${off.slice(0, 4).join('; ')}.`];
}

function ownOf(desk: Desk, frame: Frame): Block | undefined {
  const observations = observationsOf(
    desk,
    frame.subjects.filter(({ kind }) => kind === 'observation'),
  );
  if (observations.some((id) => readingsOf(desk.chart, id).length > 0))
    return answerMeasure(desk, { ...frame, aspect: 'explain', text: '' });
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
      ...(measure === undefined ? [] : [measure.lead.replaceAll('**', '')]),
      ...thing.body,
      ...next.map(({ passage }) => sayPassage(desk, passage)),
    ],
  };
}
