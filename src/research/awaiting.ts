/**
 * "Until a guideline recommends it": what an order waits for, whether it has come, and what there is instead. Advice and
 * decisions count for whom and for what they were asked: advised against, for others, for another purpose or in research
 * only, it has not come, and that is said.
 */
import { type Advised, type AskedFor, adviceFor, asideOf, saySide } from './advising.ts';
import { meetsCondition } from './conditions.ts';
import { isForPractice, sideOf } from './evidence/advice.ts';
import { isReadout, stageIn } from './evidence/appraisal.ts';
import { agencyIn } from './evidence/decisions.ts';
import { isEvidence } from './evidence/grading.ts';
import { usesIn } from './evidence/purposes.ts';
import type { EvidenceRow, TableChange } from './evidence/table.ts';
import { appraisal, foldText, hasAny } from './evidence/words.ts';
import { fitOf } from './fit.ts';
import { illnessesIn, reachOfAdvice } from './illnesses.ts';
import { readAwaited } from './request.ts';
import { type Place, placeIn, reachOfRuling, sayRuling } from './rulings.ts';
import { type Subject, topicOf } from './topic.ts';
import { isOnMedicines, isOnTherapy, medicinesIn } from './treating.ts';
import { hasAll, plainOf } from './vocabulary.ts';
import { reachOf, whomIn } from './whom.ts';
import { short } from './wording.ts';

/** What would be it: somebody's advice, somebody's decision, or something that is published. */
type Awaited =
  | { readonly kind: 'advice'; readonly side?: 'for' | 'against' | undefined }
  | { readonly kind: 'decision'; readonly stage: string; readonly isAny: boolean; readonly by?: Place | undefined }
  | { readonly kind: 'publication' };

export interface Waiting {
  readonly event: string;
  /** What brought it, in words; undefined: it has not come. */
  readonly come?: string | undefined;
  /** What is near it, and why that is not it. */
  readonly held: readonly Held[];
}

interface Held {
  readonly row: EvidenceRow;
  readonly why: string;
}

export interface Looked {
  /** The whole table. */
  readonly rows: readonly EvidenceRow[];
  readonly changes: readonly TableChange[];
  /** The changes are news: somebody looked before. */
  readonly isNews: boolean;
  readonly population?: string | undefined;
}

export function weighAwaited(event: string, question: string, looked: Looked): Waiting {
  const { rows, changes, isNews } = looked;
  const named = medicinesIn(event, rows);
  const medicines = named.length > 0 ? named : medicinesIn(question, rows);
  const awaited = kindOf(event);
  if (awaited.kind === 'publication') {
    const come = whatBrought(event, medicines, { changes, isNews });
    return { event, held: [], ...(come && { come }) };
  }
  // Of a disease as a whole some advice always is there, and the next is awaited.
  const some = medicines.length > 0 ? rows : isNews ? changes.map(({ row }) => row) : [];
  const own = some.filter((row) => isEvidence(row) && row.design_id !== 'knowledge');
  const asking = {
    whom: whomIn(event) ?? whomIn(question) ?? whomIn(`in ${looked.population ?? ''}`),
    purposes: [usesIn(event), usesIn(question)].find((found) => found.length > 0) ?? [],
    illnesses: [illnessesIn(event), illnessesIn(question)].find((found) => found.length > 0) ?? [],
    medicines,
  };
  const found = awaited.kind === 'advice' ? weighAdvice(own, awaited, asking) : weighDecisions(own, awaited, asking);
  const [first] = found.come.toSorted((a, b) => (b.row.date ?? '').localeCompare(a.row.date ?? ''));
  const come = first && [first.row.title, first.row.date, first.why].filter(Boolean).join(', ');
  return { event, held: found.held.slice(0, MOST_HELD), ...(come && { come }) };
}

const MOST_HELD = 3;

/** "Not there yet: a guideline recommends it. "Guideline on gout" (2026-06-20)[^2]: for maintenance it is advised against." */
export function sayWaiting({ event, held }: Waiting, mark: (id: string) => string): string {
  const told = held.map(
    ({ row, why }) => ` "${short(row.title)}"${row.date === undefined ? '' : ` (${row.date})`}${mark(row.id)}: ${why}.`,
  );
  return `Not there yet: ${event}.${told.join('')}`;
}

function kindOf(event: string): Awaited {
  const plain = foldText(event);
  const { stages } = appraisal();
  const asked = stages.findLast(({ known_by, asked: words }) => known_by !== undefined && hasAny(plain, words));
  const id = stageIn(event)?.id ?? asked?.id;
  const changes = hasAny(plain, CHANGED);
  // "Until the guideline changes" waits for another edition, whatever that says.
  if (id === 'guideline' && !changes) return { kind: 'advice', side: sideOf(plain) };
  const isOpen = hasAll(plainOf(event), [DECIDED]);
  const agency = agencyIn(event);
  // Who waits for an authority waits for what it decides, unless the words say for what else.
  const isTheirs = agency !== undefined && (isOpen || (id === undefined && readAwaited(event) === undefined));
  if (id === 'approval' || id === 'reimbursement' || isTheirs) {
    const by = agency === undefined ? placeIn(event) : { said: agency, deciders: [agency] };
    return { kind: 'decision', stage: id ?? 'approval', isAny: isOpen, ...(by && { by }) };
  }
  return { kind: 'publication' };
}

const CHANGED = ['change', 'changes', 'changed', 'update', 'updates', 'updated', 'new edition', 'revised', 'replaced'];
const DECIDED = ['decides', 'decided', 'decision', 'ruling', 'rules', 'verdict'];

interface Asking extends AskedFor {
  readonly medicines: readonly Subject[];
}

interface Weighed {
  readonly come: readonly Held[];
  readonly held: readonly Held[];
}

function weighAdvice(
  rows: readonly EvidenceRow[],
  { side }: { side?: 'for' | 'against' | undefined },
  asking: Asking,
): Weighed {
  const guidelines = rows.filter(({ design_id }) => design_id === 'guideline');
  const said = guidelines.flatMap((row) => {
    const names = (row.advised ?? []).map(({ therapy }) => therapy);
    const own = names.filter((name) => isOnTherapy(name, asking.medicines));
    return adviceFor([...new Set(own)], [row], asking);
  });
  // Asked for no purpose, advice for one of them is advice; asked for no people by name, advice for some of them is not.
  const reaches = ({ reach, whom, illnesses, row }: Advised) =>
    reach === 'all' ||
    (reach === 'some' &&
      asking.purposes.length === 0 &&
      reachOf(whom, asking.whom) === 'all' &&
      reachOfAdvice(illnesses ?? [], row.illnesses ?? [], asking.illnesses) === 'all');
  const isIt = (advice: Advised) =>
    reaches(advice) && (side === undefined || (side === 'for' ? isForPractice(advice) : advice.side === side));
  const silent = guidelines.filter(
    (row) => !said.some((advice) => advice.row === row) && isOnMedicines(row, asking.medicines),
  );
  return {
    come: said.filter(isIt).map((advice) => ({ row: advice.row, why: asideOf(advice) })),
    held: [
      ...said
        .filter((advice) => !isIt(advice))
        .map((advice) => ({ row: advice.row, why: `${asideOf(advice)} it is ${saySide(advice)}`.trim() })),
      ...silent.map((row) => ({ row, why: 'it names it, and advises neither for nor against it' })),
    ],
  };
}

function weighDecisions(
  rows: readonly EvidenceRow[],
  { stage, isAny, by }: { stage: string; isAny: boolean; by?: Place | undefined },
  asking: Asking,
): Weighed {
  const isOn = (row: EvidenceRow) => asking.medicines.length === 0 || isOnMedicines(row, asking.medicines);
  const isThere = ({ ruling }: EvidenceRow) => by === undefined || by.deciders.includes(ruling?.by ?? '');
  const ruled = rows.filter(
    (row) => row.ruling !== undefined && isOn(row) && (row.design_id === 'coverage') === (stage === 'reimbursement'),
  );
  const entries = rows.filter(
    (row) => row.ruling === undefined && row.design_id === 'regulatory' && row.stage === stage && isOn(row),
  );
  const isIt = (row: EvidenceRow) => {
    const reach = reachOfRuling(row, asking.whom);
    return isThere(row) && reach !== 'others' && (isAny || (row.ruling!.verdict === 'granted' && reach === 'all'));
  };
  const say = (row: EvidenceRow) => {
    const isUnsaid = isThere(row) && row.ruling!.verdict === 'granted' && reachOfRuling(row, asking.whom) === 'unsaid';
    const bare = { ...row, date: undefined };
    return `${sayRuling(bare, { id: stage, say: stage, order: 0 }, () => '')}${isUnsaid ? `, and it does not say whether for ${asking.whom!.said}` : ''}`;
  };
  return {
    come: [...ruled.filter(isIt), ...entries.filter(() => by === undefined)].map((row) => ({
      row,
      why: row.ruling === undefined ? '' : say(row),
    })),
    held: ruled.filter((row) => !isIt(row)).map((row) => ({ row, why: say(row) })),
  };
}

const isStudy = ({ design_id }: EvidenceRow) => ['rct', 'trial', 'meta_analysis', 'cohort'].includes(design_id);
/** An entry of reference is no event. */
const isSource = ({ design_id }: EvidenceRow) => design_id !== 'knowledge';

/** A new or changed source at that stage, with results where results are awaited, or one that names the event. */
function whatBrought(
  event: string,
  medicines: readonly Subject[],
  { changes, isNews }: Pick<Looked, 'changes' | 'isNews'>,
): string | undefined {
  const wanted = stageIn(event);
  const trial = /\bNCT\d{8}\b/i.exec(event)?.[0]?.toUpperCase();
  // Of a disease as a whole some readout always is there, and the next is awaited.
  if (!isNews && medicines.length === 0 && trial === undefined) return undefined;
  // "Until the guideline changes" is read as "tell me only if" is: a kind of publication, an event, an outcome.
  const awaited = wanted === undefined && trial === undefined ? readAwaited(event) : undefined;
  for (const change of changes) {
    const { row, what } = change;
    if (row.level === 0 || (medicines.length > 0 && !isOnMedicines(row, medicines))) continue;
    const hasResults = row.design_id !== 'registered' || what.some((change) => change.startsWith('results posted'));
    const told = [row.title, row.date].filter(Boolean).join(', ');
    if (wanted !== undefined && row.stage === wanted.id && (hasResults || !isReadout(event))) return told;
    if (trial !== undefined && row.id === trial && hasResults) return what.join(', ') || told;
    // "The trial is published": what was studied, and nothing that others say of it.
    const isOfKind = awaited?.designs !== undefined || awaited?.events?.includes('results') !== true || isStudy(row);
    if (isNews && awaited !== undefined && isOfKind && isSource(row) && meetsCondition(change, awaited)) return told;
    if (isNews && wanted === undefined && trial === undefined && isNamedBy(event, row)) return told;
  }
  return undefined;
}

/** It is named by more than the medicine or the illness that it is on: any paper on that is not what was waited for. */
function isNamedBy(event: string, { title, excerpt, therapies }: EvidenceRow): boolean {
  const topic = topicOf(event);
  const subjects = foldText([...topic.subjects.map(({ text }) => text), ...therapies].join(' '));
  const beside = topic.words.filter(({ text }) => !subjects.includes(foldText(text)));
  const told = new Set(topicOf(`${title}. ${excerpt}`).words.map(({ stem }) => stem));
  return (
    beside.length > 0 &&
    beside.every(({ stem }) => told.has(stem)) &&
    fitOf(topic, topicOf(`${title}. ${excerpt}`)) >= 0.9
  );
}
