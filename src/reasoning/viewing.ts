/** From nodes of the record graph (GRAPH.md) to a patient as a plain value; pure, and the same for every source of nodes. */
import { type Catalogue, type Kind, openCatalogue } from '../clinical/catalogue/index.ts';
import { isDoubted } from '../clinical/catalogue/linking.ts';
import { ageAt } from '../record/reads/people.ts';
import { withEndings } from './endings.ts';
import { sortPapers } from './evidence/misfiled.ts';
import { keptForNeed, whereItActs } from './local.ts';
import type {
  AllergyView,
  ConditionView,
  DocumentView,
  EncounterView,
  EntryView,
  EventView,
  FindingView,
  Habit,
  MedicineView,
  PatientView,
  SymptomView,
} from './patient.ts';
import { withChanges } from './patient.ts';
import { pregnancyOf } from './pregnancy.ts';
import { viewSeries } from './viewing-series.ts';

export interface Node {
  uuid: string;
  label: string;
  properties: Record<string, unknown>;
}

export function viewNodes(patientId: string, nodes: readonly Node[], now: string): PatientView {
  const catalogue = openCatalogue();
  const kept = nodes.filter(
    ({ properties: p }) => p.status !== 'entered-in-error' && p.verification !== 'entered-in-error',
  );
  const byLabel = Map.groupBy(kept, ({ label }) => label);
  const of = (label: string) => byLabel.get(label) ?? [];
  const person = of('Patient').find(({ uuid }) => uuid === patientId)?.properties ?? {};
  const birthDate = text(person.birth_date);
  const papers = [...of('DocumentReference'), ...of('DiagnosticReport'), ...of('CarePlan')].flatMap(documentView);
  const { own, misfiled } = sortPapers(papers, birthDate, text(person.name));
  const documents = [...own, ...asides(patientId, [person, ...of(ASIDE).map(({ properties }) => properties)])];
  const remarks = new Map(of('IntakeRegimen').map(({ uuid, properties: p }) => [uuid, text(p.note) ?? text(p.text)]));
  const findings = of('Observation').flatMap((node) => findingView(node, catalogue));
  const view: PatientView = {
    id: patientId,
    name: text(person.name),
    age: ageAt(birthDate, now),
    months: monthsAt(birthDate, now),
    sex: person.gender === 'female' || person.gender === 'male' ? person.gender : null,
    birthDate,
    country: text(person.country),
    city: text(person.city),
    now,
    pregnancy: { state: null, evidence: [], since: null },
    conditions: of('ConditionCase').map((node) => conditionView(node, catalogue)),
    medicines: withChanges(
      withEndings(
        viewMedicines(of('IntakeRegimen'), catalogue, now),
        documents,
        (uuid) => remarks.get(uuid) ?? null,
        catalogue,
      ),
    ),
    allergies: of('AllergyRecord').map((node) => allergyView(node, catalogue)),
    symptoms: of('SymptomEpisode').map((node) => symptomView(node, catalogue)),
    series: viewSeries(of('Observation'), (node) => entryView(node, catalogue, ['observation']).concepts[0], catalogue),
    findings: findings.sort((a, b) => ((a.time ?? '') < (b.time ?? '') ? 1 : -1)),
    procedures: of('Procedure').map((node) => withGiven(eventView(node, catalogue, ['procedure'], 'start'), catalogue)),
    immunisations: of('Immunization').map((node) => eventView(node, catalogue, ['vaccine'], 'time')),
    encounters: of('Encounter').map((node) => encounterView(node, catalogue, now)),
    documents,
    misfiled,
    lifestyle: { smoking: habitOf(findings, SMOKING), alcohol: habitOf(findings, ALCOHOL) },
  };
  return { ...view, pregnancy: pregnancyOf(view, catalogue) };
}

function entryView({ uuid, label, properties: p }: Node, catalogue: Catalogue, kinds: Kind[]): EntryView {
  const name = text(p.name) ?? '';
  const codes = text(p.code) && text(p.system) ? [{ system: String(p.system), code: String(p.code) }] : [];
  const concepts = catalogue.linkAll({ name, codes, kinds }).map(({ id }) => id);
  return { uuid, label, name, concepts: concepts.map((id) => whereItActs(id, name, catalogue)) };
}

const LIVE = new Set(['active', 'recurrence', 'relapse']);
const DOUBTED = new Set(['refuted', 'unconfirmed', 'differential', 'provisional']);

function conditionView(node: Node, catalogue: Catalogue): ConditionView {
  const { properties: p } = node;
  const live = text(p.status) === null ? text(p.abatement_date) === null : LIVE.has(String(p.status));
  return {
    ...entryView(node, catalogue, ['condition', 'symptom', 'procedure']),
    status: isOpen(p) ? 'doubtful' : live ? 'active' : 'resolved',
    onset: text(p.onset_date) ?? text(p.recorded_date),
    end: text(p.abatement_date),
    note: text(p.text),
  };
}

/** Not confirmed, by its code or by its own name. */
function isOpen({ verification, name }: Node['properties']): boolean {
  return DOUBTED.has(String(verification)) || isDoubted(text(name) ?? '');
}

const TAKEN = new Set(['active', 'on-hold', 'intended']);

function viewMedicines(nodes: readonly Node[], catalogue: Catalogue, now: string): MedicineView[] {
  const superseded = new Set(nodes.map(({ properties }) => properties.supersedes));
  return nodes.map((node) => {
    const { properties: p } = node;
    const [start, end] = [text(p.start), text(p.end)];
    const over = superseded.has(node.uuid) || !TAKEN.has(text(p.status) ?? 'active');
    const ended = end !== null && end < now.slice(0, end.length);
    const entry = entryView(node, catalogue, ['drug', 'drug_class']);
    const written = [entry.name, text(p.frequency), text(p.text)].filter(Boolean).join('; ');
    return {
      ...entry,
      concepts: keptForNeed(entry.concepts, written, catalogue),
      status: over || ended ? 'stopped' : start !== null && start > now ? 'planned' : 'taken',
      start,
      end,
      dose: typeof p.dose === 'number' ? p.dose : null,
      unit: text(p.unit),
      frequency: text(p.frequency),
      perDay: timesADay(text(p.frequency) ?? text(p.text)),
      route: text(p.route),
      asNeeded: p.as_needed === true,
      reason: text(p.reason),
      note: text(p.text),
    } satisfies MedicineView;
  });
}

const TIMES: [RegExp, number][] = [
  [/\b(?:twice|two times|2 times|bd|bid|b\.i\.d|2x|2 x|every 12 h)/i, 2],
  [/\b(?:three times|3 times|tds|tid|3x|every 8 h)/i, 3],
  [/\b(?:four times|4 times|qds|qid|4x|every 6 h)/i, 4],
  [/\b(?:once a week|weekly|once weekly|every week|per week|1 time per week)/i, 1 / 7],
  [/\b(?:once|daily|od|qd|every day|nightly|at night|each morning|every morning|bedtime|1 time|1x|a day)/i, 1],
];

function timesADay(words: string | null): number | null {
  const fhir = /^(\d+)(?:\/| times? (?:per|a|every) )(?:1 ?)?(?:d|day)\b/.exec(words ?? '');
  if (fhir) return Number(fhir[1]);
  return words === null ? null : (TIMES.find(([pattern]) => pattern.test(words))?.[1] ?? null);
}

const GRAVE = /anaphyla|angio-?o?edema|shock|stevens|epidermal necrolysis|throat|airway|breath|collapse|dress\b/i;

function allergyView(node: Node, catalogue: Catalogue): AllergyView {
  const { properties: p } = node;
  const reactions = Array.isArray(p.reactions) ? p.reactions.map(String) : [];
  return {
    ...linkFirst(node, catalogue, ['allergen'], ['drug', 'drug_class', 'food', 'vaccine']),
    status: (p.status ?? 'active') === 'active' && p.verification !== 'refuted' ? 'active' : 'resolved',
    severe: p.criticality === 'high' || [...reactions, text(p.text) ?? ''].some((words) => GRAVE.test(words)),
    intolerance: p.type === 'intolerance',
    reactions,
  };
}

/** By the first kinds that know it. */
function linkFirst(node: Node, catalogue: Catalogue, ...kinds: Kind[][]): EntryView {
  const entries = kinds.map((kind) => entryView(node, catalogue, kind));
  return entries.find(({ concepts }) => concepts.length > 0) ?? entries[0]!;
}

function symptomView(node: Node, catalogue: Catalogue): SymptomView {
  const { properties: p } = node;
  return {
    ...entryView(node, catalogue, ['symptom', 'condition']),
    onset: text(p.onset_date),
    end: text(p.end),
    severity: text(p.severity),
  };
}

function findingView(node: Node, catalogue: Catalogue): FindingView[] {
  const { properties: p } = node;
  const words = typeof p.value === 'string' ? p.value : text(p.text);
  if (words === null || typeof p.value === 'number') return [];
  return [{ ...entryView(node, catalogue, ['observation', 'condition']), text: words, time: text(p.time) }];
}

const GIVES =
  /\b(?:infusions?|infused|injections?|injected|instillations?|administration|administered|given|depot|drip)\b/i;

/** "Zoledronic acid 5 mg infusion": what was done is that a medicine was given, and it is found by that medicine too. */
function withGiven(event: EventView, catalogue: Catalogue): EventView {
  if (!GIVES.test(event.name)) return event;
  const drugs = catalogue.find(event.name, { kinds: ['drug'] }).map(({ concept }) => concept.id);
  return drugs.length === 0 ? event : { ...event, concepts: [...new Set([...event.concepts, ...drugs])] };
}

function eventView(node: Node, catalogue: Catalogue, kinds: Kind[], time: 'start' | 'time'): EventView {
  const { properties: p } = node;
  return { ...entryView(node, catalogue, kinds), time: text(p[time]), status: text(p.status) };
}

function encounterView(node: Node, catalogue: Catalogue, now: string): EncounterView {
  const { properties: p } = node;
  const start = text(p.start);
  return {
    ...eventView(node, catalogue, ['procedure'], 'start'),
    kind: text(p.class),
    end: text(p.end),
    reason: text(p.reason),
    clock: text(p.clock),
    scheduled: p.status !== 'cancelled' && p.status !== 'finished' && start !== null && start > now,
  };
}

/** The label of what stands beside a patient whose node is another one. */
export const ASIDE = 'PatientAside';
const ASIDES: Record<string, string> = { goals: 'list of your goals', family_history: 'family history' };
const SINCE = /\bsince (\d{4}(?:-\d{2}(?:-\d{2})?)?)/;

/** Goals and what relatives had stand beside the patient in sentences: read like any other paper. */
function asides(uuid: string, all: readonly Record<string, unknown>[]): DocumentView[] {
  return Object.entries(ASIDES).flatMap(([property, name]) =>
    all
      .flatMap((each) => (Array.isArray(each[property]) ? each[property].map(String) : []))
      .map((sentence) => ({
        ...{ uuid, label: 'Patient', name, time: SINCE.exec(sentence)?.[1] ?? null },
        text: `${property === 'goals' ? 'Goal: ' : ''}${sentence}.`,
      })),
  );
}

function documentView({ uuid, label, properties: p }: Node): DocumentView[] {
  const words = text(p.text);
  const time = text(p.time) ?? text(p.start);
  return words === null ? [] : [{ uuid, label, name: text(p.name) ?? 'document', time, text: words }];
}

const SMOKING = /smok|tobacco/i;
const ALCOHOL = /alcohol/i;
const NOT_NOW = /\bnever|\bformer|\bex-|\bquit|\bnot? |\bnone|\bnon-|abstain/i;

function habitOf(findings: readonly FindingView[], about: RegExp): Habit | null {
  const newest = findings
    .filter(({ name }) => about.test(name))
    .sort((a, b) => ((a.time ?? '') < (b.time ?? '') ? 1 : -1))[0];
  return newest
    ? { uuid: newest.uuid, text: newest.text, time: newest.time, current: !NOT_NOW.test(newest.text) }
    : null;
}

function monthsAt(birth: string | null, now: string): number | null {
  if (birth === null || birth.length < 7) return null;
  const [from, to] = [new Date(birth), new Date(now)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return Math.max(0, to.getUTCDate() < from.getUTCDate() ? months - 1 : months);
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
