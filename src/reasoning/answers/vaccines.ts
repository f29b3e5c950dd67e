/** Which vaccines belong to this person now, for what, and which are forbidden. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { doctorFor, nextVisit } from '../evidence/contact.ts';
import type { MedicineView } from '../patient.ts';
import { type Due, scheduleFor } from '../schedule/index.ts';
import type { Frame } from '../types.ts';
import { capital, list, lower } from '../wording.ts';
import { MOST_LATER, openPlans, sayComplete, sayLater, unlikeOnes, VACCINES } from './awaited.ts';
import { sayDue } from './checks.ts';

const MOST_DUE = 10;

/** Which vaccines are due, whatever illness or part of the body is named: those that it asks for first, and what is forbidden. */
export function tellVaccines(desk: Desk, frame: Frame): Block {
  const all = scheduleFor(desk.chart.view, desk.told).filter(({ row }) => row.kind === 'vaccine' && !row.plan);
  const due = unlikeOnes(all.filter(({ isDue }) => isDue)).toSorted(
    (a, b) => Number(isOfAsked(b, frame)) - Number(isOfAsked(a, frame)),
  );
  const later = unlikeOnes(all.filter(({ isDue, next }) => !isDue && next !== undefined)).filter(
    ({ row }) => !due.some((each) => each.row.what === row.what),
  );
  const papers = openPlans(desk, frame, ['vaccine']).filter(({ text }) => VACCINES.test(text));
  const lead =
    due.length === 0
      ? 'By your record, no vaccine that I know of is due now'
      : `By your record, ${due.length === 1 ? 'one vaccine is' : `${due.length} vaccines are`} due: ${due.map(({ row }) => row.what).join(', ')}`;
  return block(`**${lead}.**`, [
    ...papers.slice(0, 4).map((paper) => sayPassage(desk, paper)),
    due
      .slice(0, MOST_DUE)
      .map((each) => `- ${sayDue(desk, each)}`)
      .join('\n'),
    later.length === 0
      ? undefined
      : `Not due yet: ${later
          .slice(0, MOST_LATER)
          .map((each) => sayLater(desk, each))
          .join('; ')}.`,
    sayComplete(desk, all),
    liveLine(desk, due) ?? noLive(desk),
    `Ask ${doctorFor(desk, []) ?? 'your doctor'} about what is due${nextVisit(desk) === '' ? '' : `, at the latest at ${nextVisit(desk)}`}. Countries differ: your own schedule goes first.`,
  ]);
}

/** Is it for the illness, or for an illness of the part of the body, that was named? */
function isOfAsked({ because }: Due, { subjects }: Frame): boolean {
  const catalogue = openCatalogue();
  return because.some(({ name }) =>
    catalogue
      .find(name, { kinds: ['condition'] })
      .some(({ concept }) =>
        subjects.some(({ id }) => catalogue.isA(concept.id, id) || `system:${concept.system}` === id),
      ),
  );
}

/** What a weak defence or a pregnancy forbids, though none of it is due. */
function noLive(desk: Desk): string | undefined {
  const { view } = desk.chart;
  const weak = [
    ...weakening(desk).map((item) => `${lower(item.name)}${cite(desk, item, item.start)}`),
    ...view.conditions
      .filter(
        ({ status, concepts }) =>
          status === 'active' &&
          concepts.some((id) => id !== NO_SPLEEN && WEAK_ILL.some((each) => openCatalogue().isA(id, each))),
      )
      .map((item) => `${lower(item.name)}${cite(desk, item, item.onset)}`),
  ];
  if (weak.length === 0) return undefined;
  return `No live vaccine (MMR, chickenpox, yellow fever, the nasal flu spray, oral typhoid, BCG) with ${list(weak.slice(0, 3))}, unless the team that treats it says so.`;
}

/** Without a spleen live vaccines are given like to everybody. */
const NO_SPLEEN = 'condition:asplenia';
const WEAK_ILL = [
  'condition:organ_transplant_recipient',
  'condition:immunodeficiency',
  'condition:leukemia',
  'condition:lymphoma',
  'condition:pregnancy',
];

/** Live vaccines are not given to somebody whose defence is held down. */
export function liveLine(desk: Desk, due: readonly Due[]): string | undefined {
  const live = due.filter(({ row }) => row.live);
  if (live.length === 0) return undefined;
  const weak = weakening(desk);
  if (weak.length === 0) return undefined;
  return `${capital(list(live.map(({ row }) => row.what)))}: live vaccines must wait while you take ${list(weak.map((item) => `${lower(item.name)}${cite(desk, item, item.start)}`))}; ask the team that prescribes it how long after it ends.`;
}

function weakening({ chart }: Desk): MedicineView[] {
  return chart.view.medicines.filter(
    ({ status, concepts }) =>
      status === 'taken' &&
      concepts.some((id) => WEAKENING.some((each) => openCatalogue().isA(id, each)) && !REPLACING.has(id)),
  );
}

/** What only makes up for a hormone that is missing weakens nothing. */
const REPLACING = new Set(['drug:hydrocortisone', 'drug:fludrocortisone']);
const WEAKENING = [
  'class:immunosuppressant',
  'class:systemic_corticosteroid',
  'class:chemotherapy',
  'class:jak_inhibitor',
];
