/** A planned pipeline against the functions there are: names, presets, inputs, and where every reference leads. */
import { type Json, toConsiliumError } from '../kernel/index.ts';
import type { Definition, Schema } from './definition.ts';
import { type Call, type Plan, type PlannedStage, type Report, stagesOf } from './plan.ts';
import { type Move, type Reference, referencesIn, type Template } from './reference.ts';
import type { Path } from './source.ts';
import type { StageFunction, Workbench } from './workbench.ts';

export function checkFunctions(plan: Plan, workbench: Workbench, report: Report): void {
  const world: World = { input: plan.definition.input, stages: new Map() };
  for (const planned of plan.stages.values()) {
    const { stage, at } = planned;
    const fn = workbench.find(stage.function);
    if (fn === undefined) reportUnknown(stage.function, at, workbench, report);
    else checkPreset(fn, planned, report);
    world.stages.set(stage.id, fn === undefined ? ANYTHING : outputOf(planned, fn));
  }
  for (const planned of plan.stages.values()) checkStage(planned, plan, world, workbench, report);
  for (const [field, template] of Object.entries(plan.output))
    checkReferences(template, world, ['output', field], report);
}

/** What references may lead to. */
interface World {
  readonly input: Schema;
  readonly stages: Map<string, Schema>;
  readonly item?: Schema | undefined;
  readonly index?: Schema | undefined;
  readonly needs?: Schema | undefined;
  readonly retry?: Schema | undefined;
}

const ANYTHING: Schema = {};

/** Of a pipeline that cannot be planned: each stage by itself, its function, its preset and its inputs. */
export function checkStages(definition: Definition, workbench: Workbench, report: Report): void {
  for (const planned of stagesOf(definition)) {
    const fn = workbench.find(planned.stage.function);
    if (fn === undefined) {
      reportUnknown(planned.stage.function, planned.at, workbench, report);
      continue;
    }
    checkPreset(fn, planned, report);
    for (const call of planned.calls) checkInputs(call, planned, fn, placesOf(call, planned), report);
  }
}

function reportUnknown(name: string, at: number, { names }: Workbench, report: Report): void {
  const message = `There is no function "${name}". There are ${names.join(', ')}.`;
  report(['stages', at, 'function'], 'unknown_function', message);
}

function checkPreset(fn: StageFunction, { stage, at }: PlannedStage, report: Report): void {
  if (stage.preset !== undefined && stage.quality !== undefined)
    report(['stages', at, 'quality'], 'preset_twice', `"${stage.id}" names a preset and a quality; only one can hold.`);
  if (stage.preset === undefined) return;
  try {
    fn.checkPreset(stage.preset);
  } catch (thrown) {
    const { message, hint } = toConsiliumError(thrown);
    report(['stages', at, 'preset'], 'unknown_preset', hint === undefined ? message : `${message} ${hint}`);
  }
}

function outputOf({ stage }: PlannedStage, fn: StageFunction): Schema {
  const names = Object.keys(stage.calls ?? {});
  const one: Schema =
    stage.calls === undefined
      ? fn.output
      : { type: 'object', properties: Object.fromEntries(names.map((name) => [name, fn.output as Json])) };
  return stage.map === undefined ? one : { type: 'array', items: one as Json };
}

function checkStage(planned: PlannedStage, plan: Plan, world: World, workbench: Workbench, report: Report): void {
  const { stage, at, over, waits, when, retry } = planned;
  const path = ['stages', at];
  const group = plan.groups.find(({ stages }) => stages.includes(stage.id))!;
  const sender = plan.stages.get(group.stages.at(-1)!)!.stage.retry;
  const around: World = sender === undefined ? world : { ...world, retry: retrySchema(world.stages.get(sender.from)!) };
  if (when !== undefined) checkReferences(when, around, [...path, 'when'], report);
  for (const [field, template] of Object.entries(retry ?? {}) as [string, Template][])
    checkReferences(template, around, [...path, 'retry', field], report);
  const fn = workbench.find(stage.function);
  const needs = waits && { needs: { type: 'array', items: (fn?.output ?? ANYTHING) as Json } };
  if (waits !== undefined) checkReferences(waits, around, [...path, 'map', 'dependencies'], report);
  const inside =
    over === undefined ? around : { ...around, ...checkMap(over, around, [...path, 'map', 'over'], report), ...needs };
  for (const call of planned.calls) {
    const placeOf = placesOf(call, planned);
    for (const [field, template] of Object.entries(call.inputs))
      checkReferences(template, inside, placeOf(field), report);
    if (fn !== undefined) checkInputs(call, planned, fn, placeOf, report);
  }
}

/** Where an input stands: with its call, or with what all calls share. */
function placesOf({ name }: Call, { stage, at }: PlannedStage): (field: string) => Path {
  return (field) => {
    const own = name !== undefined && Object.hasOwn(stage.calls![name]!, field);
    return own ? ['stages', at, 'calls', name, field] : ['stages', at, 'inputs', field];
  };
}

function retrySchema(previous: Schema): Schema {
  return {
    type: 'object',
    properties: { attempt: { type: 'integer' }, feedback: {}, previous: previous as Json },
  };
}

/** What `item` and `index` are in a stage that is mapped over a list. */
function checkMap(over: Template, world: World, path: Path, report: Report): Pick<World, 'item' | 'index'> {
  checkReferences(over, world, path, report);
  const list = over.kind === 'reference' ? walk(over.reference, world) : ANYTHING;
  if (typeof list === 'object' && list['type'] !== undefined && list['type'] !== 'array')
    report(path, 'not_a_list', `"${textOf(over)}" is not a list.`);
  const items = typeof list === 'object' ? (list['items'] as Schema | undefined) : undefined;
  return { item: items ?? ANYTHING, index: { type: 'integer' } };
}

function checkInputs(
  call: Call,
  { stage, at }: PlannedStage,
  fn: StageFunction,
  placeOf: (field: string) => Path,
  report: Report,
): void {
  const fields = fieldNames(fn.input);
  for (const [field, template] of Object.entries(call.inputs)) {
    if (fields !== undefined && !fields.includes(field))
      report(placeOf(field), 'unknown_input', `${fn.name} has no input "${field}". It has ${fields.join(', ')}.`);
    const type = fn.fields[field];
    const wrong = template.kind === 'literal' && type !== undefined ? type.safeParse(template.value) : undefined;
    if (wrong?.success === false)
      report(placeOf(field), 'wrong_input', `"${field}" of ${fn.name}: ${wrong.error.issues[0]!.message}.`);
  }
  const missing = ((fn.input['required'] as string[] | undefined) ?? []).filter((name) => !(name in call.inputs));
  if (missing.length > 0)
    report(
      call.name === undefined ? ['stages', at, 'inputs'] : ['stages', at, 'calls', call.name],
      'missing_input',
      `"${stage.id}" does not say what ${fn.name} needs: ${missing.join(', ')}.`,
    );
}

/** Undefined where the schema leaves open what an object may hold. */
function fieldNames(schema: Schema): string[] | undefined {
  const variants = [schema, ...((schema['anyOf'] ?? schema['oneOf'] ?? []) as Schema[])];
  const names = variants.flatMap((variant) => Object.keys((variant['properties'] as object | undefined) ?? {}));
  return names.length > 0 ? [...new Set(names)] : undefined;
}

function checkReferences(template: Template, world: World, path: Path, report: Report): void {
  for (const reference of referencesIn(template)) {
    const found = walk(reference, world);
    if (typeof found === 'string') report(path, 'wrong_reference', `\${${reference.text}} leads nowhere: ${found}.`);
  }
}

/** The schema a reference leads to, or in a sentence why it leads nowhere. */
function walk({ root, path }: Reference, world: World): Schema | string {
  if (root !== 'stages') {
    const from = world[root];
    if (from === undefined)
      return root === 'retry'
        ? 'this stage is not part of a retry'
        : root === 'needs'
          ? 'this stage has no map with dependencies'
          : `there is no ${root} outside of a map`;
    return follow(from, path, root, world);
  }
  const [first, ...rest] = path;
  if (first?.to !== 'field') return 'it names no stage';
  const stage = world.stages.get(first.name);
  return stage === undefined ? `there is no stage "${first.name}"` : follow(stage, rest, `stages.${first.name}`, world);
}

function follow(from: Schema, path: readonly Move[], name: string, world: World): Schema | string {
  const [move, ...rest] = path;
  if (move === undefined) return from;
  const variants = (from['anyOf'] ?? from['oneOf'] ?? from['allOf']) as Schema[] | undefined;
  if (variants !== undefined) return followAny(variants, path, name, world);
  if (from['$ref'] !== undefined) return ANYTHING;
  const type = from['type'];
  if (move.to === 'field') {
    const properties = from['properties'] as Record<string, Schema> | undefined;
    const next = properties !== undefined && Object.hasOwn(properties, move.name) ? properties[move.name] : undefined;
    if (next !== undefined) return follow(next, rest, `${name}.${move.name}`, world);
    if (type !== undefined && type !== 'object') return `${name} is ${describe(type)}, which has no fields`;
    const open = from['additionalProperties'];
    if (properties === undefined || (typeof open === 'object' && open !== null) || open === true)
      return follow(typeof open === 'object' ? (open as Schema) : ANYTHING, rest, `${name}.${move.name}`, world);
    return `${name} has no "${move.name}", only ${Object.keys(properties).join(', ')}`;
  }
  if (type !== undefined && type !== 'array') return `${name} is ${describe(type)}, not a list`;
  if (move.to === 'place' && move.at === 'index' && world.index === undefined)
    return 'there is no index outside of a map';
  const items = (from['items'] as Schema | undefined) ?? ANYTHING;
  if (move.to === 'first') return follow(from, rest, name, world);
  const inner = follow(items, rest, `${name}[]`, world);
  return move.to === 'each' && typeof inner === 'object' ? { type: 'array', items: inner as Json } : inner;
}

function followAny(variants: readonly Schema[], path: readonly Move[], name: string, world: World): Schema | string {
  const found = variants.map((variant) => follow(variant, path, name, world));
  return found.find((schema) => typeof schema === 'object') ?? found[0] ?? ANYTHING;
}

function describe(type: Json): string {
  return (
    { string: 'text', integer: 'a number', number: 'a number', boolean: 'yes or no', array: 'a list' }[String(type)] ??
    String(type)
  );
}

function textOf(template: Template): string {
  return template.kind === 'reference' ? `\${${template.reference.text}}` : 'This';
}
