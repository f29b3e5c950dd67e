/** What a message tells that belongs into the record, through the gate of `src/reasoning`. */
import type { AgentContext } from 'consilium/kernel';
import { type Hold, holdOn, isTold, readMessage } from 'consilium/reasoning';
import { chartOf, readFocus } from './chart.ts';
import { nowOf } from './clock.ts';
import { isEntryReply } from './entries.ts';
import { readFacts, type Told } from './facts.ts';
import { redFlagsIn, ruleFor } from './rules.ts';
import { hasPatient } from './turn.ts';

/** Whether this message may add to the record at all: said about the patient, in no emergency, no word about an entry. */
export function mayStore(context: AgentContext): boolean {
  const { message, state } = context;
  if (!hasPatient(state) || redFlagsIn(message).length > 0 || isEntryReply(message, state)) return false;
  return ruleFor(message, context) === 'patient';
}

/** What is asked, offered, planned, thought of or ordered is not told. */
export function toldIn(context: AgentContext): Told[] {
  if (!mayStore(context)) return [];
  const now = nowOf(context.state);
  const { text, byOther, frames } = readMessage(context.message, chartOf(context), readFocus(context), now);
  const isPlan = ({ kind, time }: Told) =>
    kind === 'procedure' && time !== undefined && time.slice(0, 10) > now.slice(0, 10);
  const told = readFacts(text, now).filter((fact) => isTold(fact, frames) && !isPlan(fact));
  return byOther ? told.map((fact) => inOwnPlace(fact, context.message)) : told;
}

/** Somebody else speaks for the patient: the words stand elsewhere in what they wrote. */
function inOwnPlace(fact: Told, message: string): Told {
  const at = message.toLowerCase().indexOf(fact.text.toLowerCase());
  return {
    ...fact,
    experiencer: 'patient',
    start: Math.max(0, at),
    end: at < 0 ? message.length : at + fact.text.length,
  };
}

/** What must be asked before it is kept; nothing for most. */
export function holdFor(
  context: AgentContext,
  fact: { kind: string; name: string },
  ordered = false,
): Hold | undefined {
  return holdOn(chartOf(context), fact as Parameters<typeof holdOn>[1], ordered);
}
