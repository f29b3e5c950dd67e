/** The supervisor without a model: reads what is wished, hands each wish to its agent, and tells all of it at the end. */
import { numberAt } from 'consilium/clinical';
import type { OfflinePolicy, OfflineTurn } from 'consilium/models';
import { nextWish, noteNew, readWishes, studyOf, tellAll } from '../_shared/desk.ts';

const AS_TOOLS = ['AnalyticsAgent', 'SchedulerAgent'];

const policy: OfflinePolicy = async (turn) => {
  const understood = await readWishes(turn);
  if (understood.kind === 'emergency') return { say: callForHelp(turn) };
  if (understood.kind === 'thanks' || understood.kind === 'bye') return { say: answerKindly(turn, understood.kind) };
  if (understood.kind !== 'wishes') return { say: understood.kind === 'greeting' ? HELP : unclear(turn) };
  noteNew(turn, understood.wishes, ...AS_TOOLS);
  const next = nextWish(turn, understood.wishes);
  if (next === undefined) return { say: tellAll(turn) };
  if (AS_TOOLS.includes(next.agent)) return { call: next.agent, input: { request: next.text } };
  return { transfer: next.agent, reason: next.row };
};

export default policy;

const EXAMPLES =
  '"explain the loop of Henle for beginners", "quiz me on heart failure, 5 questions", "make flashcards on asthma", "how am I doing this week", "plan up to my exam on 12 December, 6 hours a week"';

const HELP = `Hello. I explain from your material, ask questions and grade them, keep flashcards and your progress, and plan your time up to an exam. For example: ${EXAMPLES}.`;

/** Said back, with what waits. */
function answerKindly({ context }: OfflineTurn, kind: 'thanks' | 'bye'): string {
  const due = studyOf(context).cards.due(context.principal).length;
  const waits = due === 0 ? '' : ` ${due === 1 ? 'One card is' : `${due} cards are`} due: "review my cards".`;
  context.state.set('temp:claims', 'none');
  return `${kind === 'thanks' ? 'You are welcome.' : 'Until next time.'}${waits}`;
}

function callForHelp({ context }: OfflineTurn): string {
  context.state.set('temp:outcome', 'emergency');
  return `**If this is happening to you: call ${numberAt(context.place)} now.** I only help with learning; the health team can help you with what to do.`;
}

function unclear({ context }: OfflineTurn): string {
  context.state.set('temp:outcome', 'fallback');
  return `I am not sure what you would like to learn. For example: ${EXAMPLES}. For questions about your own health, ask the health team; in an emergency call your local number.`;
}
