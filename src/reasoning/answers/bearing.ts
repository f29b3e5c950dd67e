/** Why something matters to this person: the illness it belongs to, what is taken for it, relatives, what was decided, what comes next. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { comingVisits, doctorFor, nextVisit } from '../evidence/contact.ts';
import { actsOn } from '../evidence/influences.ts';
import { itemsFor, medicinesFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { findPassages, type Passage, passagesOf, stemsOf } from '../evidence/passages.ts';
import { isSentence } from '../evidence/sentences.ts';
import { readingsOf, sayFlag } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import type { Term } from '../glossary/index.ts';
import type { ConditionView } from '../patient.ts';
import type { Subject } from '../types.ts';
import { drugName, list, lower, sayDate } from '../wording.ts';
import { conceptsIn } from './meanings.ts';

export const BESIDE = 'Beside it: ';

/** The illness of this record that the thing belongs to: itself, what the term is of, what its value shows. */
export function illOf(desk: Desk, subject: Subject | undefined, terms: readonly Term[]): ConditionView | undefined {
  const { conditions } = desk.chart.view;
  const active = conditions.filter(({ status }) => status === 'active');
  if (subject?.kind === 'condition' || subject?.kind === 'symptom') {
    const held = itemsFor(subject, desk.chart).conditions;
    return held.find(({ status }) => status === 'active') ?? held[0];
  }
  const of = terms.flatMap((term) => term.of);
  const by = (ids: readonly string[]) => {
    for (const id of ids) {
      const { conditions: held } = itemsFor({ id, as: 'itself', text: nameOf(id) }, desk.chart);
      const found = held.find((each) => active.includes(each));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return by(of) ?? shownIll(desk, subject, active) ?? by(terms.flatMap(({ means }) => conceptsIn(means)));
}

function shownIll(
  desk: Desk,
  subject: Subject | undefined,
  active: readonly ConditionView[],
): ConditionView | undefined {
  if (subject?.kind !== 'observation') return undefined;
  const last = readingsOf(desk.chart, subject.id).at(-1);
  if (last === undefined) return undefined;
  const side = last.flag?.endsWith('high') ? 'up' : last.flag?.endsWith('low') ? 'down' : undefined;
  return active.find(({ concepts }) =>
    concepts.some(
      (id) =>
        openCatalogue()
          .shownBy(id)
          .some((each) => each.id === subject.id) ||
        (side !== undefined && actsOn(id, subject.id, side)),
    ),
  );
}

/** "It belongs to your heart failure, since 3 Feb 2020." */
export function sayIll(desk: Desk, ill: ConditionView): string {
  return `It belongs to your ${lower(ill.name)}${ill.onset === null ? '' : `, since ${sayDate(ill.onset)}`}${cite(desk, ill, ill.onset)}.`;
}

/** What is taken for an illness, when to call, what comes next. */
export function careOf(desk: Desk, ill: ConditionView, said: readonly string[]): string[] {
  const id = ill.concepts[0] ?? `entry:${ill.uuid}`;
  const taken = medicinesFor({ id, text: ill.name }, desk.chart).filter(({ status }) => status === 'taken');
  const call = findPassages(desk.chart, {
    concepts: ill.concepts,
    words: contentWords('call ring same day hospital'),
    named: true,
    wide: true,
  })
    .map(({ passage }) => passage)
    .filter((passage) => !passage.remark && isSentence('calling', passage.text) && !desk.quoted.has(passage))
    .slice(0, 1);
  return [
    taken.length === 0 || taken.every((item) => said.some((part) => part.includes(drugName(item.name))))
      ? ''
      : `You take for it: ${list(taken.map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`))}.`,
    ...call.map((passage) => sayPassage(desk, passage)),
  ].filter((part) => part !== '');
}

/** What is planned about it: the visits that name it or what was decided, else the next with who treats it. */
export function comingFor(desk: Desk, words: string, concepts: readonly string[]): string {
  const asked = stemsOf(words);
  const named = comingVisits(desk.chart).filter(({ name, reason, uuid }) =>
    [...stemsOf(`${name} ${reason ?? ''} ${desk.chart.property(uuid, 'text') ?? ''}`)].some(
      (word) => word.length > 2 && asked.has(word) && !PLAIN.has(word),
    ),
  );
  if (named.length > 0)
    return `Next: ${list(
      named.slice(0, 2).map((visit) => {
        const [person] = desk.chart.people(visit.uuid);
        return `${lower(visit.reason ?? visit.name)} on ${sayDate(visit.time)}${person === undefined ? '' : ` with ${person}`}${desk.notes.entry({ uuid: visit.uuid, label: visit.label, name: visit.reason ?? visit.name, date: visit.time })}`;
      }),
    )}.`;
  const visit = nextVisit(desk, doctorFor(desk, concepts));
  return visit === '' ? '' : `Next: ${visit}.`;
}

const PLAIN = stemsOf(
  'clinic visit review appointment follow up and for with the of possible in on to it is telephone paediatric injection discuss',
);

/** Relatives who have what the thing is about: the meaning itself names it. */
export function kinOf(desk: Desk, concepts: readonly string[]): string[] {
  const found = findPassages(desk.chart, { concepts, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ title, label }) => label === 'Patient' && title === 'family history')
    .slice(0, 2);
  return found.map((passage) => sayPassage(desk, passage)).filter((part) => part !== '');
}

/** Does a sentence name the thing, by a name of the catalogue or by the words of the term? */
export function namedBy(
  subject: Subject | undefined,
  terms: readonly Term[],
): (passage: Pick<Passage, 'stems'>) => boolean {
  const names = [
    ...terms.flatMap(({ says }) => says),
    ...(subject === undefined || subject.kind === 'thing'
      ? []
      : (openCatalogue().get(subject.id)?.names ?? [subject.text])),
  ]
    .map((name) => [...stemsOf(name.replaceAll('"', ''))])
    .filter((words) => words.length > 0);
  return ({ stems }) => names.some((words) => words.every((word) => stems.has(word)));
}

const FAR = 4;

/** What was decided in the paper that names it: the nearest sentence after it that says what is done. */
export function decidedOn(desk: Desk, names: (passage: Passage) => boolean): Passage[] {
  const papers = passagesOf(desk.chart)
    .filter((passage) => !passage.remark && passage.time !== null && names(passage))
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  for (const { paper } of papers) {
    const at = paper.findLastIndex((each) => names(each));
    const near = paper.slice(Math.max(0, at - 1), at + FAR);
    const done = near.filter((each) => isSentence('decided', each.text) && (names(each) || !namesMeasure(each)));
    if (done.length > 0) return done.slice(0, 2);
  }
  return [];
}

/** What a paper that names it holds to be the cause: its own sentence, or the next ones that blame something. */
export function blamedFor(desk: Desk, names: (passage: Passage) => boolean): Passage[] {
  const papers = passagesOf(desk.chart)
    .filter((passage) => !passage.remark && passage.time !== null && names(passage))
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  for (const { paper } of papers) {
    const at = paper.findIndex((each) => names(each));
    const near = paper.slice(at, at + 1 + AFTER);
    const blamed = near.filter((each) => isSentence('blaming', each.text) && (names(each) || !namesMeasure(each)));
    if (blamed.length > 0) return blamed.slice(0, 2);
  }
  return [];
}

const AFTER = 2;

/** A sentence that speaks of a value speaks of that one. */
function namesMeasure({ text }: Passage): boolean {
  return openCatalogue().find(text, { kinds: ['observation'] }).length > 0;
}

/** Values of the same panel that lie outside their range: a low ferritin beside a low haemoglobin. */
export function kinValues(desk: Desk, subject: Subject | undefined): string[] {
  if (subject?.kind !== 'observation') return [];
  const catalogue = openCatalogue();
  const parents = (catalogue.get(subject.id)?.parents ?? []).filter((id) => id !== 'observation:other_measurement');
  const nearest = measureWords.nearest[subject.id] ?? [];
  const kin = [...desk.chart.view.series.keys()].filter(
    (id) =>
      id !== subject.id &&
      ((catalogue.get(id)?.parents ?? []).some((each) => parents.includes(each)) || nearest.includes(id)),
  );
  const off = kin.flatMap((id) => {
    const last = readingsOf(desk.chart, id).at(-1);
    const isOff = last?.flag !== undefined && last.flag !== 'normal';
    return last === undefined || (!nearest.includes(id) && !isOff)
      ? []
      : [
          `${nameOf(id)} ${last.shown} on ${sayDate(last.time)}${isOff ? `, ${sayFlag(last.flag)}` : ''}${citeReading(desk, last, nameOf(id))}`,
        ];
  });
  return off.length === 0 ? [] : [`${BESIDE}${off.slice(0, 4).join('; ')}.`];
}
