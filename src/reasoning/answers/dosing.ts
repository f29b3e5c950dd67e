/** How much of a medicine: what the list says, and newer papers that change it. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import { stepsOf } from '../evidence/dose-steps.ts';
import { findPassages, type Passage } from '../evidence/passages.ts';
import { drugsSpokenOf } from '../evidence/spoken-of.ts';
import { contentWords } from '../evidence/words.ts';
import { daysBetween, type MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { drugName, list, lower, sayDate } from '../wording.ts';
import { describe, how, since } from './describing.ts';
import { stopReason } from './stopping.ts';

/** Later papers that change what the list says. */
export function changePassages(desk: Desk, items: readonly MedicineView[]): Passage[] {
  const concepts = items.flatMap((item) => item.concepts);
  const from =
    items
      .map(({ start }) => start ?? '')
      .toSorted()
      .at(-1) ?? '';
  const followed = concepts
    .flatMap((id) =>
      openCatalogue()
        .monitoring(id)
        .map(({ observation }) => observation),
    )
    .concat(concepts.flatMap(levelsOf));
  return findPassages(desk.chart, {
    concepts: [...concepts, ...followed],
    words: contentWords('dose lowered raised stop stopped leave daily double replace instead review'),
    named: true,
    wide: true,
  })
    .map(({ passage }) => passage)
    .filter((passage) => {
      const { remark, time, text } = passage;
      return (
        !remark &&
        (time ?? '').slice(0, 10) >= from.slice(0, 10) &&
        CHANGES.test(text) &&
        !UNCHANGED.test(text) &&
        !IN_A_CASE.test(text) &&
        !items.some((item) => isSourceOf(item, text, time)) &&
        (namesOne(concepts, text) || /\b(?:leave out|then \d)/i.test(text) || isSteered(desk, passage, concepts))
      );
    })
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, 2);
}

/** "From tonight 6 mg": where no medicine is named, of the one whose value the paper speaks of. */
const FROM_NOW = /\bfrom (?:tonight|today|tomorrow|now on|this evening|this morning)\b/i;

function isSteered({ chart }: Desk, passage: Passage, concepts: readonly string[]): boolean {
  if (!FROM_NOW.test(passage.text)) return false;
  const spokenOf = drugsSpokenOf(passage).filter((id) => !concepts.includes(id));
  return !chart.view.medicines.some(
    ({ status, concepts: own }) => status === 'taken' && own.some((id) => spokenOf.includes(id)),
  );
}

const CHANGES = pattern('dose_changes');
/** "She must not stop by herself", "if the rash comes, stop": nothing is changed by it now. */
const UNCHANGED = pattern('dose_unchanged');
/** What is done in a case is no change of now. */
const IN_A_CASE = pattern('only_in_a_case');
const SAME_DAYS = 7;

/** The paper of those days that names the very dose of the list is where the list has it from. */
function isSourceOf(item: MedicineView, text: string, time: string | null): boolean {
  if (item.start === null || time === null || daysBetween(item.start, time) > SAME_DAYS) return false;
  return namesDose(item, text);
}

function namesDose({ dose, name, note }: MedicineView, text: string): boolean {
  const listed = dose ?? Number(/\d+(?:\.\d+)?/.exec(note ?? name)?.[0] ?? Number.NaN);
  return [...text.matchAll(/\d+(?:\.\d+)?/g)].some(([number]) => Number(number) === listed);
}

export function namesOne(concepts: readonly string[], text: string): boolean {
  return openCatalogue()
    .find(text, { kinds: ['drug', 'drug_class'] })
    .some(
      ({ concept }) =>
        concepts.includes(concept.id) ||
        (concept.kind === 'drug_class' &&
          !/\binsulins?$/i.test(concept.name) &&
          concepts.some((id) => openCatalogue().isA(id, concept.id))),
    );
}

/** The level that is measured of a drug; the INR of a vitamin K antagonist. */
export function levelsOf(id: string): string[] {
  const level = id.replace(/^drug:/, 'observation:').concat('_level');
  if (openCatalogue().isA(id, 'class:vitamin_k_antagonist')) return ['observation:inr'];
  return openCatalogue().get(level) === undefined ? [] : [level];
}

export function tellDose(
  desk: Desk,
  frame: Frame,
  taken: readonly MedicineView[],
  all: readonly MedicineView[],
): Block {
  const [item] = taken.length > 0 ? taken : all;
  const changed = changePassages(desk, taken.length > 0 ? taken : all);
  const next = taken.flatMap((each) => stepsOf(desk.chart, each)).find(({ from }) => from > desk.now.slice(0, 10));
  const papers = changed.length > 0 ? changed : next === undefined ? dosePassages(desk, frame, all) : [next.passage];
  if (taken.length === 0) {
    const last = all.toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''))[0]!;
    return block(
      `**You do not take ${drugName(last.name)} now; the last dose in your record is ${describe(last)}${last.end === null ? '' : `, until ${sayDate(last.end)}`}.**${cite(desk, last, last.end)}`,
      [how(last), stopReason(desk, last)],
    );
  }
  const doses = list(
    taken.map(
      (each) =>
        `${describe(each)}${how(each) === '' ? '' : ` (${lower(how(each))})`}${since(each)}${cite(desk, each, each.start)}`,
    ),
  );
  const [newest] = changed;
  const body = papers.map((each) => sayPassage(desk, each));
  const earlier = all
    .filter(
      (each) => each !== item && (each.status === 'stopped' || each.status === 'changed') && each.dose !== item!.dose,
    )
    .toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''))[0];
  if (next !== undefined)
    return block(`**Your record says: ${doses}. The next step is ${next.dose} from ${sayDate(next.from)}.**`, body);
  if (newest !== undefined && taken.every((each) => namesDose(each, newest.text.replace(/\bfrom \d[\d.,]*/gi, ''))))
    return block(`**Your record says: ${doses}, and the newest paper on it says the same.**`, body);
  if (newest !== undefined)
    return block(`**A newer paper changes what the list says.** ${body.join(' ')} Your list still says ${doses}.`, [
      `Ask ${doctorFor(desk, item!.concepts) ?? 'your doctor'} if you are not sure which holds.`,
    ]);
  const asksChange = /\b(?:should|higher|lower|more|less|right|enough|too|put|raise|change|increase|make|set)\b/i.test(
    frame.text,
  )
    ? `A dose is for ${doctorFor(desk, item!.concepts) ?? 'your doctor'} to change.`
    : undefined;
  return block(`**Your record says: ${doses}.**`, [
    ...body,
    asksChange,
    earlier === undefined
      ? undefined
      : `Before that it was ${describe(earlier)}${earlier.end ? `, until ${sayDate(earlier.end)}` : ''}${cite(desk, earlier, earlier.start)}.`,
  ]);
}

const DOSE = /\d\s?(?:mg|g|micrograms?|mcg|µg|units?|mL|tablets?|puffs?|times)\b|\b(?:once|twice|brand|half|double)\b/i;

export function dosePassages(desk: Desk, frame: Frame, items: readonly MedicineView[] = []): Passage[] {
  const named = frame.subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class').map(({ id }) => id);
  const concepts = [...new Set([...named, ...items.flatMap((item) => item.concepts)])];
  return findPassages(desk.chart, { concepts, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ text, remark }) => !remark && DOSE.test(text) && namesOne(concepts, text))
    .slice(0, 2);
}
