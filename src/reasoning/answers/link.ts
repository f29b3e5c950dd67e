/** What two things of a record have to do with each other: what one does to the other, what papers say of both, and when each was. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type KnowledgeResult, searchKnowledge } from '../../knowledge/index.ts';
import { sentencesOf, wordsIn } from '../../text/index.ts';
import { type Block, block, cite, citePassage, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { companionOf, companions } from '../evidence/companions.ts';
import { knowledgeOf } from '../evidence/effects.ts';
import { actsOn, influences, isInfluence } from '../evidence/influences.ts';
import { itemsFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { observationsOf } from '../evidence/observed.ts';
import { findPassages, passagesOf, stemsOf } from '../evidence/passages.ts';
import { readingsOf, sayFlag } from '../evidence/series.ts';
import { isCue } from '../frames/cues.ts';
import { glossary, leadsOf, tieOf } from '../glossary/index.ts';
import type { EntryView } from '../patient.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, lower, sayDate } from '../wording.ts';
import { kinStems } from './kin.ts';

/** One side of the question: what the record holds of it, as concepts. */
interface Side {
  subject: Subject;
  name: string;
  concepts: readonly string[];
  items: readonly (EntryView & { date: string | null })[];
  measures: readonly string[];
}

export function answerLink(desk: Desk, frame: Frame): Block | undefined {
  const named = frame.subjects.filter(({ kind }) => kind !== 'thing');
  const relative = relativeIn(desk, frame.text);
  const [one, two] = [...named.map((subject) => sideOf(desk, subject)), ...(relative === undefined ? [] : [relative])];
  if (one === undefined || two === undefined) return undefined;
  const ties = unlike([...tiesOf(desk, one, two), ...tiesOf(desk, two, one)]);
  const papers = papersOnBoth(desk, one, two);
  const general = generalOf(desk, one, two);
  const lines = [...new Set([...ties, ...general])].map(capital);
  if (lines.length + papers.length === 0)
    return block(
      `**I find no link between ${one.name} and ${two.name} in your papers or my reference.**`,
      [standingOf(desk, one), standingOf(desk, two)],
      'unclear',
    );
  const [first, ...rest] = [...lines, ...papers];
  return block(`**${capital(first!)}**`, [
    ...rest.slice(0, 4),
    standingOf(desk, one),
    standingOf(desk, two),
    ...papersOnOne(desk, [one, two]),
  ]);
}

/** "My mother's illness": what the family history says that she had. */
function relativeIn(desk: Desk, text: string): Side | undefined {
  const kin = wordsIn(text).find(({ lower: word }) => isCue('kin', word.replace(/['’]s$/, '')));
  if (kin === undefined) return undefined;
  const called = kinStems(kin.lower.replace(/['’]s$/, ''));
  const passage = passagesOf(desk.chart).find(
    ({ label, stems }) => label === 'Patient' && [...called].some((each) => stems.has(each)),
  );
  const [ill] = passage === undefined ? [] : openCatalogue().find(passage.text, { kinds: ['condition'] });
  if (passage === undefined || ill === undefined) return undefined;
  const name = `your ${kin.lower.replace(/['’]s$/, '')}'s ${lower(ill.concept.name)}${citePassage(desk, passage)}`;
  return {
    subject: { id: ill.concept.id, kind: 'condition', as: 'itself', text: ill.text, start: 0, end: 0 },
    ...{ name, concepts: [ill.concept.id], items: [], measures: [] },
  };
}

function sideOf(desk: Desk, subject: Subject): Side {
  const held = itemsFor(subject, desk.chart);
  const items = [
    ...held.conditions.map((item) => ({ ...item, date: item.onset })),
    ...held.medicines.filter(({ status }) => status === 'taken').map((item) => ({ ...item, date: item.start })),
    ...held.medicines.filter(({ status }) => status !== 'taken').map((item) => ({ ...item, date: item.start })),
    ...held.procedures.map((item) => ({ ...item, date: item.time })),
  ];
  const measures = observationsOf(desk, [subject]).filter((id) => readingsOf(desk.chart, id).length > 0);
  const [item] = items;
  const [shown] = measures;
  /** "My low haemoglobin" that no entry lists is the value that shows it. */
  if (subject.kind === 'condition' && item === undefined && shown !== undefined)
    return sideOf(desk, { ...subject, id: shown, kind: 'observation' });
  const name =
    item === undefined
      ? subject.kind === 'system'
        ? lower(subject.text)
        : nameOf(subject.id)
      : item.label === 'IntakeRegimen'
        ? drugName(item.name)
        : lower(item.name);
  return {
    subject,
    name,
    concepts: [
      ...new Set([subject.id, ...items.flatMap(({ concepts }) => concepts), ...illsOf(desk, subject, measures)]),
    ],
    items,
    measures,
  };
}

/** Who asks of the kidneys asks of the illness of the kidneys that the record lists. */
function illsOf({ chart }: Desk, { kind, text }: Subject, measures: readonly string[]): string[] {
  if (kind !== 'observation' && kind !== 'system') return [];
  const catalogue = openCatalogue();
  const word = lower(text).replace(/s$/, '');
  const isNamed = (id: string) =>
    [id, ...catalogue.ancestors(id)].some((each) => catalogue.get(each)?.name.toLowerCase().includes(word));
  return chart.view.conditions
    .filter(({ status }) => status === 'active')
    .flatMap(({ concepts }) =>
      concepts.filter(
        (id) =>
          isNamed(id) || (kind === 'observation' && catalogue.shownBy(id).some((each) => measures.includes(each.id))),
      ),
    );
}

/** A tie that holds both ways is said once. */
function unlike(lines: readonly string[]): string[] {
  const core = (line: string) =>
    line
      .split(': ')
      .at(-1)!
      .replace(/\[\^\d+\]/g, '');
  return lines.filter((line, at) => lines.findIndex((each) => core(each) === core(line)) === at);
}

/** What the first does to the second: moves its values, treats it, is given because of it. */
function tiesOf(desk: Desk, one: Side, two: Side): string[] {
  const catalogue = openCatalogue();
  const said: string[] = [];
  const [item] = one.items;
  const marker = item === undefined ? '' : cite(desk, item, item.date);
  const measures = two.subject.kind === 'observation' || two.subject.kind === 'system' ? two.measures : [];
  for (const id of measures) {
    const way = (['up', 'down'] as const).find((each) => one.concepts.some((concept) => actsOn(concept, id, each)));
    if (way === undefined) continue;
    said.push(
      `${one.name}${marker} can ${way === 'up' ? 'raise' : 'lower'} ${nameOf(id)}.${desk.notes.source(influences.source)}`,
    );
  }
  const companion = companionOf(desk.chart, { concepts: one.concepts });
  if (companion !== undefined && isOf(companion.item, two))
    said.push(
      `${one.name}${marker} is given with ${two.name}${cite(desk, companion.item, companion.date)}, because ${companion.because}.${desk.notes.source(companions.source)}`,
    );
  else if (companion !== undefined && measures.length > 0)
    said.push(
      `${one.name}${marker} is given with ${lowerOf(companion.item)}${cite(desk, companion.item, companion.date)}, because ${companion.because}.${desk.notes.source(companions.source)}`,
    );
  const shown =
    two.subject.kind === 'condition' ? two.concepts.flatMap((id) => catalogue.shownBy(id).map((each) => each.id)) : [];
  const moved = shown.find((id) => one.concepts.some((concept) => actsOn(concept, id, 'up')));
  if (
    item?.label === 'IntakeRegimen' &&
    two.subject.kind !== 'observation' &&
    (moved !== undefined || two.concepts.some((id) => isInfluence(one.concepts, id)))
  )
    said.push(
      `${one.name}${marker} can bring on or worsen ${two.name}${moved === undefined ? '' : `: it can raise ${nameOf(moved)}`}.${desk.notes.source(influences.source)}`,
    );
  const caution = one.concepts
    .flatMap((id) => catalogue.cautions(id))
    .find((each) => two.concepts.some((id) => catalogue.isA(id, each.with)));
  if (caution !== undefined && item?.label === 'IntakeRegimen' && moved === undefined)
    said.push(
      `${one.name}${marker} with ${two.name}: ${caution.text.replace(/\.$/, '')}.${desk.notes.source(influences.source)}`,
    );
  const tie = one.concepts.some((id) => id.startsWith('condition:'))
    ? tieOf(one.concepts, [...two.concepts, ...treatedAs(two.concepts)])
    : undefined;
  if (tie !== undefined && !said.some((each) => each.includes(tie)))
    said.push(`${one.name}${marker} and ${two.name} hang together: ${tie}.${desk.notes.source(glossary.source)}`);
  const ofSystem =
    tie === undefined && two.subject.kind === 'system' ? tieOfSystem(one.concepts, two.subject.id) : undefined;
  if (ofSystem !== undefined)
    said.push(`${one.name}${marker} and ${two.name} hang together: ${ofSystem}.${desk.notes.source(glossary.source)}`);
  const treated = two.concepts.find((of) =>
    one.concepts.some((id) => catalogue.treats(id).some((each) => catalogue.isA(of, each.id))),
  );
  if (treated !== undefined && item?.label === 'IntakeRegimen')
    said.push(
      `${one.name}${marker} is a treatment of ${two.subject.kind === 'condition' ? two.name : nameOf(treated)}.`,
    );
  if (
    two.subject.kind === 'observation' &&
    one.concepts.some((id) => catalogue.shownBy(id).some((each) => each.id === two.subject.id))
  )
    said.push(`${nameOf(two.subject.id)} is what ${one.name}${marker} is followed by.`);
  return said;
}

/** Who asks what an illness does to the heart, and has none of the heart, asks what it can bring on there. */
function tieOfSystem(ids: readonly string[], system: string): string | undefined {
  const name = system.replace('system:', '');
  const lead = ids.flatMap((id) => leadsOf(id)).find(({ two }) => openCatalogue().get(two)?.system === name);
  return lead === undefined ? undefined : `${lead.says} (${nameOf(lead.two)})`;
}

/** Who asks of the sugar asks of diabetes. */
function treatedAs(ids: readonly string[]): string[] {
  return ids.flatMap((id) => measureWords.treated_as[id] ?? []);
}

function isOf(item: EntryView, { concepts }: Side): boolean {
  return item.concepts.some((id) => concepts.some((each) => openCatalogue().isA(id, each)));
}

function lowerOf({ label, name }: EntryView): string {
  return label === 'IntakeRegimen' ? drugName(name) : lower(name);
}

/** Sentences of the reference on one that name the other. */
function generalOf(desk: Desk, one: Side, two: Side): string[] {
  return [
    [one, two],
    [two, one],
  ]
    .flatMap(([from, to]) => {
      const entry = entryOf(from!);
      const names = namesOf(to!);
      if (entry === undefined) return [];
      const sentence = entry.sections
        .flatMap(({ text }) => sentencesOf(text))
        .find((each) => {
          const held = stemsOf(each);
          return names.some((words) => words.every((word) => held.has(word)));
        });
      return sentence === undefined
        ? []
        : [`In general, on ${from!.name}: ${lower(sentence)}${desk.notes.knowledge(entry)}`];
    })
    .slice(0, 2);
}

function entryOf({ name, concepts }: Side): KnowledgeResult | undefined {
  const drug = knowledgeOf(concepts);
  const [found] = searchKnowledge(`what is ${drug?.title ?? name}`, { limit: 1 });
  return found?.whole ? found : undefined;
}

const LEAST_LETTERS = 4;

/** By its names, and by those of the kinds it belongs to: "inflammatory bowel disease" is Crohn's too. */
function namesOf({ concepts, subject }: Side): string[][] {
  const catalogue = openCatalogue();
  const ids = concepts.flatMap((id) => [id, ...(catalogue.get(id)?.parents ?? [])]);
  return [subject.text, ...ids.flatMap((id) => catalogue.get(id)?.names ?? [])]
    .map((name) => [...stemsOf(name.replaceAll('"', ''))])
    .filter((words) => words.length > 0 && words.some((word) => word.length >= LEAST_LETTERS));
}

function papersOnBoth(desk: Desk, one: Side, two: Side): string[] {
  const [first, second] = [namesOf(one), namesOf(two)];
  const names = (all: string[][], held: ReadonlySet<string>) =>
    all.some((words) => words.every((word) => held.has(word)));
  return passagesOf(desk.chart)
    .filter(({ stems, before, remark }) => {
      if (remark) return false;
      const near = new Set([...stems, ...(before?.stems ?? [])]);
      return (names(first, stems) || names(second, stems)) && names(first, near) && names(second, near);
    })
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, 2)
    .map((passage) => sayPassage(desk, passage))
    .filter((said) => said !== '');
}

/** The newest that papers say of either, where it was not quoted. */
function papersOnOne(desk: Desk, sides: readonly Side[]): string[] {
  return sides.flatMap(({ concepts }) =>
    findPassages(desk.chart, { concepts: [...concepts], words: new Map(), named: true })
      .map(({ passage }) => passage)
      .filter((passage) => !passage.remark && !desk.quoted.has(passage))
      .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
      .slice(0, 1)
      .map((passage) => sayPassage(desk, passage)),
  );
}

/** Where it stands in this record: since when, or the last value. */
function standingOf(desk: Desk, { name, items, measures, subject }: Side): string | undefined {
  const [id] = measures;
  const last = id === undefined ? undefined : readingsOf(desk.chart, id).at(-1);
  if ((subject.kind === 'observation' || subject.kind === 'system') && last !== undefined)
    return `${capital(nameOf(id!))}: ${last.shown} on ${sayDate(last.time)}${last.flag === undefined || last.flag === 'normal' ? '' : `, ${sayFlag(last.flag)}`}${citeReading(desk, last, nameOf(id!))}.`;
  const [item] = items;
  return item?.date == null
    ? undefined
    : `${capital(name)}: since ${sayDate(item.date)}${cite(desk, item, item.date)}.`;
}
