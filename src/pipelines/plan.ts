/**
 * From a definition to what can be run: references found, dependencies drawn, cycles refused, stages that are retried
 * together put into one group. Everything that is wrong is reported with its path; nothing is thrown.
 */
import { type Json, toConsiliumError } from '../kernel/index.ts';
import type { Definition, Stage } from './definition.ts';
import { type Reference, readTemplate, referencesIn, type Template } from './reference.ts';
import type { Path } from './source.ts';

export type Report = (path: Path, rule: string, message: string) => void;

export interface Plan {
  readonly definition: Definition;
  readonly stages: ReadonlyMap<string, PlannedStage>;
  /** What is run as a whole, in an order that respects the dependencies. */
  readonly groups: readonly Group[];
  readonly output: Readonly<Record<string, Template>>;
  readonly artifact: Template | undefined;
}

export interface PlannedStage {
  readonly stage: Stage;
  /** Where it stands in the file. */
  readonly at: number;
  readonly calls: readonly Call[];
  readonly over: Template | undefined;
  /** Of a map: which item waits for which. */
  readonly waits: Template | undefined;
  readonly when: Template | undefined;
  readonly retry: Retry | undefined;
  readonly dependsOn: readonly string[];
}

export interface Call {
  /** Absent where the stage is one call. */
  readonly name: string | undefined;
  readonly inputs: Readonly<Record<string, Template>>;
}

export interface Retry {
  readonly until: Template;
  readonly feedback: Template;
  readonly fewest: Template;
}

/** One stage, or all that are between a stage and the one that may send it back. */
export interface Group {
  /** In an order that respects the dependencies; the last is the one that decides. */
  readonly stages: readonly string[];
  /** Stages outside that must be done before. */
  readonly after: readonly string[];
}

/** Undefined if anything was reported. */
export function planPipeline(definition: Definition, report: Report): Plan | undefined {
  let clean = true;
  const note: Report = (...what) => {
    clean = false;
    report(...what);
  };
  const stages = new Map<string, PlannedStage>();
  for (const [at, stage] of definition.stages.entries()) {
    if (stages.has(stage.id)) note(['stages', at, 'id'], 'duplicate_stage', `There are two stages "${stage.id}".`);
    else stages.set(stage.id, planStage(stage, at, note));
  }
  const output = readFields(definition.output, ['output'], note);
  checkNames(stages, output, note);
  const order = clean ? sortStages(stages, note) : [];
  const groups = clean ? groupStages(stages, order, note) : [];
  const content = definition.artifact?.content;
  const artifact = content === undefined ? undefined : read(content, ['artifact', 'content'], note);
  return clean ? { definition, stages, groups, output, artifact } : undefined;
}

/** Each stage by itself, whatever is wrong between them: of two with one name, both. */
export function stagesOf({ stages }: Definition): PlannedStage[] {
  return stages.map((stage, at) => planStage(stage, at, () => {}));
}

function planStage(stage: Stage, at: number, note: Report): PlannedStage {
  const path = ['stages', at];
  const shared = readFields(stage.inputs, [...path, 'inputs'], note);
  const calls = Object.entries(stage.calls ?? {}).map(([name, inputs]) => ({
    name,
    inputs: { ...shared, ...readFields(inputs, [...path, 'calls', name], note) },
  }));
  const over = stage.map && read(stage.map.over, [...path, 'map', 'over'], note);
  const waits =
    stage.map?.dependencies === undefined
      ? undefined
      : read(stage.map.dependencies, [...path, 'map', 'dependencies'], note);
  if (waits !== undefined && stage.calls !== undefined)
    note(
      [...path, 'map', 'dependencies'],
      'calls_and_dependencies',
      `"${stage.id}" makes several calls an item; only one can be waited for.`,
    );
  const when = stage.when === undefined ? undefined : read(stage.when, [...path, 'when'], note);
  const retry = stage.retry && {
    until: read(stage.retry.until, [...path, 'retry', 'until'], note),
    feedback: read(stage.retry.feedback, [...path, 'retry', 'feedback'], note),
    fewest: read(stage.retry.fewest, [...path, 'retry', 'fewest'], note),
  };
  const all = stage.calls === undefined ? [{ name: undefined, inputs: shared }] : calls;
  if (all.length === 0) note([...path, 'calls'], 'no_calls', `"${stage.id}" has a list of calls with none in it.`);
  const used = [
    ...all.flatMap(({ inputs }) => Object.values(inputs)),
    ...[over, waits, when].filter((t) => t !== undefined),
  ];
  const dependsOn = [...new Set([...used.flatMap(referencesIn).flatMap(stageOf), ...stage.after])];
  return { stage, at, calls: all, over, waits, when, retry, dependsOn };
}

function readFields(fields: Readonly<Record<string, Json>>, path: Path, note: Report): Record<string, Template> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, read(value, [...path, name], note)]));
}

function read(value: Json, path: Path, note: Report): Template {
  try {
    return readTemplate(value);
  } catch (thrown) {
    note(path, 'wrong_reference', toConsiliumError(thrown).message);
    return { kind: 'literal', value: null };
  }
}

/** The stage a reference is to, if it is to one. */
export function stageOf({ root, path: [first] }: Reference): string[] {
  return root === 'stages' && first?.to === 'field' ? [first.name] : [];
}

function checkNames(stages: ReadonlyMap<string, PlannedStage>, output: Record<string, Template>, note: Report): void {
  const known = `There are ${[...stages.keys()].join(', ')}.`;
  for (const { stage, at, dependsOn, retry } of stages.values()) {
    for (const name of dependsOn)
      if (!stages.has(name))
        note(placeOf(stage, at, name), 'unknown_stage', `"${stage.id}" refers to a stage "${name}". ${known}`);
    if (stage.retry !== undefined && !stages.has(stage.retry.from))
      note(
        ['stages', at, 'retry', 'from'],
        'unknown_stage',
        `There is no stage "${stage.retry.from}" to retry. ${known}`,
      );
    for (const [field, template] of Object.entries(retry ?? {}) as [keyof Retry, Template][])
      for (const name of referencesIn(template).flatMap(stageOf))
        if (!stages.has(name))
          note(['stages', at, 'retry', field], 'unknown_stage', `There is no stage "${name}". ${known}`);
  }
  for (const [field, template] of Object.entries(output))
    for (const name of referencesIn(template).flatMap(stageOf))
      if (!stages.has(name)) note(['output', field], 'unknown_stage', `There is no stage "${name}". ${known}`);
}

/** Where in a stage another is named. */
function placeOf(stage: Stage, at: number, name: string): Path {
  const path = ['stages', at];
  const names = (value: Json | undefined) => JSON.stringify(value ?? null).includes(`stages.${name}`);
  const field = Object.entries(stage.inputs).find(([, value]) => names(value))?.[0];
  if (field !== undefined) return [...path, 'inputs', field];
  for (const [call, inputs] of Object.entries(stage.calls ?? {}))
    for (const [input, value] of Object.entries(inputs)) if (names(value)) return [...path, 'calls', call, input];
  if (names(stage.map?.over)) return [...path, 'map', 'over'];
  return names(stage.when) ? [...path, 'when'] : [...path, 'after'];
}

/** Dependencies first, else in the order of the file. Reports a cycle with the way around it. */
function sortStages(stages: ReadonlyMap<string, PlannedStage>, note: Report): string[] {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (id: string): boolean => {
    if (done.has(id)) return true;
    if (way.includes(id)) {
      const circle = [...way.slice(way.indexOf(id)), id];
      const { stage, at } = stages.get(id)!;
      note(placeOf(stage, at, circle[1]!), 'cycle', `The stages wait for each other: ${circle.join(' → ')}.`);
      return false;
    }
    way.push(id);
    const fine = stages.get(id)!.dependsOn.every(visit);
    way.pop();
    if (fine) done.add(id);
    return fine;
  };
  for (const id of stages.keys()) if (!visit(id)) return [];
  return [...done];
}

function groupStages(stages: ReadonlyMap<string, PlannedStage>, order: readonly string[], note: Report): Group[] {
  const above = ancestors(stages, order);
  const groupOf = new Map<string, string>();
  for (const { stage, at, retry } of stages.values()) {
    if (stage.retry === undefined) continue;
    const { from } = stage.retry;
    for (const [field, template] of Object.entries(retry!) as [string, Template][])
      for (const id of referencesIn(template).flatMap(stageOf))
        if (!above.get(stage.id)!.has(id))
          note(
            ['stages', at, 'retry', field],
            'retry_unreachable',
            `"${stage.id}" does not wait for "${id}": its result may not be there yet. Name it under "after".`,
          );
    const between = order.filter((id) => above.get(id)!.has(from) && above.get(stage.id)!.has(id));
    const path = ['stages', at, 'retry', 'from'];
    if (between.length === 0)
      note(
        path,
        'retry_unreachable',
        `"${stage.id}" does not depend on "${from}": to run it again would change nothing.`,
      );
    for (const id of between) {
      const other = groupOf.get(id);
      if (other !== undefined) note(path, 'retry_overlap', `"${id}" is retried by "${other}" already.`);
      else groupOf.set(id, stage.id);
    }
  }
  const heads = new Set(order.map((id) => groupOf.get(id) ?? id));
  const groups = Array.from(heads, (head) => {
    const members = order.filter((id) => (groupOf.get(id) ?? id) === head);
    const after = members.flatMap((id) => stages.get(id)!.dependsOn).filter((id) => !members.includes(id));
    return { stages: members, after: [...new Set(after)] };
  });
  return sortGroups(groups, note);
}

/** Each stage with itself and all it waits for, directly or not. */
function ancestors(stages: ReadonlyMap<string, PlannedStage>, order: readonly string[]): Map<string, Set<string>> {
  const above = new Map<string, Set<string>>();
  for (const id of order)
    above.set(id, new Set([id, ...stages.get(id)!.dependsOn.flatMap((before) => [...above.get(before)!])]));
  return above;
}

/** A group waits for whole groups: a draft that may still be sent back is nobody else's business. */
function sortGroups(groups: readonly Group[], note: Report): Group[] {
  const sorted: Group[] = [];
  const done = new Set<string>();
  while (sorted.length < groups.length) {
    const next = groups.find((group) => !sorted.includes(group) && group.after.every((id) => done.has(id)));
    if (next === undefined) {
      note(['stages'], 'retry_overlap', 'Two stages with a retry wait for what the other may send back.');
      return [];
    }
    sorted.push(next);
    for (const id of next.stages) done.add(id);
  }
  return sorted;
}
