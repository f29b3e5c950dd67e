/** Whether a dose is still right: papers that tie it to age, weight or a value are what answers, never "nothing speaks against it". */
import { type Block, block, cite, citeReading, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { type Passage, passagesOf } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { drugsSpokenOf } from '../evidence/spoken-of.ts';
import { isInForm } from '../frames/forms.ts';
import type { MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Aspect, Frame } from '../types.ts';
import { capital, drugName, sayDate } from '../wording.ts';
import { weighDose } from './dose-criteria.ts';
import { medicinesOf } from './medicines.ts';

const ASKS = pattern('asks_dose_still_right');
const TIES = pattern('ties_dose');
const OF_DOSE = new Set<Aspect>(['safe', 'dose', 'judge', 'about', 'take', 'worry']);
const WEIGHT = 'observation:body_weight';

export function answerDoseFit(desk: Desk, frame: Frame): Block | undefined {
  if (!OF_DOSE.has(frame.aspect) || !ASKS.test(frame.text)) return undefined;
  const [item] = medicinesOf(desk, frame.subjects).filter(({ status }) => status === 'taken');
  const [tie] = item === undefined ? [] : tiesOf(desk, item);
  const weighed = item === undefined ? undefined : weighDose(desk, item);
  if (weighed !== undefined)
    return tie === undefined ? weighed : { ...weighed, body: [...weighed.body, sayPassage(desk, tie)] };
  if (item === undefined || tie === undefined) return undefined;
  const weight = readingsOf(desk.chart, WEIGHT).at(-1);
  const { age } = desk.chart.view;
  const now = [
    age === null ? undefined : `Age now: ${age}`,
    weight === undefined
      ? undefined
      : `last weight: ${weight.shown} on ${sayDate(weight.time)}${citeReading(desk, weight, 'weight')}`,
  ].filter((each) => each !== undefined);
  const whom = [doctorFor(desk, item.concepts) ?? 'who prescribes it', numberFor(desk, item.concepts)]
    .filter((each) => each !== '')
    .join(' or ');
  return block(
    `**Do not take it for right before somebody has looked: your papers tie the dose of ${drugName(item.name)} to something that changes.** ${quotePassage(desk, tie, [tie])}`,
    [
      `${capital(drugName(item.name))}, as written: ${item.note ?? item.frequency ?? item.name}${item.start === null ? '' : `, since ${sayDate(item.start)}`}${cite(desk, item, item.start)}.${now.length === 0 ? '' : ` ${now.join(', ')}.`}`,
      `Ask ${whom} this week which dose holds now; until then use what is written, above all in an emergency.`,
    ],
  );
}

/** Sentences that say when the dose of this medicine changes, the newest first. */
function tiesOf({ chart }: Desk, item: MedicineView): Passage[] {
  return passagesOf(chart)
    .filter((passage) => !passage.remark && TIES.test(passage.text) && isOf(passage, item))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
}

function isOf(passage: Passage, item: MedicineView): boolean {
  if (isInForm(item, 'pen') && /\bpens?\b/i.test(passage.text)) return true;
  return drugsSpokenOf(passage).some((id) => item.concepts.includes(id));
}
