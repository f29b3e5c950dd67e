import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../kernel/clock.ts';
import type { Env } from '../kernel/context.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import type { Context } from './context.ts';
import { checkQuery } from './cypher/check.ts';
import { parseQuery } from './cypher/parse.ts';
import { reject } from './cypher/reject.ts';
import { recordLayout } from './engine/layout.ts';
import { type Plan, planQuery } from './engine/pipeline.ts';
import { mostRows, openStore, prepare } from './engine/store.ts';
import { fromParameter, type Json, toJson } from './json.ts';
import { type Anchor, checkAnchors, checkSafety, refuseScope } from './rules/safety.ts';
import { repairStyle } from './rules/style.ts';
import type { Warning } from './rules/warning.ts';
import { prepareGraph } from './schema.ts';
import type { Value } from './values.ts';

export interface GraphQuery {
  /** The patient that the query runs for: `Patient.uuid`, the FHIR `Patient.id`. */
  patientId: string;
  query: string;
  params?: Record<string, unknown>;
  limits?: Partial<Limits>;
  /** What `date()` and `datetime()` take for now, in ms since the epoch; the machine's time unless given. */
  now?: number;
}

export interface Limits {
  timeoutMs: number;
  maxRows: number;
}

export interface GraphResult {
  columns: string[];
  rows: Json[][];
  ms: number;
  /** Rules of style that the query broke and that were put right. */
  warnings?: Warning[];
}

/** Runs a Cypher query on one patient's graph. Nothing outside it can be seen, whatever the query says. */
export function queryGraph(db: DatabaseSync, request: GraphQuery): GraphResult {
  const started = performance.now();
  const limits = { ...USUAL_LIMITS, ...request.limits };
  const compiled = compileQuery(request.query);
  const parameters = bindParameters(request);
  checkAnchors(compiled.anchors, request.patientId, parameters);
  const tenant = findTenant(db, request.patientId);
  const rows = guard(() =>
    compiled.plan.run(openContext(db, tenant, parameters, limits, started, request.now ?? systemClock.now())),
  );
  if (rows.length > limits.maxRows)
    throw reject('limit', `The query found more than ${limits.maxRows} rows.`, {
      hint: 'Add LIMIT, filter, or aggregate.',
    });
  return {
    columns: compiled.plan.columns,
    rows: rows.map((row) => row.map(toJson)),
    ms: Math.round((performance.now() - started) * 1000) / 1000,
    ...(compiled.warnings.length > 0 ? { warnings: compiled.warnings } : {}),
  };
}

export interface Compiled {
  plan: Plan;
  anchors: Anchor[];
  warnings: Warning[];
}

const plans = new Map<string, Compiled>();
const mostPlans = 500;
const longestQuery = 50_000;
/** List elements, or sixteen times as many characters. */
const mostMade = 5_000_000;

/** Parse, check, repair, plan; kept by the query's text, since a plan knows neither patient nor parameters. */
export function compileQuery(source: string): Compiled {
  const known = plans.get(source);
  if (known) {
    plans.delete(source);
    plans.set(source, known);
    return known;
  }
  if (source.length > longestQuery) throw reject('syntax', `A query has at most ${longestQuery} characters.`);
  const compiled = guard(() => {
    const checked = checkQuery(parseQuery(source), source);
    const anchors = checkSafety(checked.query, source);
    const warnings = repairStyle(checked, source);
    return { plan: planQuery(checked, recordLayout), anchors, warnings };
  });
  plans.set(source, compiled);
  if (plans.size > mostPlans) plans.delete(plans.keys().next().value!);
  return compiled;
}

/** Forgets every plan: to measure what a first run costs. */
export function forgetPlans(): void {
  plans.clear();
}

/** What a query says never becomes an error of another kind: a tree too deep, a join too wide are limits too. */
function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConsiliumError) throw error;
    throw new ConsiliumError('CYPHER_REJECTED', 'The query is too large to run.', {
      hint: 'Split it into smaller parts.',
      details: { rule: 'limit' },
      cause: error,
    });
  }
}

function bindParameters({ patientId, params }: GraphQuery): ReadonlyMap<string, Value> {
  const parameters = new Map(Object.entries(params ?? {}).map(([name, value]) => [name, fromParameter(value)]));
  const given = parameters.get('patient_uuid');
  if (given !== undefined && given !== patientId) throw refuseScope();
  return parameters.set('patient_uuid', patientId);
}

function findTenant(db: DatabaseSync, patientId: string): number {
  prepareGraph(db);
  const row = prepare(db, 'SELECT id FROM graph_tenant WHERE uuid = ?').get(patientId) as unknown as
    | [number]
    | undefined;
  if (!row)
    throw new ConsiliumError('PATIENT_NOT_FOUND', 'There is no such patient.', {
      hint: 'List the patients with `consilium patients`.',
    });
  return row[0];
}

function openContext(
  db: DatabaseSync,
  tenant: number,
  parameters: ReadonlyMap<string, Value>,
  limits: Limits,
  started: number,
  now: number,
): Context {
  const deadline = started + limits.timeoutMs;
  const late = () => {
    if (performance.now() > deadline)
      throw reject('limit', `The query ran longer than ${limits.timeoutMs} ms.`, {
        hint: 'Anchor it at the patient and narrow it.',
      });
  };
  let ticks = 0;
  const tick = () => {
    if ((++ticks & 63) === 0) late();
  };
  const hold = (rows: number) => {
    late();
    if (rows > mostRows) throw reject('limit', `A step of the query found more than ${mostRows} rows.`);
  };
  let spent = 0;
  const spend = (value: Value) => {
    if (Array.isArray(value)) spent += value.length;
    else if (typeof value === 'string') spent += value.length / 16;
    if (spent > mostMade) throw reject('limit', 'The lists and texts that the query makes grew too large.');
  };
  return { parameters, graph: openStore(db, tenant, recordLayout, late), now: timeOf(now), tick, hold, spend };
}

function timeOf(millis: number): Context['now'] {
  const day = Math.floor(millis / 86_400_000);
  return { kind: 'datetime', day, nanos: (millis - day * 86_400_000) * 1_000_000, offset: 0 };
}

export const USUAL_LIMITS: Limits = { timeoutMs: 5000, maxRows: 10_000 };

/** Those that the surroundings set, for what is asked through the house. */
export function readLimits(env: Env): Limits {
  const read = (name: string, otherwise: number) => {
    const value = Number(env[name]);
    return Number.isFinite(value) && value > 0 ? value : otherwise;
  };
  return {
    timeoutMs: read('CONSILIUM_CYPHER_TIMEOUT_MS', USUAL_LIMITS.timeoutMs),
    maxRows: read('CONSILIUM_CYPHER_MAX_ROWS', USUAL_LIMITS.maxRows),
  };
}
