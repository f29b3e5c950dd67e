/** What a message tells that belongs into the record. */
import type { AgentContext } from 'consilium/kernel';
import { nowOf } from './clock.ts';
import { isEntryReply } from './entries.ts';
import { readFacts, type Told } from './facts.ts';
import { clausesOf } from './questions.ts';
import { redFlagsIn, ruleFor } from './rules.ts';
import { hasPatient } from './turn.ts';

/** Whether this message may add to the record at all: said about themselves, in no emergency, to keep and not to ask. */
export function mayStore(context: AgentContext): boolean {
  const { message, state } = context;
  if (!hasPatient(state) || redFlagsIn(message).length > 0 || isEntryReply(message, state)) return false;
  return ruleFor(message, context) === 'patient';
}

/** What is asked is not told: "how much metformin do I take?". A value in a question was measured, and a symptom is felt. */
export function toldIn(context: AgentContext): Told[] {
  if (!mayStore(context)) return [];
  const asked = clausesOf(context.message).filter((clause) => clause.asks);
  return readFacts(context.message, nowOf(context.state)).filter(
    ({ kind, start }) =>
      kind === 'measurement' ||
      kind === 'symptom' ||
      !asked.some((clause) => start >= clause.start && start < clause.end),
  );
}
