import type { AgentContext, Json } from 'consilium/kernel';
import type { OfflineCall, OfflinePolicy, OfflineStep, OfflineTurn } from 'consilium/models';
import { nowOf } from '../_shared/clock.ts';
import { readFacts } from '../_shared/facts.ts';
import { finish, openFootnotes } from '../_shared/footnotes.ts';
import {
  type Identity,
  personOf,
  REQUESTS,
  readRows,
  requestEntry,
  requestMention,
  requestValues,
  type Topic,
} from '../_shared/graph.ts';
import { sayInEnglish } from '../_shared/language.ts';
import { measureOf, PRESSURE } from '../_shared/measures.ts';
import { asks, questionIn } from '../_shared/questions.ts';
import { readAsked } from '../_shared/rules.ts';
import { CHOOSE_FOR_MORE, CHOOSE_PATIENT, hasPatient } from '../_shared/turn.ts';
import { list } from '../_shared/wording.ts';
import { answerAllergies, answerConditions, answerSymptoms, SEVERE } from './answers/conditions.ts';
import { answerDated } from './answers/dated.ts';
import type { Desk, Rows } from './answers/desk.ts';
import { answerDue } from './answers/due.ts';
import { answerEffects } from './answers/effects.ts';
import { answerEncounters, SAID } from './answers/encounters.ts';
import { answerFood, answerGeneral, answerNoted, answerUnclear, tellInGeneral } from './answers/general.ts';
import { answerInteractions } from './answers/interactions.ts';
import { codesHeld } from './answers/kinds.ts';
import { answerIdentity, answerLabs } from './answers/labs.ts';
import { answerMeasurement } from './answers/measurement.ts';
import { answerMedications } from './answers/medications.ts';
import { readingsOf } from './answers/readings.ts';
import { answerRisk, tellFamily } from './answers/risk.ts';
import { answerSituation } from './answers/situations.ts';
import { answerOverview, answerSystem } from './answers/systems.ts';
import { answerTold } from './answers/told.ts';
import { intentOf } from './answers/topic.ts';
import { answerChanges, answerPrepare } from './answers/visit.ts';
import { findIntent, type Intent, NEEDS, NEEDS_TOLD, wordsOf } from './intent.ts';

/** Asks CypherAgent for what the question needs, a second time for a series of values, and answers from the rows. */
const policy: OfflinePolicy = (turn) => {
  const { context } = turn;
  if (!hasPatient(context.state)) return { say: sayInEnglish(turn.message, withoutPatient(context)) };
  const rows = gather(turn);
  const intent = settle(turn, rows);
  const missing = requestsFor(intent, rows, readAsked(turn.message).question).filter(
    (request) => !isAsked(turn, request),
  );
  if (missing.length > 0) return { calls: missing.map(askGraph) };
  return answer(turn, intent, rows);
};

export default policy;

function askGraph(request: string): OfflineCall {
  return { call: 'CypherAgent', input: { request } };
}

function isAsked({ results }: OfflineTurn, request: string): boolean {
  return results.some(({ input }) => (input as { request?: string } | null)?.request === request);
}

type Gathered = { [id in keyof Rows]?: Rows[id] };

/** What has come back so far, by what was asked. A request that failed or was told in words counts as nothing found. */
function gather({ results, context }: OfflineTurn): Gathered {
  const rows: Record<string, unknown> = {};
  for (const { input, output, error } of results) {
    const { request } = (input ?? {}) as { request?: string };
    if (request === undefined) continue;
    const id = Object.entries(REQUESTS).find(([, sentence]) => sentence === request)?.[0];
    const kind =
      id ?? (request.startsWith('All values of') ? 'values' : request.startsWith('The entry') ? 'entry' : 'mention');
    rows[kind] = withoutNews((error ? undefined : readRows(output)) ?? [], context.invocation);
  }
  return rows as Gathered;
}

interface Sourced {
  source?: string | null;
  newest?: Sourced[];
}

/** What this very message put into the record is not what the record said before: whether it is there yet is chance. */
function withoutNews(rows: Sourced[], invocation: string): Sourced[] {
  const old = rows.filter(({ source }) => source !== invocation);
  return old
    .map((row) => (row.newest ? { ...row, newest: row.newest.filter(({ source }) => source !== invocation) } : row))
    .filter(({ newest }) => newest === undefined || newest.length > 0);
}

/** The topic of the conversation becomes a question of its own kind once the entry is known. */
function settle({ message, context }: OfflineTurn, rows: Gathered): Intent {
  const intent = findIntent(message, context.state);
  if (intent.about !== 'topic') return intent;
  const [entry] = (rows.entry ?? []) as Topic[];
  if (entry !== undefined) return intentOf(entry);
  return rows.entry === undefined ? intent : { about: 'unclear' };
}

function requestsFor(intent: Intent, rows: Gathered, question: string): string[] {
  if (intent.about === 'topic') return [requestEntry(intent.uuid)];
  const needs = new Set(NEEDS[intent.about]);
  if (intent.about === 'told')
    for (const { kind } of intent.facts) for (const id of NEEDS_TOLD[kind] ?? []) needs.add(id);
  const requests: string[] = [...needs].map((id) => REQUESTS[id]);
  const codes = intent.about === 'measurement' ? intent.codes : intent.about === 'told' ? toldCodes(intent) : [];
  if (codes.includes(PRESSURE) || NEEDS_PRESSURE.has(intent.about)) requests.push(REQUESTS.pressure);
  const held = codesHeld(rows.codes ?? [], codes);
  if (held.length > 0) requests.push(requestValues(held, list(codes.map((code) => measureOf(code).say))));
  if (intent.about === 'measurement' && rows.codes !== undefined && (held.length === 0 || rows.values !== undefined))
    if (!isMeasured(rows, codes)) requests.push(REQUESTS.kinds);
  if (intent.about === 'conditions' && SEVERE.test(question)) requests.push(REQUESTS.kinds);
  if (intent.about === 'encounters' && SAID.test(question)) requests.push(REQUESTS.documents);
  if (intent.about === 'unclear') requests.push(...mentionOf(question));
  return requests;
}

const NEEDS_PRESSURE = new Set<Intent['about']>([
  'system',
  'overview',
  'symptoms',
  'risk',
  'prepare',
  'due',
  'changes',
]);

/** Where there is no number, the words or the nearest other measurement will be told. */
function isMeasured(rows: Gathered, codes: readonly string[]): boolean {
  const desk = { rows: { ...EMPTY, ...rows }, person: {} };
  return codes.some((code) => readingsOf(desk, code).length > 0);
}

function mentionOf(question: string): string[] {
  const word = wordsOf(question).toSorted((a, b) => b.length - a.length)[0];
  return word === undefined || word.length < 4 ? [] : [requestMention(word)];
}

function toldCodes({ facts }: Intent & { about: 'told' }): string[] {
  return facts.flatMap(({ kind, code }) => (kind === 'measurement' && code !== undefined ? [code.code] : []));
}

function answer({ message, context: { state } }: OfflineTurn, intent: Intent, rows: Gathered): OfflineStep {
  const notes = openFootnotes();
  const now = nowOf(state);
  const question = questionIn(readAsked(message).question);
  const person = personOf((rows.patient as Identity[] | undefined)?.[0], now);
  const desk: Desk = {
    question,
    message: readAsked(message).question,
    now,
    state,
    notes,
    person,
    rows: { ...EMPTY, ...rows },
  };
  if (!['told', 'unclear', 'noted'].includes(intent.about)) state.set('last_intent', intent as unknown as Json);
  const body = compose(desk, intent);
  return { say: body === '' ? '' : finish(state, sayInEnglish(message, body), notes) };
}

const EMPTY: Rows = {
  patient: [],
  codes: [],
  kinds: [],
  pressure: [],
  values: [],
  conditions: [],
  medications: [],
  allergies: [],
  encounters: [],
  symptoms: [],
  procedures: [],
  immunizations: [],
  documents: [],
  entry: [],
  mention: [],
};

function compose(desk: Desk, intent: Intent): string {
  switch (intent.about) {
    case 'told':
      return answerTold(desk, intent.facts);
    case 'interactions':
      return answerInteractions(desk, intent.drugs);
    case 'measurement':
      return answerMeasurement(desk, intent.codes, intent.told);
    case 'effects':
      return answerEffects(desk, intent.symptom, intent.drugs);
    case 'situation':
      return answerSituation(desk, intent.say, intent.drugs);
    case 'risk':
      return answerRisk(desk, intent.names[0]!);
    case 'family':
      return tellFamily(desk, intent.names);
    case 'prepare':
      return answerPrepare(desk);
    case 'changes':
      return answerChanges(desk);
    case 'due':
      return answerDue(desk);
    case 'noted':
      return answerNoted(desk);
    case 'food':
      return answerFood(desk);
    case 'general':
      return answerGeneral(desk);
    case 'medications':
      return answerMedications(desk, intent.drugs);
    case 'conditions':
      return answerConditions(desk, intent.names);
    case 'allergies':
      return answerAllergies(desk, intent.names);
    case 'encounters':
      return answerEncounters(desk);
    case 'symptoms':
      return answerSymptoms(desk, intent.names);
    case 'procedures':
    case 'immunizations':
    case 'documents':
      return answerDated(desk, intent.about, intent.words);
    case 'system':
      return answerSystem(desk, intent.system, intent.word);
    case 'labs':
      return answerLabs(desk);
    case 'identity':
      return answerIdentity(desk);
    case 'overview':
      return answerOverview(desk);
    default:
      return answerUnclear(desk);
  }
}

/** Somebody asks about themselves, and nobody is chosen: what can be said in general, and how to go on. */
function withoutPatient({ message, state }: AgentContext): string {
  const notes = openFootnotes();
  const now = nowOf(state);
  const desk: Desk = { question: message, message, now, state, notes, person: {}, rows: EMPTY };
  const facts = readFacts(message, now).filter(({ experiencer }) => experiencer === 'patient');
  const told = () => answerTold(desk, facts);
  const known = () => tellInGeneral(message, notes);
  // A value is judged first; any other question is answered as it is put.
  const isQuestion = asks(message) && !facts.some(({ kind }) => kind === 'measurement');
  const general = isQuestion ? known() || told() : told() || known();
  return general === ''
    ? finish(state, CHOOSE_PATIENT, notes, '')
    : finish(state, `${general}\n\nNo patient is chosen in this conversation: ${CHOOSE_FOR_MORE}`, notes);
}
