import { type OwnAllergen, ownAllergenIn } from 'consilium/clinical';
import type { AgentContext, Json } from 'consilium/kernel';
import type { OfflineCall, OfflinePolicy, OfflineStep, OfflineTurn } from 'consilium/models';
import type { Chart, Focus, Frame, Subject } from 'consilium/reasoning';
import type { Held } from 'consilium/threads';
import { chartOf, readFocus, whereOf } from '../_shared/chart.ts';
import { nowOf } from '../_shared/clock.ts';
import { consultOn } from '../_shared/consulting.ts';
import { REQUESTS, type RequestId, requestValues } from '../_shared/graph.ts';
import { sayInEnglish } from '../_shared/language.ts';
import { entry as entryOf, read, reason } from '../_shared/reasoning.ts';
import { readAsked } from '../_shared/rules.ts';
import { CHOOSE_FOR_MORE, CHOOSE_PATIENT, hasPatient, heardIn } from '../_shared/turn.ts';
import { codesOf } from './requests.ts';

/** Asks CypherAgent for the part of the record that the message is about, reasons over the whole, and answers. */
const policy: OfflinePolicy = (turn) => {
  const { context, message } = turn;
  if (!hasPatient(context.state)) return withoutPatient(context);
  const chart = chartOf(context);
  const { question } = readAsked(message);
  const focus = focusOf(turn, chart);
  const missing = requestsFor(read(chart, question, focus, nowOf(context.state)).frames).filter(
    (request) => !isAsked(turn, request),
  );
  return missing.length > 0 ? { calls: missing.map(askGraph) } : answer(turn, chart, question, focus);
};

export default policy;

function askGraph(request: string): OfflineCall {
  return { call: 'CypherAgent', input: { request } };
}

function isAsked({ results }: OfflineTurn, request: string): boolean {
  return results.some(({ input }) => (input as { request?: string } | null)?.request === request);
}

const SECTIONS: Partial<Record<Subject['kind'], RequestId>> = {
  drug: 'medications',
  drug_class: 'medications',
  condition: 'conditions',
  symptom: 'symptoms',
  procedure: 'procedures',
  vaccine: 'immunizations',
  allergen: 'allergies',
  food: 'medications',
};
const WHOLES: Record<string, RequestId> = {
  'thing:medicines': 'medications',
  'thing:allergies': 'allergies',
  'thing:visits': 'encounters',
  'thing:hospital': 'encounters',
  'thing:emergency': 'encounters',
  'thing:vaccines': 'immunizations',
  'thing:documents': 'documents',
  'thing:procedures': 'procedures',
  'thing:symptoms': 'symptoms',
};
const MOST_REQUESTS = 3;
const MOST_SUBJECTS = 40;

/** What the graph is asked: the values of what is measured, else the part of the record that a subject belongs to. */
function requestsFor(frames: readonly Frame[]): string[] {
  const all = frames.flatMap(({ subjects }) => subjects).slice(0, MOST_SUBJECTS);
  const measured = [...new Set(all.flatMap(({ id, kind }) => (kind === 'observation' ? [id] : [])))];
  const codes = measured.length === 0 ? {} : codesOf(measured);
  const requests = all.map(({ id, kind, text }) =>
    kind === 'observation'
      ? requestValues(codes[id] ?? [], text)
      : REQUESTS[WHOLES[id] ?? SECTIONS[kind] ?? 'conditions'],
  );
  return [...new Set(requests.length > 0 ? requests : [REQUESTS.conditions])].slice(0, MOST_REQUESTS);
}

/** An entry that was chosen in the side panel is what "it" means until something else is named. */
function focusOf({ context, message }: OfflineTurn, chart: Held<Chart>): Focus {
  const focus = readFocus(context);
  const topic = readAsked(message).topic?.uuid ?? context.state.get('session_topic_node_uuid');
  if (typeof topic !== 'string' || (focus.topic === topic && readAsked(message).topic === undefined)) return focus;
  const entry = entryOf(chart, topic);
  if (entry === undefined) return focus;
  const kind = KINDS[entry.label] ?? 'condition';
  const id = entry.concepts[0] ?? `entry:${entry.uuid}`;
  return {
    ...focus,
    topic,
    aspect: 'about',
    scope: {},
    subjects: [{ id, kind, as: 'itself', text: entry.name, start: 0, end: 0 }],
  };
}

const KINDS: Record<string, Subject['kind']> = {
  ConditionCase: 'condition',
  IntakeRegimen: 'drug',
  AllergyRecord: 'allergen',
  SymptomEpisode: 'symptom',
  Procedure: 'procedure',
};

function answer({ message, context }: OfflineTurn, chart: Held<Chart>, question: string, focus: Focus): OfflineStep {
  const consulted = consultOn(context, chart, question, focus);
  consulted.keep();
  if (consulted.isFallback) context.state.set('temp:outcome', 'fallback');
  return { say: sayInEnglish(message, consulted.text) };
}

/** Somebody asks about themselves, and nobody is chosen: what can be said in general, and how to go on. */
function withoutPatient(context: AgentContext): OfflineStep {
  const { message, state } = context;
  const {
    answer: said,
    cautions,
    framed,
  } = reason(null, message, nowOf(state), heardIn(context), undefined, whereOf(context));
  state.set('temp:cautions', cautions as unknown as Json);
  const general = said.citations.some(({ source_type }) => source_type === 'knowledge') ? said.text : '';
  state.set('temp:citations', (general === '' ? [] : said.citations) as unknown as Json);
  const own = general === '' || framed === 0 ? ownAllergenIn(message, heardIn(context)) : undefined;
  if (own !== undefined) return { say: sayInEnglish(message, sayOwnAllergen(context, own)) };
  if (general === '' || framed === 0) return { say: sayInEnglish(message, CHOOSE_PATIENT) };
  return { say: sayInEnglish(message, `${general}\n\nNo patient is chosen in this conversation: ${CHOOSE_FOR_MORE}`) };
}

/** What harms somebody by their own word needs no record. */
function sayOwnAllergen({ state }: AgentContext, { allergy, food }: OwnAllergen): string {
  const say = `With an allergy to ${allergy} do not eat or drink ${food}.`;
  const citation = { marker: '1', source_type: 'knowledge', title: FOOD_ALLERGY, footnote: `*${FOOD_ALLERGY}*.` };
  state.set('temp:cautions', [{ severity: 'critical', say }] as unknown as Json);
  state.set('temp:citations', [citation] as unknown as Json);
  return `**No: ${say.charAt(0).toLowerCase()}${say.slice(1)}** Traces can be enough: read the label, and ask where food is made. If some was taken: swelling of the face or mouth, trouble breathing, faintness or hives are an emergency; adrenaline pen into the thigh if you have one, and call 112 (911 in the US).[^1]\n\n*Information, not a diagnosis.*\n\n[^1]: *${FOOD_ALLERGY}*.\n\nNo patient is chosen in this conversation: ${CHOOSE_FOR_MORE}`;
}

const FOOD_ALLERGY = 'NICE CG116 food allergy; Resuscitation Council UK, Anaphylaxis 2021; FSA allergen guidance';
