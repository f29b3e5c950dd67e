/** What to do before something that is booked: what the booking itself says. */
import { type Block, block, type Desk } from '../desk.ts';
import { comingVisits } from '../evidence/contact.ts';
import { type Passage, passagesOf, stemsOf } from '../evidence/passages.ts';
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

function namesOne({ text }: Passage, { subjects }: Frame): boolean {
  const held = stemsOf(text);
  return subjects.some(({ text: named }) => [...stemsOf(named)].every((word) => held.has(word)));
}
