/** A question for a cause: of a value, of a complaint, or of what a medicine has done. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Block, Desk } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { observationsOf } from '../evidence/observed.ts';
import { readingsOf } from '../evidence/series.ts';
import { blameIn } from '../frames/blaming.ts';
import type { Frame, Subject } from '../types.ts';
import { explainMeasure, suspectsOf } from './causes.ts';
import { explainComplaint, explainMedicine } from './complaints.ts';
import { explainEvent, isPast } from './events.ts';
import { tellLookedInto, tellWhyDone } from './looked.ts';
import { answerTold } from './told-cause.ts';

export function answerCause(desk: Desk, frame: Frame): Block | undefined {
  const said = answerTold(desk, frame);
  if (said !== undefined) return said;
  const blame = blameIn(frame);
  const told = blame && causeOf(desk, frame, blame.effects);
  return told?.found === 'answered' ? told : (causeOf(desk, frame, frame.subjects) ?? told);
}

function causeOf(desk: Desk, frame: Frame, subjects: readonly Subject[]): Block | undefined {
  const matters = subjects.filter(({ as }) => as !== 'medicines_for');
  const observations = observationsOf(
    desk,
    matters.filter(({ kind }) => kind === 'observation' || kind === 'system'),
  );
  const held =
    observations.find((id) => readingsOf(desk.chart, id).length > 0) ??
    observations.flatMap((id) => measureWords.nearest[id] ?? []).find((id) => readingsOf(desk.chart, id).length > 0);
  if (held !== undefined) {
    const told = explainMeasure(desk, frame, held);
    return { ...told, body: [...told.body, ...othersAsked(desk, matters, frame, held)] };
  }
  const done = tellWhyDone(desk, frame);
  if (done !== undefined) return done;
  const suspects = suspectsOf(desk, frame);
  const complaint = matters.find(
    (each) => (each.kind === 'symptom' || each.kind === 'condition') && !suspects.includes(each),
  );
  const looked = complaint === undefined ? undefined : tellLookedInto(desk, frame, complaint.id);
  if (looked !== undefined) return looked;
  const shown = complaint?.kind === 'condition' ? shownBy(desk, complaint) : undefined;
  if (shown !== undefined) return explainMeasure(desk, frame, shown);
  const event = complaint?.kind === 'condition' ? eventOf(desk, frame, complaint) : undefined;
  if (event !== undefined) return explainEvent(desk, frame, event);
  if (complaint !== undefined) return explainComplaint(desk, frame, complaint.id);
  const [drug] = suspects;
  return drug === undefined ? undefined : explainMedicine(desk, frame, drug);
}

/** "Are my thyroid and my calcium anything to do with lithium?": each value that is named gets its own word. */
function othersAsked(desk: Desk, matters: readonly Subject[], frame: Frame, told: string): string[] {
  return matters
    .filter(({ kind }) => kind === 'observation' || kind === 'system')
    .flatMap((subject) => observationsOf(desk, [subject]).slice(0, 1))
    .filter((id) => id !== told && readingsOf(desk.chart, id).length > 0)
    .slice(0, 2)
    .map((id) => {
      const { lead, body } = explainMeasure(desk, frame, id);
      return [lead.replaceAll('**', ''), ...body.slice(0, 1)].join(' ');
    });
}

/** A condition that no entry lists but a value shows: "my low platelets". */
function shownBy({ chart }: Desk, { id }: Subject): string | undefined {
  const listed = chart.view.conditions.some(({ concepts }) => concepts.some((each) => openCatalogue().isA(each, id)));
  if (listed) return undefined;
  return openCatalogue()
    .shownBy(id)
    .flatMap((each) => [each.id, ...(measureWords.nearest[each.id] ?? [])])
    .find((each) => readingsOf(chart, each).length > 0);
}

/** What is asked about lies in the past: a clot, a bleed, a stay. */
function eventOf({ chart }: Desk, frame: Frame, subject: Subject) {
  const held = itemsFor(subject, chart).conditions.filter((item) => isPast(item, frame));
  return held.toSorted((a, b) => (b.onset ?? '').localeCompare(a.onset ?? ''))[0];
}
