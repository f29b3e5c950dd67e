/** What to do before something that is booked: what the booking itself says. */
import { type Block, block, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { comingVisits } from '../evidence/contact.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages, type Passage, passagesOf, stemsOf } from '../evidence/passages.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { fits } from './visit-names.ts';
import { describe } from './visiting.ts';

const OF_PREPARING = new Set<Frame['aspect']>([
  'todo',
  'prepare',
  'bring',
  'avoid',
  'said',
  'stop',
  'safe',
  'have',
  'who',
]);
/** These ask for one thing: the booking answers where it names that. */
const OF_ONE_THING = new Set<Frame['aspect']>(['stop', 'safe', 'have']);
const CALLS = /\b(?:call|ring|phone|tell|contact)\b/i;
const AHEAD = /\b(?:before|for|ahead of|prior to|prepare|get ready)\b/i;

export function answerBefore(desk: Desk, frame: Frame): Block | undefined {
  if (!OF_PREPARING.has(frame.aspect) || !AHEAD.test(frame.text)) return undefined;
  const written = byInstruction(desk, frame);
  if (written !== undefined) return written;
  for (const visit of comingVisits(desk.chart).filter((each) => fits(desk, each, frame))) {
    const notes = passagesOf(desk.chart).filter(({ uuid, remark }) => remark && uuid === visit.uuid);
    const said =
      frame.aspect === 'who'
        ? notes.filter(({ text }) => CALLS.test(text))
        : OF_ONE_THING.has(frame.aspect)
          ? notes.filter((note) => namesOne(note, frame))
          : notes;
    if (said.length > 0)
      return block(
        `**${said.map(({ text }) => text).join(' ')}** That is what the booking says ${describe(desk, visit)}.`,
      );
  }
  return undefined;
}

const DRUGS = new Set<Frame['subjects'][number]['kind']>(['drug', 'drug_class']);
const INSTRUCTION_DAYS = 150;
const PAUSES = pattern('pauses_before');

/** "When do I stop the blood thinner for the camera test?": what the paper on that very test says of that medicine leads. */
function byInstruction(desk: Desk, frame: Frame): Block | undefined {
  const drugs = frame.subjects.filter(({ kind }) => DRUGS.has(kind));
  const done = frame.subjects.filter(({ kind }) => kind === 'procedure');
  if (frame.aspect !== 'stop' || drugs.length === 0 || done.length === 0) return undefined;
  const taken = drugs.flatMap((subject) => itemsFor(subject, desk.chart).medicines).flatMap(({ concepts }) => concepts);
  const about = new Set(
    findPassages(desk.chart, { concepts: done.map(({ id }) => id), words: new Map(), named: true, wide: true }).map(
      ({ passage }) => passage.uuid,
    ),
  );
  const said = findPassages(desk.chart, {
    concepts: [...drugs.map(({ id }) => id), ...taken],
    words: new Map(),
    named: true,
  })
    .map(({ passage }) => passage)
    .filter(
      ({ uuid, time, text, remark }) =>
        !remark &&
        about.has(uuid) &&
        time !== null &&
        daysBetween(time, desk.now) < INSTRUCTION_DAYS &&
        PAUSES.test(text),
    )
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  const [first, ...others] = said;
  if (first === undefined) return undefined;
  return block(`**${quotePassage(desk, first)}**`, [
    ...others.slice(0, 1).map((passage) => sayPassage(desk, passage)),
    'Go by that paper; if anything in it is unclear, ring those who do the test, and stop nothing else on your own.',
  ]);
}

function namesOne({ text }: Passage, { subjects }: Frame): boolean {
  const held = stemsOf(text);
  return subjects.some(({ text: named }) => [...stemsOf(named)].every((word) => held.has(word)));
}
