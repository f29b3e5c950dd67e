/** The record of a turn as reasoning sees it: read once, whoever of the agents asks. What the turn itself told is left out. */
import type { AgentContext, Json } from 'consilium/kernel';
import { type Chart, type Focus, NO_FOCUS, readChart } from 'consilium/reasoning';
import { patientRecord } from 'consilium/record';
import { nowOf } from './clock.ts';

const KEPT = 16;
const charts = new Map<string, Chart>();

export function chartOf(context: AgentContext): Chart {
  const known = charts.get(context.invocation);
  if (known !== undefined) return known;
  const chart = readChart({ ...patientRecord(context), now: nowOf(context.state) }, context.invocation);
  charts.set(context.invocation, chart);
  if (charts.size > KEPT) charts.delete(charts.keys().next().value!);
  return chart;
}

const FOCUS = 'focus';

export function readFocus({ state }: Pick<AgentContext, 'state'>): Focus {
  const kept = state.get(FOCUS);
  return kept === undefined ? NO_FOCUS : { ...NO_FOCUS, ...(kept as unknown as Focus) };
}

export function keepFocus({ state }: Pick<AgentContext, 'state'>, focus: Focus): void {
  state.set(FOCUS, JSON.parse(JSON.stringify(focus)) as Json);
}
