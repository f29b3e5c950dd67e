/** What is due: the checks that rules name for this person, what papers asked for and nobody did, the last time of each. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Concern, concernsOf, sayConcern } from '../concern.ts';
import { type Block, block, type Desk, nameOf, sayPassage } from '../desk.ts';
import { doctorFor, nextVisit } from '../evidence/contact.ts';
import { pattern } from '../patterns.ts';
import { type Due, type DueKind, scheduleFor } from '../schedule/index.ts';
import { type PaperDue, paperSchedule } from '../schedule/papers.ts';
import type { Frame } from '../types.ts';
import { MOST_LATER, openPlans, sayComplete, sayLater, unlikeOnes } from './awaited.ts';
import { isOfRow, sayDue, sayPaperDue, tellNamed, tellSystem } from './checks.ts';
import { tellPlannedFor } from './plans.ts';
import { liveLine } from './vaccines.ts';

const FAMILIES = /prevent|monitor|due|vaccin|screen|check/i;

export function dueConcerns(desk: Desk): Concern[] {
  return concernsOf(desk.chart.view, [], [], []).filter(({ family, id }) => FAMILIES.test(family) || FAMILIES.test(id));
}

const ASKED_KINDS: [RegExp, readonly DueKind[]][] = [
  [/\b(?:vaccin\w*|jabs?|shots?|immuni\w*|booster\w*|injections?)\b/i, ['vaccine']],
  [/\b(?:screen\w*|scans?)\b/i, ['screening', 'check']],
  [
    /\b(?:my|the|these|this|because of|with|on|for)\b.{0,20}\b(?:meds?|medic\w+|tablets?|pills?|drugs?|treatment)\b/i,
    ['medicine'],
  ],
];

/** The whole of it, or the part that is asked for: what is due, then what comes next, each with its last time. */
function tellSchedule(desk: Desk, frame: Frame): Block | undefined {
  const planning = isPlanning(frame);
  const text = frame.text.replace(EXCEPTED, ' ');
  const fitting = ASKED_KINDS.filter(([says]) => says.test(text)).map(([, kinds]) => kinds);
  const left = ASKED_KINDS.filter(([says]) => says.test(EXCEPTED.exec(frame.text)?.[0] ?? '')).flatMap(
    ([, kinds]) => kinds,
  );
  const whole =
    planning ||
    fitting.length === 0 ||
    (fitting.length === 1 && fitting[0]!.includes('vaccine') && CHECKS.test(frame.text));
  const asked = whole ? undefined : fitting.flat();
  const told = planning ? [{ concept: PLANNING, act: 'plans' as const }] : desk.told;
  const all = scheduleFor(desk.chart.view, told).filter(
    ({ row }) =>
      (asked === undefined || asked.includes(row.kind)) &&
      !left.includes(row.kind) &&
      (!planning || row.plan) &&
      isFor(row, frame, planning),
  );
  const due = unlikeOnes(all.filter(({ isDue }) => isDue));
  const asPapers = planning || asked?.includes('vaccine') ? [] : paperDues(desk, frame, due);
  const later = unlikeOnes(all.filter(({ isDue, next }) => !isDue && next !== undefined)).filter(
    (one) => !due.some((each) => each.row.what === one.row.what) && !asPapers.some((each) => isOfRow(one, each)),
  );
  const papers = openPlans(desk, frame, asked);
  const concerns = planning
    ? concernsOf(desk.chart.view, told, [], []).filter(({ fresh, severity }) => fresh && severity !== 'worth_knowing')
    : [];
  if (due.length + later.length + papers.length + concerns.length + asPapers.length === 0) return undefined;
  const names = [...asPapers.map(({ concept }) => nameOf(concept)), ...due.map(({ row }) => row.what)];
  const many = due.length + asPapers.length;
  const lead = planning
    ? 'Before a pregnancy, by your record'
    : many > 0
      ? `By your record, ${many === 1 ? 'one thing is' : `${many} things are`} due: ${names.join(', ')}`
      : papers.length > 0
        ? 'Your papers asked for something that I do not find done'
        : 'By your record, nothing that I know of is due now';
  return {
    ...block(`**${lead}.**`, [
      ...concerns.slice(0, 5).map((concern) => sayConcern(desk, concern)),
      ...papers.slice(0, 4).map((paper) => sayPassage(desk, paper)),
      [
        ...asPapers.map((each) => `- ${sayPaperDue(desk, each)}`),
        ...due.slice(0, MOST_DUE).map((each) => `- ${sayDue(desk, each)}`),
      ].join('\n'),
      later.length === 0
        ? undefined
        : `Not due yet: ${later
            .slice(0, MOST_LATER)
            .map((each) => sayLater(desk, each))
            .join('; ')}.`,
      sayComplete(desk, all),
      liveLine(desk, due),
      `Ask ${doctorFor(desk, []) ?? 'your doctor'} about what is due${nextVisit(desk) === '' ? '' : `, at the latest at ${nextVisit(desk)}`}. Countries differ: your own schedule goes first.`,
    ]),
    tells: concerns.map(({ key }) => key),
  };
}

/** "Besides vaccines": what is not asked for. */
const EXCEPTED =
  /\b(?:besides|apart from|aside from|other than|except(?: for)?|not counting)\s+(?:the |my |any )?[\p{L}-]+/iu;
const CHECKS = /\b(?:checks?|check-?ups?|tests?|exams?|scans?)\b/i;
const MOST_DUE = 10;
const PLANNING = 'condition:planning_a_pregnancy';
/** "Any cancer checks?" asks for what looks for cancer, not for the checks of who has one. */
const LOOKS_FOR_CANCER = pattern('looks_for_cancer');
const ANY_CANCER = 'condition:cancer';

export function isPlanning({ subjects, text }: Frame): boolean {
  return (
    subjects.some(({ id }) => id === PLANNING) ||
    /\bbefore (?:we|i) (?:try|start trying|conceive)\b/i.test(text) ||
    /\b(?:before|planning|plan|prepare|want|wish|trying)\b.{0,40}\b(?:pregnan\w*|conceiv\w*|a baby|trying|a child)\b/i.test(
      text,
    )
  );
}

/** "Which diabetes checks am I overdue for?": what belongs to that condition. */
function isFor({ when, finds }: Due['row'], { subjects }: Frame, planning: boolean): boolean {
  const conditions = planning ? [] : subjects.filter(({ kind }) => kind === 'condition');
  if (conditions.length === 0) return true;
  if (finds !== undefined && conditions.some(({ id }) => openCatalogue().isA(finds, id))) return true;
  if (when === undefined || conditions.some(({ id }) => id === ANY_CANCER)) return false;
  const ids = conditions.flatMap(({ id }) => [
    id,
    ...openCatalogue().ancestors(id),
    ...openCatalogue().descendants(id),
  ]);
  return ids.some((id) => new RegExp(`${id === 'condition:pregnancy' ? 'pregnant' : id}\\b`).test(when));
}

/** What papers ask for at fixed times and is over, unless a row of the schedule says it already. */
function paperDues(desk: Desk, frame: Frame, due: readonly Due[]): PaperDue[] {
  const conditions = frame.subjects.filter(({ kind }) => kind === 'condition');
  const { isA } = openCatalogue();
  const ofCancer = conditions.length > 0 && conditions.every(({ id }) => isA(id, ANY_CANCER));
  const all = ofCancer
    ? cancerDues(desk)
    : conditions.length === 0
      ? paperSchedule(desk.chart).filter(({ isDue }) => isDue)
      : [];
  return all.filter((each) => !due.some((one) => isOfRow(one, each)));
}

/** What papers on a nodule, a polyp or a screening want again, and nobody did. */
export function cancerDues({ chart }: Desk): PaperDue[] {
  return paperSchedule(chart).filter(
    ({ isDue, passage }) => isDue && LOOKS_FOR_CANCER.test(passage.paper.map(({ text }) => text).join(' ')),
  );
}

/** Each of several named checks has its own answer. */
function both(blocks: readonly Block[]): Block {
  const [first, ...rest] = blocks;
  return {
    ...first!,
    body: [...first!.body, ...rest.flatMap(({ lead, body }) => [lead, ...body])],
    tells: blocks.flatMap(({ tells = [] }) => tells),
  };
}

export function answerDue(desk: Desk, frame: Frame): Block {
  if (isPlanning(frame)) return tellSchedule(desk, frame) ?? answerFromNothing();
  const named = frame.subjects.filter(({ kind }) =>
    ['vaccine', 'procedure', 'observation', 'drug', 'drug_class', 'condition'].includes(kind),
  );
  const all = dueConcerns(desk);
  const vaccines =
    frame.subjects.some(({ id }) => id === 'thing:vaccines') || /\bvaccin|\bjab|\bshot|\bimmuni/i.test(frame.text);
  const whole = vaccines && !named.some(({ kind }) => kind === 'vaccine');
  /** "My eyes, for the diabetes": the check is asked for, the illness says why. */
  const [first] = whole ? [] : [...named.filter(({ kind }) => kind !== 'condition'), ...named];
  if (first !== undefined && named.every(({ kind }) => kind === 'condition')) {
    const own = tellSchedule(desk, frame);
    if (own !== undefined) return own;
  }
  if (named.length > 1 && named.every(({ kind }) => kind === 'procedure' || kind === 'vaccine'))
    return both(named.map((each) => tellNamed(desk, frame, each, all)));
  if (first !== undefined) return tellPlannedFor(desk, first) ?? tellNamed(desk, frame, first, all);
  const part = tellSystem(desk, frame);
  if (part !== undefined) return part;
  const schedule = tellSchedule(desk, frame);
  if (schedule !== undefined) return schedule;
  const kinds = all.filter(
    ({ family, id, concepts }) =>
      !vaccines || /vaccin/i.test(`${family} ${id}`) || concepts.some((concept) => concept.startsWith('vaccine:')),
  );
  const papers = openPlans(desk).filter(({ text }) => !vaccines || /\bvaccin|\bMMR\b|\bimmun/i.test(text));
  if (kinds.length + papers.length === 0) return answerFromNothing();
  const names = [
    ...new Set(
      kinds
        .flatMap(({ concepts }) => concepts.filter((id) => /^(?:vaccine|procedure|observation):/.test(id)).slice(0, 1))
        .map(nameOf),
    ),
  ].slice(0, 6);
  const lead =
    kinds.length > 0
      ? `By your record, ${kinds.length === 1 ? 'one thing is' : `${kinds.length} things are`} due`
      : 'Your papers asked for something that I do not find done';
  return block(`**${lead}${names.length === 0 ? '' : `: ${names.join(', ')}`}.**`, [
    kinds.length === 0
      ? undefined
      : kinds
          .slice(0, 7)
          .map((concern) => `- ${sayConcern(desk, concern)}`)
          .join('\n'),
    ...papers.slice(0, 4).map((paper) => sayPassage(desk, paper)),
  ]);
}

function answerFromNothing(): Block {
  return block(
    '**By your record, nothing that I know of is due.** I looked at vaccinations, checks for your conditions and medicines, and at what papers asked for.',
    [],
    'answered',
  );
}
