import { observationByCode } from 'consilium/clinical';
import type { Json } from 'consilium/kernel';
import type { OfflinePolicy, OfflineResult, OfflineStep, OfflineTurn } from 'consilium/models';
import { type Amendment, plausibleDoseUnits } from 'consilium/reasoning';
import type { StoredFact } from 'consilium/record';
import { chartOf } from '../_shared/chart.ts';
import { nowOf } from '../_shared/clock.ts';
import { type EntryReply, PENDING, type Pending, readEntryReply, readPending, readRecent } from '../_shared/entries.ts';
import {
  EXTRACTORS,
  type Kept,
  keepFacts,
  lacksDoseUnit,
  plausibleUnits,
  readFacts,
  type Told,
} from '../_shared/facts.ts';
import { asks } from '../_shared/questions.ts';
import { told as toldEntries } from '../_shared/reasoning.ts';
import { toldBeyond, toldIn, withoutHold } from '../_shared/told.ts';
import { capital, list, sayDate, sayUnit, sayValue } from '../_shared/wording.ts';

const policy: OfflinePolicy = async (turn) => {
  const { context, message, results } = turn;
  const last = results.at(-1);
  if (last !== undefined)
    return {
      say: [tellResult(last, turn), readEntryReply(message, context.state) === undefined ? await tellNoted(turn) : '']
        .filter(Boolean)
        .join(' '),
    };
  const reply = readEntryReply(message, context.state);
  if (reply !== undefined) return answer(reply, turn);
  const all = toldIn(context);
  const free = new Set(withoutHold(context, all));
  const [held] = all.filter((fact) => !free.has(fact));
  return held === undefined ? { say: await tellNoted(turn) } : storing({ ...held }, 'DataEntryAgent');
};

export default policy;

function answer(reply: EntryReply, turn: OfflineTurn): OfflineStep {
  const {
    context: { state },
  } = turn;
  const pending = readPending(state);
  switch (reply.kind) {
    case 'unit':
      return pending!.fact.kind === 'medication'
        ? storing({ ...pending!.fact, dose: `${String(pending!.fact.dose)} ${reply.unit}` }, pending!.agent)
        : storing({ ...pending!.fact, unit: reply.unit }, pending!.agent);
    case 'yes': {
      const { warning: _warning, ...fact } = pending!.fact;
      return storing(fact, pending!.agent);
    }
    case 'no':
      state.delete(PENDING);
      return { say: 'Left out: nothing was kept.' };
    case 'undo':
      return { call: 'undo_entries', input: {} };
    case 'amend':
      return amend(reply.amendment, turn);
  }
}

function amend(amendment: Amendment, turn: OfflineTurn): OfflineStep {
  const { context } = turn;
  const named = amendment.subjects.map(({ text }) => text).join(' and ');
  if (amendment.kind === 'correct') return correct(amendment, readRecent(context.state), turn);
  const told = toldEntries(chartOf(context), amendment.subjects);
  if (amendment.kind === 'retract') {
    if (told.length > 0) return { call: 'undo_entries', input: { uuids: told.map(({ uuid }) => uuid) } };
    return {
      say: `Nothing was taken back: you have not told me of ${named} here. What was imported is corrected at its source, in the section of the side panel.`,
    };
  }
  const place = { text: turn.message, start: 0, end: turn.message.length };
  return storing({ kind: 'medication', name: named, change: 'stopped', ...place }, 'DataEntryAgent', undefined, true);
}

function storing(fact: Record<string, unknown>, agent: string, wrong?: string, ordered = false): OfflineStep {
  return {
    call: 'store_entry',
    input: {
      fact: fact as Record<string, Json>,
      agent,
      ...(wrong !== undefined && { instead_of: wrong }),
      ...(ordered && { ordered }),
    },
  };
}

/** "No, it was 148/92", "that was yesterday": the entry that is named, else the newest that such a value fits. */
function correct(
  { value, unit, time, subjects }: Amendment,
  last: Kept[],
  { message, context }: OfflineTurn,
): OfflineStep {
  if (value === undefined && time === undefined) return rename(subjects, last, { message, context });
  const uuids = new Set(toldEntries(chartOf(context), subjects).map(({ uuid }) => uuid));
  const meant = subjects.length === 0 ? last : last.filter(({ uuid }) => uuids.has(uuid));
  const pressure = value?.includes('/') ?? false;
  const wrong =
    value === undefined
      ? meant.at(-1)
      : (meant.findLast((each) => each.kind === 'measurement' && (!pressure || String(each.value).includes('/'))) ??
        meant.findLast((each) => each.kind === 'medication' && !pressure));
  if (wrong === undefined) return { say: 'I am not sure which entry you mean. Say it once more with its name.' };
  const { uuid, label: _label, agent, turn: _turn, ...fact } = wrong;
  const place = { text: message, start: 0, end: message.length, ...(time !== undefined && { time }) };
  if (value === undefined) return storing({ ...fact, ...place }, agent, uuid);
  if (wrong.kind === 'medication')
    return storing({ ...fact, ...place, dose: `${value} ${unit ?? doseUnit(wrong.dose)}`.trim() }, agent, uuid);
  return storing({ ...fact, ...place, value: correctedValue(value, wrong.value) }, agent, uuid);
}

const ENTRIES: Partial<Record<Amendment['subjects'][number]['kind'], readonly string[]>> = {
  drug: ['medication', 'allergy'],
  drug_class: ['medication', 'allergy'],
  allergen: ['allergy'],
  symptom: ['symptom', 'condition'],
  condition: ['condition', 'symptom'],
};

/** "It was the bisoprolol I stopped", "not amlodipine but bisoprolol": the newest entry of that kind under its right name. */
function rename(
  subjects: Amendment['subjects'],
  last: Kept[],
  { message, context }: Pick<OfflineTurn, 'message' | 'context'>,
): OfflineStep {
  const isTold = (subject: Amendment['subjects'][number]) =>
    toldEntries(chartOf(context), [subject]).filter(({ uuid }) => last.some((each) => each.uuid === uuid));
  const right = subjects.find((subject) => ENTRIES[subject.kind] !== undefined && isTold(subject).length === 0);
  const named = subjects.flatMap(isTold).map(({ uuid }) => uuid);
  const kinds = right === undefined ? [] : ENTRIES[right.kind]!;
  const wrong = last.findLast(({ uuid }) => named.includes(uuid)) ?? last.findLast(({ kind }) => kinds.includes(kind));
  if (right === undefined || wrong === undefined)
    return { say: 'I am not sure which entry you mean. Say it once more with its name.' };
  const { uuid, label: _label, agent, turn: _turn, code: _code, ...fact } = wrong;
  const place = { text: message, start: 0, end: message.length };
  return storing({ ...fact, ...place, name: right.text }, agent, uuid);
}

/** "No, it was 130" of 150/80 means the upper number, below the lower one the lower. */
function correctedValue(value: string, was: Json | undefined): string | number {
  const pair = /^(\d+)\/(\d+)$/.exec(String(was ?? ''));
  if (value.includes('/') || pair === null) return value.includes('/') ? value : Number(value);
  return Number(value) > Number(pair[2]) ? `${value}/${pair[2]}` : `${pair[1]}/${value}`;
}

function doseUnit(dose: Json | undefined): string {
  return typeof dose === 'string' ? dose.replace(/^[\d.,\s]+/, '') : '';
}

function tellResult(result: OfflineResult, turn: OfflineTurn): string {
  if (result.error) return `That could not be kept: ${result.error.message}`;
  if (result.tool === 'undo_entries') {
    const { undone } = result.output as unknown as { undone: Kept[] };
    return undone.length === 0
      ? 'There is nothing from the last message to take back.'
      : `Taken back: ${list(undone.map((each) => describe(each as unknown as Told, turn)))}.`;
  }
  const stored = result.output as unknown as StoredFact | { status: 'refused'; fact: Told };
  if (stored.status === 'refused') return 'Left as it was: nothing was changed in your record.';
  if (stored.status === 'skipped') return 'I could not keep that: please say it once more, with its name and unit.';
  const replaced = (result.input as { instead_of?: string }).instead_of !== undefined;
  const said = describe(stored.fact as Told, turn);
  if (stored.status === 'duplicate' && !stored.own) return `Already in your record: ${said}.`;
  return `${replaced ? 'Corrected' : 'Noted'}: ${said}.`;
}

/** What was understood and kept, what was known before, and what is missing. The extractors store the very same. */
async function tellNoted(turn: OfflineTurn): Promise<string> {
  const { context } = turn;
  const all = toldIn(context);
  const isAsking = asks(turn.message);
  const told = withoutHold(context, all).filter((fact) => !lacksDoseUnit(fact));
  const fresh: Told[] = [];
  const known: Told[] = [];
  const open: { fact: Told; reason: string; agent: string }[] = [];
  for (const [agent, kinds] of Object.entries(EXTRACTORS)) {
    const facts = told.filter(({ kind }) => (kinds as readonly string[]).includes(kind));
    for (const [i, result] of (await keepFacts(context, agent, facts)).entries()) {
      const fact = facts[i]!;
      if (result.status === 'skipped') open.push({ fact, reason: result.reason, agent });
      else if (result.status === 'stored' || result.own) fresh.push(fact);
      else known.push(fact);
    }
  }
  for (const fact of all.filter(lacksDoseUnit)) open.push({ fact, reason: 'dose_unit', agent: 'MedicalContextAgent' });
  const question = ask(open, turn);
  const already = known.length > 0 && !isAsking;
  const beyond = toldBeyond(context);
  const rest = beyond === 0 ? '' : `${beyond} more were too many for one message: send them in another.`;
  const parts = [fresh.length > 0 ? tellFresh(fresh, turn) : '', rest, question];
  if (parts.some((part) => part !== '')) return parts.filter((part) => part !== '').join(' ');
  if (already) return `Already in your record: ${list(known.map((fact) => describe(fact, turn)))}.`;
  return isAsking ? '' : tellUnkept(open, turn);
}

/** Why something that was understood is not in the record. Nobody tells something and hears nothing. */
function tellUnkept(open: { fact: Told; reason: string }[], turn: OfflineTurn): string {
  const of = (...reasons: string[]) =>
    open.filter(({ reason }) => reasons.includes(reason)).map(({ fact }) => describe(fact, turn));
  const odd = open.filter(({ reason, fact }) => reason === 'uncertain' && fact.warning !== undefined);
  const [absent, others] = [of('negated'), of('not_about_patient')];
  const unsure = open
    .filter((each) => each.reason === 'uncertain' && !odd.includes(each))
    .map(({ fact }) => describe(fact, turn));
  const parts = [
    absent.length > 0
      ? `Understood: no ${list(absent).replaceAll(' and ', ' and no ')}. I keep what is there, not what is absent.`
      : '',
    others.length > 0 ? `Understood: ${list(others)} of somebody else. Your record holds only your own health.` : '',
    ...odd.map(({ fact }) => `${String(fact.warning)} I have not kept it: tell me the value once more.`),
    unsure.length > 0 ? `I have not kept ${list(unsure)}: it is not certain. Tell me when it is.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function tellFresh(facts: Told[], turn: OfflineTurn): string {
  const visits = facts.some(({ kind }) => kind === 'encounter');
  const shown = facts
    .filter(({ kind }) => kind !== 'practitioner' || !visits)
    .toSorted((a, b) => a.start - b.start)
    .map((fact) => describe(fact, turn));
  const assumed = facts.flatMap((fact) => fact.assumed ?? []);
  const taken = assumed.length === 0 ? '' : ` I took ${list(assumed)}: tell me if not.`;
  return `Noted: ${shown.join(', ')}.${taken}`;
}

/** One question at a time: the first that can be answered in a word. */
function ask(open: { fact: Told; reason: string; agent: string }[], { context: { state } }: OfflineTurn): string {
  for (const { fact, reason, agent } of open) {
    const units = reason === 'dose_unit' ? plausibleDoseUnits(fact.name, Number(fact.dose)) : [];
    if (units.length > 1) {
      remember(state, { missing: 'unit', fact: { ...fact }, units, agent });
      return `Which unit is the ${bare(fact.name)} of ${fact.dose} in: ${list(units).replace(' and ', ' or ')}?`;
    }
  }
  for (const { fact, reason, agent } of open) {
    const name = bare(fact.name);
    if (reason === 'unit_missing') {
      const entry = fact.code && observationByCode(fact.code.code);
      const units = entry ? plausibleUnits(entry, Number(fact.value)).slice(0, 2) : [];
      remember(state, { missing: 'unit', fact: { ...fact }, units, agent });
      return `Which unit is the ${name} of ${fact.value} in: ${list(units.map(sayUnit)).replace(' and ', ' or ')}?`;
    }
    if (reason === 'doubtful') {
      remember(state, { missing: 'confirmation', fact: { ...fact }, units: [], agent });
      return `${capital(name)} ${sayValue(fact.value ?? '', fact.unit)} would be very unusual. Is that right, or was it meant otherwise?`;
    }
  }
  return '';
}

function remember(state: OfflineTurn['context']['state'], pending: Pending): void {
  state.set(PENDING, JSON.parse(JSON.stringify(pending)) as Json);
}

function describe(fact: Told, turn: OfflineTurn): string {
  const name = bare(fact.name);
  const when = fact.time === undefined ? '' : ` (${sayDate(fact.time)})`;
  switch (fact.kind) {
    case 'measurement':
      return `${name} ${sayValue(fact.value ?? '', fact.unit)}${converted(fact)}${when}`;
    case 'medication': {
      const how = [fact.dose, fact.frequency].filter(Boolean).join(' ');
      const change = fact.change ?? (fact.negated ? 'stopped' : '');
      const day = change === '' || isOfVisit(fact, turn) ? '' : when.trim();
      return [name, how, change, day].filter((part) => part !== '').join(' ');
    }
    case 'allergy':
      return `allergy to ${name}${fact.reaction ? ` (${fact.reaction})` : ''}`;
    case 'encounter':
      return `${name.charAt(0).toLowerCase()}${name.slice(1)}${when}`;
    case 'symptom':
    case 'condition':
      return fact.time === undefined ? name : `${name} since ${sayDate(fact.time)}`;
    default:
      return `${name}${when}`;
  }
}

/** What a doctor changed at a visit has the date of the visit, which is told already. */
function isOfVisit({ time }: Told, { message, context }: OfflineTurn): boolean {
  return readFacts(message, nowOf(context.state)).some((fact) => fact.kind === 'encounter' && fact.time === time);
}

function converted({ original, unit }: Told): string {
  if (original?.unit === undefined || original.unit === unit) return '';
  return ` (you said ${sayValue(original.value, original.unit)})`;
}

/** "glucose (blood sugar)" → "glucose". */
function bare(name: string): string {
  return name.replace(/\s*\([^)]*\)$/, '');
}
