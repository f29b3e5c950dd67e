/** What a complaint may come from in this record, and what a medicine may be behind. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { isPressing } from '../concern.ts';
import { type Block, block, cite, citeReading, type Desk, mentionPassage, nameOf } from '../desk.ts';
import { type Cause, causesOfAll } from '../evidence/causes.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { effectOf, knowledgeOf, sectionOf } from '../evidence/effects.ts';
import { actsOn, influences, isInfluence } from '../evidence/influences.ts';
import { itemsFor } from '../evidence/items.ts';
import { sideOf } from '../evidence/limits.ts';
import { measureWords } from '../evidence/measures.ts';
import { ownNamed, ownSeriesOf } from '../evidence/observed.ts';
import { findPassages } from '../evidence/passages.ts';
import { readingsOf, sayFlag } from '../evidence/series.ts';
import { contentWords, withWords } from '../evidence/words.ts';
import { blameIn } from '../frames/blaming.ts';
import { daysBetween, type MedicineView } from '../patient.ts';
import type { Frame, Subject } from '../types.ts';
import { drugName, list, lower, sayDate } from '../wording.ts';
import { driversOf, markOf, sayCause, sayOthers, settleCause } from './blame.ts';
import { caseMade } from './case-made.ts';
import { blamedIn } from './causes.ts';
import { lateGiven } from './given.ts';
import { tellLapse } from './lapsed.ts';

export function explainComplaint(desk: Desk, frame: Frame, id: string): Block {
  const name = nameOf(id);
  const held = itemsFor({ id, as: 'itself', text: name }, desk.chart);
  const onset = held.symptoms.map((item) => item.onset).find((each) => each !== null);
  const ill = held.conditions.map((item) => item.onset).find((each) => each !== null);
  const causes = causesOfAll(desk.chart, complaintsIn(frame, id), { from: null, to: onset ?? desk.now }).filter(
    (cause) =>
      (cause.kind !== 'condition' || !cause.item.concepts.includes(id)) &&
      !(cause.kind === 'started' && !ANEW.test(frame.text) && !asksOfAll(frame) && isLater(cause.item.start, ill)),
  );
  const made = caseMade(desk, [{ id, text: name }, ...frame.subjects.filter((each) => each.id === id)], frame.text);
  const papers = complaintPapers(desk, frame, id);
  const lapse = made ?? (id.startsWith('condition:') || WORSE.test(frame.text) ? lapseBehind(desk, id) : undefined);
  if (lapse !== undefined)
    return block(`**${lapse.lead}.**`, [
      lapse.text,
      ...shownFor(desk, id),
      causes.length === 0 ? undefined : `${sayOthers(desk, causes, 'by')}${desk.notes.source(influences.source)}`,
      ...papers,
      closing(desk, [id]),
    ]);
  if (causes.length === 0)
    return block(
      `**Your record shows no clear cause of ${name}.**`,
      [
        ...held.symptoms
          .slice(0, 1)
          .map((item) => `It lists ${lower(item.name)} since ${sayDate(item.onset)}${cite(desk, item, item.onset)}.`),
        ...papers,
      ],
      'unclear',
    );
  const asked = blamedIn(desk, frame);
  if (isPressing(desk.chart.view, desk.told, id))
    return block(
      `**Do not put ${name} down to ${asked.length === 0 ? 'anything' : list(asked.map(({ text }) => lower(text)))} before somebody has looked.**`,
      [
        `${sayOthers(desk, causes, 'by')}${desk.notes.source(influences.source)} Which of them it is cannot be told from here.`,
        ...papers,
      ],
    );
  const tablets = causes.filter(({ kind }) => kind === 'started');
  const { lead, first } =
    asksOfAll(frame) && tablets.length > 0
      ? settleTablets(desk, tablets)
      : settleCause(desk, causes, asked, (each) => isInfluence([each], id));
  const others = causes.filter((cause) => cause !== first);
  const taken = causes.flatMap((cause) => (cause.kind === 'started' ? [cause.item] : []));
  return block(`**${lead}.**${first === undefined ? '' : markOf(desk, first)}`, [
    `${sayOthers(desk, others, 'by')}${desk.notes.source(influences.source)}`,
    driversOf(desk, causes),
    ...knownEffects(desk, taken, id),
    asksOfAll(frame) ? innocentOf(desk, taken, name) : undefined,
    ...papers,
    ...lateGiven(desk, illsOf(causes)).slice(0, 1),
    closing(desk, [id, ...taken.flatMap(({ concepts }) => concepts)]),
  ]);
}

/** What was there is there again or more. */
const WORSE =
  /\b(?:worse|again|back|flar\w*|not (?:better|working|helping)|keeps?|every (?:day|night)|still|so often|getting)\b/i;

/** Missed doses of what treats it, or of what treats an illness that brings it on. */
function lapseBehind(desk: Desk, id: string): ReturnType<typeof tellLapse> {
  const ills = desk.chart.view.conditions
    .filter(({ status, concepts }) => status === 'active' && isInfluence(concepts, id))
    .flatMap(({ concepts }) => concepts);
  for (const each of [id, ...ills]) {
    const lapse = tellLapse(desk, each);
    if (lapse !== undefined) return lapse;
  }
  return undefined;
}

/** The last values that show the illness. */
function shownFor(desk: Desk, id: string): string[] {
  const shown = openCatalogue().shownBy(id);
  const series = shown.flatMap((each) => [each.id, ...ownNamed(desk.chart, each.id)]);
  return [...new Set([...series, ...ownSeriesOf(desk.chart, id)])]
    .flatMap((each) => {
      const readings = readingsOf(desk.chart, each);
      const [last, before] = [readings.at(-1), readings.at(-2)];
      if (last === undefined || daysBetween(last.time, desk.now) > VALUE_DAYS) return [];
      const from = before === undefined ? '' : ` (${before.shown} on ${sayDate(before.time)})`;
      return [`${nameOf(each)} ${last.shown} on ${sayDate(last.time)}${from}${citeReading(desk, last, nameOf(each))}`];
    })
    .slice(0, 2)
    .map((said) => `Last measured: ${said}.`);
}

/** The illnesses behind it: those that are listed, and those that a value shows. */
function illsOf(causes: readonly Cause[]): string[] {
  return causes.flatMap((cause) =>
    cause.kind === 'condition'
      ? cause.item.concepts
      : cause.kind === 'value'
        ? (measureWords.treated_as[cause.observation] ?? [])
        : [],
  );
}

/** A new bout of an old illness can come from what began since. */
const ANEW = /\b(?:again|flar\w*|attacks?|worse|keeps?|lately|back|now|these days|more often)\b/i;

/** What began after an illness is not what brought it on. */
function isLater(start: string | null, onset: string | null | undefined): boolean {
  return start !== null && onset != null && daysBetween(onset, start) > 0;
}

/** What is complained of together has most likely one cause. */
function complaintsIn(frame: Frame, id: string): string[] {
  const subjects = blameIn(frame)?.effects ?? frame.subjects;
  return [...new Set([id, ...subjects.filter(({ kind }) => kind === 'symptom').map((each) => each.id)])];
}

function asksOfAll({ subjects }: Frame): boolean {
  return subjects.some(({ id }) => id === 'thing:medicines');
}

/** "Are my pills making me tired?": those that can, together. */
function settleTablets(desk: Desk, tablets: readonly Cause[]): { lead: string; first: Cause | undefined } {
  const shown = tablets.slice(0, 4).map((cause) => sayCause(desk, cause));
  return { lead: `Possibly: ${list(shown)} ${shown.length === 1 ? 'is' : 'are'} known for it`, first: tablets[0] };
}

function innocentOf(desk: Desk, taken: readonly MedicineView[], name: string): string | undefined {
  const innocent = desk.chart.view.medicines.filter((item) => item.status === 'taken' && !taken.includes(item));
  return innocent.length === 0
    ? undefined
    : `Not named for ${name}: ${list(innocent.slice(0, 6).map((item) => drugName(item.name)))}.`;
}

function complaintPapers(desk: Desk, frame: Frame, id: string): string[] {
  return findPassages(desk.chart, {
    concepts: [id],
    words: withWords(contentWords(frame.text), [], 0.5),
    named: true,
  })
    .map(({ passage }) => passage)
    .filter(({ remark }) => !remark)
    .slice(0, 2)
    .map((paper) => mentionPassage(desk, paper))
    .filter((said) => said !== '');
}

function knownEffects(desk: Desk, taken: readonly MedicineView[], id: string): string[] {
  return taken
    .flatMap((item) => {
      const effect = effectOf(item.concepts, id);
      return effect === undefined
        ? []
        : [`Known effects of ${drugName(item.name)}: ${lower(effect.sentence)}${desk.notes.knowledge(effect.entry)}`];
    })
    .slice(0, 1);
}

function closing(desk: Desk, concepts: readonly string[]): string {
  const number = numberFor(desk, concepts);
  const doctor = doctorFor(desk, concepts) ?? 'your doctor';
  return `None of it proves a cause. Do not stop anything on your own: ask ${doctor}${number === '' ? '' : `, or call ${number}`}, this week, and sooner if it gets worse.`;
}

const VALUE_DAYS = 730;

/** "Could the omeprazole be behind any of my results?": each value outside its range that it acts on, each complaint. */
export function explainMedicine(desk: Desk, frame: Frame, subject: Subject): Block | undefined {
  const { medicines } = itemsFor(subject, desk.chart);
  const item = medicines.find(({ status }) => status === 'taken') ?? medicines[0];
  const concepts = item?.concepts ?? [subject.id];
  const values = [...desk.chart.view.series.keys()].flatMap((id) => {
    const last = readingsOf(desk.chart, id).at(-1);
    const way = last === undefined ? undefined : sideOf(desk.chart, id, last);
    if (last === undefined || way === undefined || daysBetween(last.time, desk.now) > VALUE_DAYS) return [];
    return concepts.some((each) => actsOn(each, id, way))
      ? [
          `${nameOf(id)} ${last.shown} on ${sayDate(last.time)}${last.flag === 'normal' ? '' : `, ${sayFlag(last.flag)}`}${citeReading(desk, last, nameOf(id))}`,
        ]
      : [];
  });
  const ills = desk.chart.view.conditions
    .filter(({ status, concepts: own }) => status === 'active' && own.some((id) => isInfluence(concepts, id)))
    .filter(
      (each) =>
        !openCatalogue()
          .treats(concepts[0] ?? '')
          .some(({ id }) => each.concepts.includes(id)),
    )
    .map((each) => `your ${lower(each.name)}${cite(desk, each, each.onset)}`);
  const entry = knowledgeOf(concepts);
  const effects = entry === undefined ? undefined : sectionOf(entry, 'side effects');
  const papers = findPassages(desk.chart, {
    concepts: [...concepts],
    words: contentWords(frame.text),
    text: frame.text,
  })
    .filter(({ passage, named, shared }) => !passage.remark && (named || shared.length > 0))
    .slice(0, 2)
    .map(({ passage }) => mentionPassage(desk, passage));
  const found = [...values, ...ills];
  if (found.length === 0 && papers.length === 0 && effects === undefined) return undefined;
  const name = item === undefined ? lower(subject.text) : drugName(item.name);
  const since = item?.start ? ` (since ${sayDate(item.start)})` : '';
  const lead =
    found.length > 0
      ? `Possibly: ${name}${since} can play a part in ${list(found.slice(0, 5))}`
      : `Nothing in your record that my reference names for ${name}${since}`;
  return block(`**${lead}.**${item === undefined ? '' : cite(desk, item, item.start)}`, [
    ...papers,
    entry === undefined || effects === undefined
      ? undefined
      : `Known effects of ${name}: ${lower(effects)}${desk.notes.knowledge(entry)}`,
    closing(desk, concepts),
  ]);
}

/** "Am I on anything that makes me bleed?": those taken that are known for it, or that none is. */
export function takenThatCause(desk: Desk, { subjects }: Frame): Block {
  const id = subjects[0]!.id;
  const causes = causesOfAll(desk.chart, [id], { from: null, to: desk.now }).filter(({ kind }) => kind === 'started');
  if (causes.length === 0)
    return block(
      `**No: none of the medicines that you take is known to me for ${nameOf(id)}.** I looked at all of your list; ask a pharmacist about what you buy yourself.`,
    );
  return block(
    `**Yes: ${list(causes.slice(0, 5).map((cause) => sayCause(desk, cause)))} can bring on ${nameOf(id)}.**${desk.notes.source(influences.source)}`,
    [
      ...knownEffects(
        desk,
        causes.flatMap((cause) => (cause.kind === 'started' ? [cause.item] : [])),
        id,
      ),
    ],
  );
}
