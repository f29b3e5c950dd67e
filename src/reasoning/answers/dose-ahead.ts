/** "When does the dose go up?": the steps that papers plan, of the medicine that is named or of all that are taken. */
import { type Block, block, type Desk, sayPassage } from '../desk.ts';
import { type Step, stepsOf } from '../evidence/dose-steps.ts';
import { itemsFor } from '../evidence/items.ts';
import type { MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, sayDate } from '../wording.ts';
import { answerFromPapers } from './papers.ts';

const DOSE_MOVES = pattern('dose_moves');

export function answerDoseAhead(desk: Desk, frame: Frame): Block | undefined {
  if (!DOSE_MOVES.test(frame.text)) return undefined;
  const taken = desk.chart.view.medicines.filter(({ status }) => status === 'taken');
  const named = frame.inherited
    ? []
    : frame.subjects
        .flatMap((subject) => itemsFor(subject, desk.chart).medicines)
        .filter((item) => taken.includes(item));
  const coming = unlike(named.length > 0 ? named : taken).flatMap((item) => {
    const step = stepsOf(desk.chart, item).find(({ from }) => from > desk.now.slice(0, 10));
    return step === undefined ? [] : [{ item, step }];
  });
  const [first, ...others] = coming.toSorted((a, b) => a.step.from.localeCompare(b.step.from));
  // Who asks for the day of the next step does not ask whether to stop.
  if (first === undefined)
    return frame.aspect === 'stop' ? answerFromPapers(desk, { ...frame, aspect: 'said' }) : undefined;
  return block(`**${sayStep(first)}** ${sayPassage(desk, first.step.passage)}`, [
    ...others.map((each) => `${sayStep(each)} ${sayPassage(desk, each.step.passage)}`),
    'Change nothing before that day without who prescribes it, and ask then whether it still holds.',
  ]);
}

function sayStep({ item, step }: { item: MedicineView; step: Step }): string {
  return `${capital(drugName(item.name))}: the next step in your papers is ${step.dose} from ${sayDate(step.from)}.`;
}

function unlike(items: readonly MedicineView[]): MedicineView[] {
  return items.filter(({ concepts }, at) => items.findIndex((each) => each.concepts[0] === concepts[0]) === at);
}
