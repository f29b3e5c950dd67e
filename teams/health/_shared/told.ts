/** What a message tells that belongs into the record, through the gate of `src/reasoning`. */
import type { AgentContext } from 'consilium/kernel';
import { type Hold, namesKin } from 'consilium/reasoning';
import { alarmsIn } from './alarms.ts';
import { chartOf, readFocus } from './chart.ts';
import { nowOf } from './clock.ts';
import { isEntryReply } from './entries.ts';
import type { Told } from './facts.ts';
import { holds, onRecord, tells } from './reasoning.ts';
import { ruleFor } from './rules.ts';
import { hasPatient } from './turn.ts';

/** Whether this message may add to the record at all: said about the patient, in no emergency, no word about an entry. */
export function mayStore(context: AgentContext): boolean {
  const { message, state } = context;
  if (!hasPatient(state) || alarmsIn(context).length > 0 || isEntryReply(message, state)) return false;
  const rule = ruleFor(message, context);
  /** What sounds like an emergency and is none is told like anything else. */
  return rule === 'patient' || rule === 'emergency';
}

/** More facts of one message are more than anybody reads over. */
const MOST_TOLD = 300;

export function toldIn(context: AgentContext): Told[] {
  return allTold(context).slice(0, MOST_TOLD);
}

/** How many more were told than are kept. */
export function toldBeyond(context: AgentContext): number {
  return Math.max(0, allTold(context).length - MOST_TOLD);
}

const PLANNED = new Set(['procedure', 'condition', 'symptom']);

/** What is asked, offered, planned, thought of or ordered is not told. */
function allTold(context: AgentContext): Told[] {
  if (!mayStore(context)) return [];
  const now = nowOf(context.state);
  const { text, byOther, facts, asks } = tells(chartOf(context), context.message, readFocus(context), now);
  const isPlan = ({ kind, time }: Told) =>
    PLANNED.has(kind) && time !== undefined && time.slice(0, 10) > now.slice(0, 10);
  const all = onceEach(facts.filter((fact) => fact.experiencer !== 'other' && !isPlan(fact)));
  const known =
    asks && all.length > 0
      ? onRecord(
          chartOf(context),
          all.map((fact) => ({ ...fact })),
        )
      : [];
  const told = all.filter((_, at) => known[at] !== true);
  if (text === context.message) return told;
  return told.flatMap((fact) =>
    byOther && isOfKin(text, fact) ? [] : [inOwnPlace(byOther ? asPatient(fact) : fact, context.message)],
  );
}

/** Said over and over is said once. */
function onceEach(facts: readonly Told[]): Told[] {
  const said = new Set<string>();
  return facts.filter(({ start: _start, end: _end, text: _text, ...fact }) => {
    const words = JSON.stringify(fact);
    return !said.has(words) && said.add(words);
  });
}

/** Whoever speaks for the patient calls them a son or a mother; a stranger stays one. */
function asPatient(fact: Told): Told {
  return fact.experiencer === 'other' ? fact : { ...fact, experiencer: 'patient' };
}

/** "Her brother is allergic to nuts, is she too?": what a relative of the patient has is not the patient's. */
function isOfKin(text: string, { experiencer, start }: Told): boolean {
  return (
    experiencer !== 'patient' &&
    namesKin(
      text
        .slice(0, start)
        .split(/[.!?;]\s/)
        .at(-1) ?? '',
    )
  );
}

/** The message was written out or put into the first person: the words stand elsewhere in what was written. */
function inOwnPlace(fact: Told, message: string): Told {
  const at = message.toLowerCase().indexOf(fact.text.toLowerCase());
  return {
    ...fact,
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
  return holds(chartOf(context), [{ ...fact }], ordered)[0];
}

/** Of many at once, those that need not be asked about. */
export function withoutHold<F extends { kind: string; name: string }>(context: AgentContext, facts: readonly F[]): F[] {
  if (facts.length === 0) return [];
  const held = holds(
    chartOf(context),
    facts.map((fact) => ({ ...fact })),
    false,
  );
  return facts.filter((_, at) => held[at] === undefined);
}
