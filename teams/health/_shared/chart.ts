/** The record of a turn as reasoning sees it: read once, whoever of the agents asks. What the turn itself told is left out. */
import type { Whereabouts } from 'consilium/clinical';
import { type AgentContext, type Json, PLACE_KEY, type Place } from 'consilium/kernel';
import { type Chart, type Focus, NO_FOCUS, readChart } from 'consilium/reasoning';
import { copyRecord, openReading, patientRecord } from 'consilium/record';
import { Held } from 'consilium/threads';
import { nowOf } from './clock.ts';
import type { ChartRows } from './reasoning.ts';

const KEPT = 16;
const charts = new Map<string, Held<Chart>>();

export function chartOf(context: AgentContext): Held<Chart> {
  const known = charts.get(context.invocation);
  if (known !== undefined) return known;
  const chart = holdChart(context);
  charts.set(context.invocation, chart);
  if (charts.size > KEPT) charts.delete(charts.keys().next().value!);
  return chart;
}

/** A thread gets the patient's rows; that the record is read is on the trail once, wherever it is read. */
function holdChart(context: AgentContext): Held<Chart> {
  const { invocation: without } = context;
  const reader = { ...patientRecord(context), now: nowOf(context.state) };
  const { patientId, now } = reader;
  const where = whereOf(context);
  let chart: Chart | undefined;
  let rows: Promise<ChartRows> | undefined;
  const load = (): Promise<ChartRows> => {
    if (rows === undefined) openReading(reader, 'patient');
    rows ??= copyRecord(reader).then((copied) => ({ rows: copied, patientId, now, without, where }));
    return rows;
  };
  const open = () => {
    chart ??= readChart(reader, without, where);
    return chart;
  };
  return new Held(without, load, open);
}

/** What the session was told of where the person is, and where the house stands. */
export function whereOf({ state, place }: AgentContext): Whereabouts {
  const told = state.get(PLACE_KEY) as Place | undefined;
  return { told, house: told?.timezone === undefined ? place : undefined };
}

const FOCUS = 'focus';

export function readFocus({ state }: Pick<AgentContext, 'state'>): Focus {
  const kept = state.get(FOCUS);
  return kept === undefined ? NO_FOCUS : { ...NO_FOCUS, ...(kept as unknown as Focus) };
}

export function keepFocus({ state }: Pick<AgentContext, 'state'>, focus: Focus): void {
  state.set(FOCUS, JSON.parse(JSON.stringify(focus)) as Json);
}
