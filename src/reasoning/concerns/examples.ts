/** A rule's example in a few words, made into a patient and what was said: what its tests are run on. */
import { parse } from 'yaml';
import { z } from 'zod';
import { type Kind, openCatalogue } from '../../clinical/catalogue/index.ts';
import { ConsiliumError } from '../../kernel/errors.ts';
import { type Node, viewNodes } from '../viewing.ts';
import { type Example, exampleSchema } from './reading.ts';
import type { Rule } from './rules.ts';
import type { Act, ConcernInput, Told } from './types.ts';

const NOW = '2026-06-15T10:00:00Z';
const DAY = 86_400_000;

const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * DAY).toISOString().slice(0, 19).concat('Z');

/** A rule's own examples and counter-examples. */
export function examplesOf({ raw }: Rule): { examples: Example[]; counter: Example[] } {
  const read = (written: string) => z.array(exampleSchema).min(1).parse(parse(written));
  return { examples: read(raw.examples), counter: read(raw.counter) };
}

/**
 * takes: "apixaban 5 mg twice daily @30" (since 30 days); has, had: "heart failure @400"; values: a number (a week old) or
 * [days ago, number] pairs; done: days ago; told: "takes: ibuprofen", "double: apixaban", "measured: potassium 6.1",
 * "changed: body weight 1.8 in 1", a bare name for a sign that is there.
 */
export function inputOf(example: Example): ConcernInput {
  const nodes: Node[] = [];
  const add = (label: string, properties: Node['properties']) =>
    void nodes.push({ uuid: `${label}-${nodes.length}`, label, properties });
  const months = example.months ?? (example.age ?? 50) * 12 + 2;
  nodes.push({
    uuid: 'patient',
    label: 'Patient',
    properties: { birth_date: daysAgo(months * 30.44).slice(0, 10), gender: example.sex ?? 'female' },
  });
  for (const written of example.takes ?? []) add('IntakeRegimen', medicineOf(written, 'active'));
  for (const written of example.stopped ?? []) add('IntakeRegimen', medicineOf(written, 'stopped'));
  for (const written of example.has ?? []) add('ConditionCase', problemOf(written, 'active'));
  for (const written of example.had ?? []) add('ConditionCase', problemOf(written, 'resolved'));
  for (const written of example.allergic ?? []) add('AllergyRecord', allergyOf(written));
  for (const [name, values] of Object.entries(example.values ?? {}))
    for (const [days, value] of typeof values === 'number' ? [[7, values]] : values)
      add('Observation', { ...observationOf(name), value, time: daysAgo(days!) });
  for (const [name, days] of Object.entries(example.done ?? {}))
    add(isVaccine(name) ? 'Immunization' : 'Procedure', {
      name,
      start: daysAgo(days),
      time: daysAgo(days),
      status: 'completed',
    });
  for (const written of example.notes ?? []) add('DocumentReference', noteOf(written));
  if (example.smokes)
    add('Observation', { name: 'Tobacco smoking status', value: 'Current every day smoker', time: daysAgo(50) });
  if (example.drinks) add('Observation', { name: 'Alcohol use', value: 'Heavy drinker', time: daysAgo(50) });
  return {
    record: viewNodes('patient', nodes, NOW),
    told: (example.told ?? []).map(toldOf),
    asked: (example.asked ?? []).map((name) => conceptOf(name).id),
  };
}

/** "Colonoscopy report @900 | Repeat in 3 years.": a title and how many days ago, where they matter. */
function noteOf(written: string): Node['properties'] {
  const {
    title = 'note',
    ago = '40',
    text = written,
  } = /^(?<title>[^|@]{3,60}?)(?: @(?<ago>\d+))? \| (?<text>.*)$/s.exec(written)?.groups ?? {};
  return { name: title, text, time: daysAgo(Number(ago)) };
}

function medicineOf(written: string, status: string): Node['properties'] {
  const [name = '', ago] = written.split('@').map((part) => part.trim());
  const dose = /(\d+(?:\.\d+)?) (mg|ug|g|mL|units)\b/.exec(name);
  const start = daysAgo(Number(ago ?? 400));
  return {
    name,
    status,
    start,
    ...(status === 'stopped' && { end: daysAgo(Number(ago ?? 400) / 2) }),
    ...(dose && { dose: Number(dose[1]), unit: dose[2] === 'units' ? '[IU]' : dose[2], text: name }),
  };
}

function problemOf(written: string, status: string): Node['properties'] {
  const [name = '', ago] = written.split('@').map((part) => part.trim());
  return { name, status, onset_date: daysAgo(Number(ago ?? (/pregnan|breast-?feeding/.test(name) ? 60 : 700))) };
}

function allergyOf(written: string): Node['properties'] {
  const [name = '', reaction] = written.split(':').map((part) => part.trim());
  return {
    name,
    status: 'active',
    type: reaction === 'intolerance' ? 'intolerance' : 'allergy',
    ...(reaction && { reactions: [reaction] }),
  };
}

function observationOf(name: string): Node['properties'] {
  const concept = conceptOf(name, ['observation']);
  if (!concept.observation) throw unknown(name);
  return {
    name: concept.name,
    code: concept.observation.loinc[0],
    system: 'http://loinc.org',
    unit: concept.observation.unit,
  };
}

function isVaccine(name: string): boolean {
  return openCatalogue().link({ name, kinds: ['vaccine'] }) !== undefined;
}

const ACTS: Record<string, Act> = {
  takes: 'takes',
  took: 'took',
  double: 'double',
  missed: 'missed',
  stopped: 'stopped',
  stopping: 'stopping',
  offered: 'offered',
  plans: 'plans',
  measured: 'measured',
  changed: 'changed',
  exposed: 'exposed',
  many: 'double',
  daily: 'takes',
};

function toldOf(written: string): Told {
  const [, act = '', rest = written] = /^(\w+): (.*)$/.exec(written) ?? [];
  const value = /^(.*?) (-?\d+(?:\.\d+)?)(?: (mg|ug|g|units))?(?: in (\d+))?$/.exec(rest);
  const kinds: Kind[] | undefined = act === '' ? ['symptom', 'condition', 'food', 'procedure'] : undefined;
  const concept = conceptOf(
    value ? value[1]! : rest,
    act === 'measured' || act === 'changed' ? ['observation'] : kinds,
  );
  const told: Told = { concept: concept.id, act: ACTS[act] ?? 'has', ...(act === 'daily' && { daily: true }) };
  if (!value) return told;
  if (act === 'many') return { ...told, count: Number(value[2]) };
  if (act === 'changed') return { ...told, change: Number(value[2]), days: Number(value[4] ?? 1) };
  return { ...told, value: Number(value[2]), ...(value[3] && { unit: value[3] }) };
}

function conceptOf(name: string, kinds?: readonly Kind[]) {
  const concept = openCatalogue().get(name) ?? openCatalogue().link({ name, ...(kinds && { kinds }) });
  if (!concept) throw unknown(name);
  return concept;
}

function unknown(name: string): ConsiliumError {
  return new ConsiliumError('RULE_INVALID', `An example names "${name}", which the catalogue does not know.`);
}
