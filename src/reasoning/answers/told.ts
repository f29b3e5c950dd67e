/** What was told: the danger in it first, then the plan that papers hold for it, then what it means beside the record. */

import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { searchKnowledge } from '../../knowledge/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { type Concern, concernsOf, type Told } from '../concern.ts';
import { type Block, block, cite, type Desk, nameOf, quotePassage, sayPassage } from '../desk.ts';
import { causesOfAll } from '../evidence/causes.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { type Ended, endedIn } from '../evidence/ended.ts';
import { isInfluence } from '../evidence/influences.ts';
import { doseStepOf } from '../evidence/lapses.ts';
import { type Passage, stemsOf, withSynonyms } from '../evidence/passages.ts';
import { PRESSURE, readingsOf } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import type { MedicineView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list, lower, sayDate, sayUnit } from '../wording.ts';
import { sayCause } from './blame.ts';
import { immunityBeside } from './immunity.ts';
import { judgeTold } from './judging.ts';
import { plansFor } from './plan-cases.ts';
import { forbids } from './safety/index.ts';

export function answerTold(desk: Desk, told: readonly Told[], shown: readonly Concern[]): Block | undefined {
  const concepts = told.map(({ concept }) => concept);
  const plans = plansFor(desk.chart, desk.message, concepts).map(({ passage }) => passage);
  const said = new Set(shown.flatMap(({ evidence }) => evidence.flatMap(({ note }) => note ?? [])));
  const papers = plans.filter(({ text }) => ![...said].some((note) => note.includes(text.slice(0, 40))));
  const values = told
    .filter(({ act, value }) => act === 'measured' && value !== undefined)
    .flatMap((each) => standing(desk, each));
  const known = [...changedDoses(desk), ...allergensIn(desk), ...effectsOf(desk, told)];
  // What to take for it was asked: that answer says when to be seen.
  const treated = desk.frames.some(({ act, aspect }) => act === 'ask' && aspect === 'alternative');
  const alone = known.length + shown.length + papers.length === 0 && !treated;
  const effects = [...known, ...playsPart(desk, told, alone)];
  const care = shown.length === 0 && papers.length === 0 && !treated ? careFor(desk, told) : undefined;
  const barred = told.some(({ act: done, concept }) => TAKEN.has(done) && isBarred(concept, papers));
  const act = barred
    ? sayBarred(desk, concepts)
    : papers.some(({ text }) => ACTS.test(text) && namesOf(text, concepts))
      ? 'If that is what you have now, do as your paper says today, and call if in doubt.'
      : undefined;
  const immune = told.flatMap(({ act: done, concept }) => (done === 'exposed' ? [immunityBeside(desk, concept)] : []));
  const quotes = papers.map((paper) => sayPassage(desk, paper)).filter((quote) => quote !== '');
  const ended = endedIn(desk.chart, told)
    .filter(({ passage }) => !desk.quoted.has(passage))
    .map((each) => sayEnded(desk, each));
  const parts = [
    ...ended,
    ...(barred ? [act, ...quotes] : quotes.length === 0 ? [] : [...quotes, act]),
    ...immune,
    ...values,
    ...effects,
    care,
  ].filter((each) => each !== undefined);
  const [first, ...rest] = parts;
  return first === undefined ? undefined : block(first, rest);
}

/** "Apixaban was stopped here on 19 Jan 2025 …": with what to do about what is left of it. */
function sayEnded(desk: Desk, { item, passage }: Ended): string {
  return `**${capital(drugName(item.name))} was stopped${item.end === null ? '' : ` on ${sayDate(item.end)}`}${cite(desk, item, item.end)}: no more of it before who stopped it has agreed.** ${quotePassage(desk, passage)} Call ${numberFor(desk, item.concepts) || (doctorFor(desk, item.concepts) ?? 'the doctor')} today, say how much was taken and when, and bring what is left back to the pharmacy.`;
}

/** A plan is for this case where it names what was told: an order in a letter about something else is none. */
function namesOf(text: string, concepts: readonly string[]): boolean {
  const catalogue = openCatalogue();
  const named = catalogue.find(text).map(({ concept }) => concept.id);
  return concepts.some((id) => named.some((each) => catalogue.isA(each, id) || catalogue.isA(id, each)));
}

const TAKEN = new Set<Told['act']>(['takes', 'took', 'offered', 'double']);

/** A paper says no to what was told to be taken, by its name or its class. */
function isBarred(concept: string, papers: readonly Passage[]): boolean {
  const catalogue = openCatalogue();
  return papers.some(
    ({ text }) =>
      forbids(text) &&
      catalogue
        .find(text, { kinds: ['drug', 'drug_class'] })
        .some(({ concept: named }) => catalogue.isA(concept, named.id)),
  );
}

function sayBarred(desk: Desk, concepts: readonly string[]): string {
  const names = [numberFor(desk, concepts), doctorFor(desk, concepts) ?? 'whoever prescribed it'];
  return `**Do not take it, or no more of it: your own paper says no. Call ${names.filter((each) => each !== '').join(' or ')} today**, and tell whoever gave it to you about that paper. If you feel unwell after it, be seen now.`;
}

/** What of the record can play a part in a complaint: conditions and values, beside the medicines. */
function playsPart(desk: Desk, told: readonly Told[], alone: boolean): string[] {
  const ids = told
    .filter(({ act, concept }) => act === 'has' && concept.startsWith('symptom:'))
    .map(({ concept }) => concept);
  const asked = desk.frames.some(({ act, aspect }) => act === 'ask' && aspect === 'cause');
  if (ids.length === 0 || asked) return [];
  const causes = causesOfAll(desk.chart, ids, { from: null, to: desk.now }).filter(
    ({ kind }) => kind === 'condition' || kind === 'value',
  );
  if (causes.length > 0)
    return [`In your record this can play a part: ${list(causes.slice(0, 4).map((cause) => sayCause(desk, cause)))}.`];
  const { conditions, medicines } = desk.chart.view;
  return !alone || conditions.length + medicines.length === 0
    ? []
    : [`I looked at your conditions, medicines and values: none of them is known to me for ${list(ids.map(nameOf))}.`];
}

const ACTS = /\b(?:call|ring|phone|contact|come|go to|tell us|stop|pause|emergency|hospital|needs)\b/i;

/** A told value, judged like one that is asked about. */
function standing(desk: Desk, { concept, value }: Told): string[] {
  if (/diastolic/.test(concept)) return [];
  const id = /systolic/.test(concept) ? PRESSURE : concept;
  const asked = desk.frames.some(({ act, subjects }) => act === 'ask' && subjects.some((each) => each.id === id));
  if (asked || openCatalogue().get(id)?.observation === undefined) return [];
  const { lead, body } = judgeTold(desk, TOLD_FRAME, id, value!, readingsOf(desk.chart, id).at(-1));
  return [[lead, ...body].join(' ')];
}

const TOLD_FRAME: Frame = {
  act: 'tell',
  aspect: 'about',
  subjects: [],
  scope: {},
  modality: 'actual',
  text: '',
  start: 0,
  end: 0,
  score: 0,
};

/** "Your record had losartan 100 mg; you now say 50." */
function changedDoses(desk: Desk): string[] {
  return desk.facts
    .filter(
      ({ kind, dose, change, experiencer }) =>
        kind === 'medication' && experiencer === 'patient' && dose !== undefined && change !== 'stopped',
    )
    .flatMap(({ name, dose }) => {
      const concepts = openCatalogue()
        .linkAll({ name, kinds: ['drug', 'drug_class'] })
        .map(({ id }) => id);
      const held = desk.chart.view.medicines.find(
        (item) => item.status === 'taken' && item.dose !== null && item.concepts.some((id) => concepts.includes(id)),
      );
      if (held === undefined || Number.parseFloat(dose!) === held.dose) return [];
      const marker = desk.notes.entry({ uuid: held.uuid, label: held.label, name: held.name, date: held.start });
      return [
        `Your record had ${drugName(held.name)} ${held.dose} ${sayUnit(held.unit)}${held.start === null ? '' : ` since ${sayDate(held.start)}`}${marker}; you now say ${dose}.`,
      ];
    });
}

/** A complaint that a medicine of theirs is known for; where it is a danger, it is not called an effect to mention. */
function effectsOf(desk: Desk, told: readonly Told[]): string[] {
  const taken = desk.chart.view.medicines.filter(({ status }) => status === 'taken');
  const grave = new Set(
    concernsOf(desk.chart.view, told, [], [])
      .filter(({ fresh, do: { by } }) => fresh && (by === 'now' || by === 'today'))
      .flatMap(({ concepts }) => concepts),
  );
  return told
    .filter(({ act, concept }) => act === 'has' && concept.startsWith('symptom:') && !grave.has(concept))
    .flatMap(({ concept }) => {
      const acting = taken.filter(({ concepts }) => isInfluence(concepts, concept));
      const known = acting
        .filter(({ name }, at) => acting.findIndex((each) => drugName(each.name) === drugName(name)) === at)
        .slice(0, 3);
      if (known.length === 0) return [];
      const names = known.map(
        (item) =>
          `${drugName(item.name)}${sayStep(desk, item)}${desk.notes.entry({ uuid: item.uuid, label: item.label, name: item.name, date: item.start })}`,
      );
      return [
        `${list(names).replace(/^./, (first) => first.toUpperCase())} can cause ${nameOf(concept)}. Do not stop anything on your own; mention it to who prescribed it.`,
      ];
    })
    .slice(0, 2);
}

/** " (raised from 20 to 30 mg on 2 Oct 2026)", where a paper tells of a step. */
function sayStep({ chart }: Desk, item: MedicineView): string {
  const step = doseStepOf(chart, item);
  return step === undefined ? '' : ` (${step.said}, ${sayDate(step.passage.time)})`;
}

/** What is told of that an allergy of theirs names: a kitten, peanut butter, latex gloves. */
function allergensIn(desk: Desk): string[] {
  const said = withSynonyms(contentWords(desk.message));
  return desk.chart.view.allergies
    .filter(
      ({ status, name }) => status === 'active' && [...stemsOf(name)].some((word) => word.length > 2 && said.has(word)),
    )
    .filter(
      ({ concepts }) =>
        !desk.told.some(({ concept }) => concepts.includes(concept) && !concept.startsWith('allergen:')),
    )
    .map((item) => {
      const marker = desk.notes.entry({ uuid: item.uuid, label: item.label, name: `${item.name} allergy`, date: null });
      const note = desk.chart.property(item.uuid, 'text');
      return `Your record lists an allergy to ${lower(item.name)}${item.reactions.length > 0 ? ` (${list(item.reactions.map(lower))})` : ''}${marker}${typeof note === 'string' && note !== '' ? `: ${note.replace(/\.$/, '')}` : ''}. Talk to your doctor before you go on with it.`;
    });
}

/** When to be seen, from the knowledge base: looked up once for all that was told. */
function careFor(desk: Desk, told: readonly Told[]): string | undefined {
  const [first] = told.filter(({ act, concept }) => act === 'has' && /^(?:symptom|condition):/.test(concept));
  if (first === undefined) return undefined;
  const [entry] = searchKnowledge(nameOf(first.concept), { limit: 1 });
  const care = entry?.whole ? entry.sections.find(({ name }) => name === 'when to seek care') : undefined;
  if (entry === undefined || care === undefined) return undefined;
  return `When to be seen: ${lower(sentencesOf(care.text).slice(0, 2).join(' '))}${desk.notes.knowledge(entry)}`;
}
