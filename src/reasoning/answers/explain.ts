/** What something is, in general from the knowledge base, and then what it is here. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { answerFromKnowledge, type KnowledgeResult, searchKnowledge } from '../../knowledge/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { doctorFor, nextVisit } from '../evidence/contact.ts';
import { knowledgeOf, sectionOf } from '../evidence/effects.ts';
import { actsOn } from '../evidence/influences.ts';
import { isEmpty, itemsFor, medicinesFor } from '../evidence/items.ts';
import { drugOfLevel } from '../evidence/levels.ts';
import { measureWords } from '../evidence/measures.ts';
import { observationsOf } from '../evidence/observed.ts';
import { findPassages, passagesOf, stemsOf } from '../evidence/passages.ts';
import { nearestReferences, type Reference } from '../evidence/reference.ts';
import { readingsOf, sayFlag } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';
import { answerThing } from './conditions.ts';
import { glossary, termsIn, worksOf } from './glossary.ts';
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
  const meant = near !== undefined && isOf(near, subject) && terms.length === 0 ? near : undefined;
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

/** A passage near in meaning is about the thing only where its entry names it. */
function isOf({ entry, text }: Reference, subject: Subject | undefined): boolean {
  if (subject === undefined) return true;
  const said = stemsOf(`${entry.title} ${entry.also.join(' ')} ${text}`);
  const names = [subject.text, ...(openCatalogue().get(subject.id)?.names ?? [])];
  return names.some((name) => [...stemsOf(name.replaceAll('"', ''))].every((word) => said.has(word)));
}

interface Said {
  text: string;
  marker: string;
}

/** The opening of an entry: what the thing is, in two sentences. */
function openingOf(desk: Desk, { entry, sentences }: Known): Said[] {
  const marker = desk.notes.knowledge(entry);
  return sentences.slice(0, 2).map((sentence, at) => ({ text: at === 0 ? capital(sentence) : sentence, marker }));
}

/** What a level is, and what too much of this medicine does. */
function levelMeaning(desk: Desk, drug: string): Said[] {
  const entry = knowledgeOf([drug]);
  const effects = entry === undefined ? undefined : sectionOf(entry, 'side effects');
  const name = nameOf(drug);
  return [
    {
      text: `${/^[aeiou]/i.test(name) ? 'An' : 'A'} ${name} level says how much of the medicine is in the blood; a trough is taken right before the next dose, where it is lowest.`,
      marker: '',
    },
    {
      text: `Too little does not work, too much harms${effects === undefined ? '.' : `: ${lower(sentencesOf(effects).slice(0, 2).join(' '))}`}`,
      marker: entry === undefined || effects === undefined ? '' : desk.notes.knowledge(entry),
    },
  ];
}

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

/** How it works, in the opening words of its entry: for who asks what a medicine is for. */
export function workingOf(desk: Desk, concepts: readonly string[], name: string): string | undefined {
  const works = worksOf(concepts);
  if (works !== undefined) return `How it works: ${lower(works)}${desk.notes.source(glossary.source)}`;
  const known = knownOf(name, concepts.map(nameOf));
  return known === undefined
    ? undefined
    : `${known.sentences.slice(0, 2).join(' ')}${desk.notes.knowledge(known.entry)}`;
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

const LEAST_NEAR = 0.5;
const LEAST_TWICE = 0.42;

/** The passage of the reference that is about what was asked: near by itself, or with a second one of the same entry. */
export function referenceFor(text: string, name?: string): Reference | undefined {
  const [first, second] = nearestReferences(name === undefined || text.includes(name) ? text : `${name}: ${text}`, 2);
  if (first === undefined) return undefined;
  const words = contentWords(text);
  const told = stemsOf(`${first.entry.title} ${first.entry.also.join(' ')}`);
  const shares = [...words.keys()].some((word) => told.has(word));
  if (!shares) return undefined;
  return first.near >= LEAST_NEAR || (first.near >= LEAST_TWICE && second?.entry.id === first.entry.id)
    ? first
    : undefined;
}

/** The nearest passage of the reference to a question about these subjects, as sentences. */
export function sayNear(desk: Desk, frame: Frame): string | undefined {
  const names = frame.subjects.filter(({ kind }) => kind !== 'thing').map(({ text }) => text);
  const meant = referenceFor(frame.text, names.join(', ') || undefined);
  if (meant === undefined) return undefined;
  return sayReference(desk, meant)
    .map(({ text, marker }) => `${text}${marker}`)
    .join(' ');
}

function sayReference(desk: Desk, { entry, text }: Reference): Said[] {
  const marker = desk.notes.knowledge(entry);
  const title = entry.title.replace(/\s*\([^)]*\)|:.*/g, '');
  return sentencesOf(text)
    .slice(0, 3)
    .map((sentence, at) => ({
      text:
        at === 0 && !sentence.toLowerCase().includes(title.toLowerCase().split(' ')[0]!)
          ? `${title}: ${lower(sentence)}`
          : sentence,
      marker,
    }));
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

interface Known {
  entry: KnowledgeResult;
  sentences: string[];
}

/** What the entry says it is: its opening, and one sentence on what high or low means. */
function knownOf(name: string, names: readonly string[]): Known | undefined {
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

/** A question in general that the knowledge base answers as it is put, else the passage that is nearest to it in meaning. */
export function answerGeneral(desk: Desk, text: string): Block | undefined {
  const answer = answerFromKnowledge(text);
  const part = answer?.parts[0];
  if (part === undefined) {
    const meant = referenceFor(text);
    if (meant === undefined) return undefined;
    const [first, ...rest] = sayReference(desk, meant);
    return block(
      `**${capital(first!.text)}**${first!.marker} ${rest.map(({ text: said, marker }) => `${said}${marker}`).join(' ')}`.trim(),
    );
  }
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
