/** "My toe is on fire, what am I to take?": a complaint that an illness of this record brings is treated by its plan. */
import type { Block, Desk } from '../desk.ts';
import { causesOfAll } from '../evidence/causes.ts';
import { medicinesFor } from '../evidence/items.ts';
import type { Frame, Subject } from '../types.ts';
import { lower } from '../wording.ts';
import { answerFromPapers } from './papers.ts';

const TREATS = new Set<Frame['aspect']>(['take', 'todo', 'said', 'list', 'dose']);
const ASKS_WHICH = /\b(?:what|which|how (?:much|many))\b.*\b(?:take|do|use|have|give)\b/i;

export function answerOwnIllness(desk: Desk, frame: Frame): Block | undefined {
  const named = frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system');
  if (
    !TREATS.has(frame.aspect) ||
    named.length === 0 ||
    !named.every(({ kind }) => kind === 'symptom') ||
    !ASKS_WHICH.test(frame.text)
  )
    return undefined;
  const ids = named.map(({ id }) => id);
  const ills = causesOfAll(desk.chart, ids, { from: null, to: desk.now }).flatMap((cause) =>
    cause.kind === 'condition' && cause.item.concepts[0] !== undefined ? [cause.item] : [],
  );
  const [ill] = ills.filter(({ concepts: [id], name }) => medicinesFor({ id: id!, text: name }, desk.chart).length > 0);
  if (ill === undefined) return undefined;
  const subject: Subject = {
    id: ill.concepts[0]!,
    kind: 'condition',
    as: 'itself',
    text: lower(ill.name),
    start: 0,
    end: 0,
  };
  const told = answerFromPapers(desk, {
    ...frame,
    aspect: 'said',
    subjects: [subject],
    text: `${subject.text} flare plan: ${frame.text}`,
  });
  return told === undefined ? undefined : { ...told, about: [subject] };
}
