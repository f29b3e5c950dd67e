/** What brought on something of the past: papers of those days that speak of it, what was taken then and stopped on it. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { effectOf } from '../evidence/effects.ts';
import { influences, isInfluence } from '../evidence/influences.ts';
import { findPassages, type Passage } from '../evidence/passages.ts';
import { contentWords, withWords } from '../evidence/words.ts';
import { type ConditionView, daysBetween, type MedicineView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';

const AROUND_DAYS = 120;
const ENDED_DAYS = 45;
const CAUSAL = ['after', 'because', 'due', 'caused', 'attributed', 'while', 'taking', 'given', 'trigger'];

/** An event is over, or began long ago and is asked about as something that happened. */
export function isPast({ status, onset }: ConditionView, { text }: Frame): boolean {
  return (
    onset !== null && (status === 'resolved' || /\b(?:caused|set (?:it )?off|brought|triggered|happened)\b/i.test(text))
  );
}

export function explainEvent(desk: Desk, frame: Frame, item: ConditionView): Block {
  const suspects = suspectsOf(desk, item);
  const papers = papersOf(desk, frame, item);
  const when = `${capital(lower(item.name))} ${item.onset === null ? '' : `on ${sayDate(item.onset)}`}${cite(desk, item, item.onset)}`;
  const note = item.note === null ? undefined : `${capital(lower(item.name))}: ${item.note}.`;
  if (suspects.length === 0 && papers.length === 0 && note === undefined)
    return block(`**Your record does not say what brought it on.** ${when}.`, [], 'unclear');
  const said = papers.map((passage) => sayPassage(desk, passage)).filter((each) => each !== '');
  const lead =
    suspects.length > 0
      ? `By your record most likely ${list(suspects.map((each) => sayTaken(desk, each)))}`
      : 'Your papers of that time say what was behind it';
  return block(`**${lead}.** ${when}.${suspects.length > 0 ? desk.notes.source(influences.source) : ''}`, [
    note,
    ...said,
  ]);
}

/** Taken then, and known for it or stopped on it. */
function suspectsOf({ chart }: Desk, { concepts, onset }: ConditionView): MedicineView[] {
  if (onset === null) return [];
  const ids = concepts.flatMap((id) => [id, ...openCatalogue().ancestors(id)]);
  return chart.view.medicines
    .filter(({ start, end }) => (start ?? '') <= onset && (end === null || end >= onset.slice(0, end.length)))
    .filter(({ concepts: own, status, end }) => {
      const known = ids.some((id) => isInfluence(own, id) || effectOf(own, id) !== undefined);
      const ended = status === 'stopped' && end !== null && Math.abs(daysBetween(end, onset)) < ENDED_DAYS;
      return ended || (known && status === 'stopped');
    })
    .slice(0, 3);
}

function papersOf(desk: Desk, frame: Frame, { concepts, onset }: ConditionView): Passage[] {
  const near = ({ time }: Passage) =>
    time !== null && onset !== null && Math.abs(daysBetween(onset, time)) < AROUND_DAYS;
  const found = findPassages(desk.chart, {
    concepts,
    words: withWords(contentWords(frame.text), CAUSAL, 0.6),
    wide: true,
  }).map(({ passage }) => passage);
  const ofThen = found.filter((passage) => !passage.remark && near(passage));
  return (ofThen.length > 0 ? ofThen : found.filter(({ remark }) => !remark)).slice(0, 2);
}

function sayTaken(desk: Desk, item: MedicineView): string {
  const end = item.end === null ? '' : `, stopped on ${sayDate(item.end)}`;
  return `${drugName(item.name)} (taken since ${sayDate(item.start)}${end})${cite(desk, item, item.start)}`;
}
