/** Harm as a report tells it: what each source says of it, and which of the studies say nothing. Asked for or not. */
import type { EvidenceRow } from './evidence/table.ts';
import { isOnAll } from './evidence/therapies.ts';
import { appraisal, foldText, hasAny } from './evidence/words.ts';
import { plural } from './wording.ts';

type Mark = (id: string) => string;

/** They give something to people and could have seen what it does to them. */
const STUDIES = ['rct', 'trial', 'cohort', 'meta_analysis'];
const MOST_TOLD = 6;

/** For a conversation: of what is told, and of all else that is on the same treatments. What was quoted is not said again. */
export function tellHarms(
  told: readonly EvidenceRow[],
  asked: ReadonlySet<string> | undefined,
  all: readonly EvidenceRow[],
  mark: Mark,
): string {
  const treatments = asked !== undefined && asked.size > 0 ? asked : treatmentsOf(told);
  const more = all.filter(
    (row) => !told.includes(row) && mark(row.id) !== '' && row.therapies.some((name) => treatments.has(name)),
  );
  const quoted = foldText(told.map(({ excerpt }) => excerpt).join(' '));
  const open = [...told, ...more]
    .map((row) => ({ row, harms: harmsFor(row, treatments).filter((harm) => !quoted.includes(foldText(harm))) }))
    .filter(({ harms }) => harms.length > 0);
  const lines = open.slice(0, MOST_TOLD).map(({ row, harms }) => lineOf(row, harms, mark));
  const silence = tellSilent(told);
  if (lines.length === 0) return silence;
  return `**Harm, as these sources tell it:**\n\n${lines.join('\n')}${silence === '' ? '' : `\n\n${silence}`}`;
}

/** What is told of: a guideline names much else. */
export function treatmentsOf(told: readonly EvidenceRow[]): ReadonlySet<string> {
  const own = told.filter(({ design_id }) => design_id !== 'guideline' && design_id !== 'knowledge');
  return new Set((own.length > 0 ? own : told).flatMap(({ therapies }) => therapies));
}

/** For a report: each source that tells of it. */
export function listHarms(rows: readonly EvidenceRow[], mark: Mark): string[] {
  const lines = rows
    .filter(({ design_id }) => design_id !== 'knowledge')
    .map((row) => ({ row, harms: row.harms ?? [] }))
    .filter(({ harms }) => harms.length > 0)
    .map(({ row, harms }) => lineOf(row, harms, mark));
  const silence = tellSilent(rows);
  return silence === '' ? lines : [...lines, `- ${silence}`];
}

function lineOf(
  { id, therapies, title, design, date, language }: EvidenceRow,
  harms: readonly string[],
  mark: Mark,
): string {
  const what = therapies.slice(0, 2).join(', ') || title;
  return `- ${what[0]!.toUpperCase()}${what.slice(1)} (${[design, date, language && `in ${language}`].filter(Boolean).join(', ')}): ${harms.join(' ')}${mark(id)}`;
}

/** What a guideline says of other medicines is no harm of these. */
function harmsFor(
  { harms = [], therapies, design_id }: EvidenceRow,
  treatments: ReadonlySet<string>,
): readonly string[] {
  if (design_id === 'knowledge') return [];
  if (!isOnAll(design_id)) return harms;
  const isOn = (harm: string) => hasAny(foldText(harm), [...treatments]);
  // A guideline speaks of much that nobody knows as a medicine: what names none of these, and does not go on with one, is of another.
  if (design_id === 'guideline' && therapies.length < 2)
    return harms.filter((harm) => isOn(harm) || hasAny(foldText(harm), appraisal().advised.same));
  return therapies.length < 2 ? harms : harms.filter(isOn);
}

function tellSilent(rows: readonly EvidenceRow[]): string {
  // Who looked into stopping it, or for how long, tells of that.
  const studies = rows.filter(
    ({ design_id, therapies, giving }) => STUDIES.includes(design_id) && therapies.length > 0 && giving === undefined,
  );
  const without = studies.filter(({ harms = [] }) => harms.length === 0);
  // What orders its readers about is not believed; that it says nothing would be false.
  const [unheard, silent] = [without.filter(({ orders }) => orders), without.filter(({ orders }) => !orders)];
  return [sayNothing(silent, studies.length), sayUnheard(unheard)].filter(Boolean).join(' ');
}

function sayNothing(silent: readonly EvidenceRow[], all: number): string {
  if (silent.length === 0) return '';
  if (silent.length === all)
    return `Of harm ${silent.length === 1 ? 'this study says nothing' : 'none of these studies says anything'} that could be read.`;
  return `Of harm ${plural(silent.length, 'study', 'studies')} (${namesOf(silent)}) ${silent.length === 1 ? 'says' : 'say'} nothing that could be read.`;
}

function sayUnheard(unheard: readonly EvidenceRow[]): string {
  if (unheard.length === 0) return '';
  const which = `${plural(unheard.length, 'study', 'studies')} (${namesOf(unheard)})`;
  return `What ${which} may say of harm was not taken over, as the text gives orders to software: look at it yourself.`;
}

const namesOf = (rows: readonly EvidenceRow[]) =>
  [...new Set(rows.map(({ therapies }) => therapies[0]!))].slice(0, 4).join(', ');
