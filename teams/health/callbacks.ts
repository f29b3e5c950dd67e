/** Callbacks that several agents share: the time, and the way of extracted facts into the record. */
import { type Fact, observationByName } from 'consilium/clinical';
import type { AfterAgent, AgentContext, BeforeAgent, Json } from 'consilium/kernel';
import { isTold } from 'consilium/reasoning';
import { alarmsIn } from './_shared/alarms.ts';
import { chartOf, readFocus } from './_shared/chart.ts';
import { nowOf, readClock } from './_shared/clock.ts';
import { isEntryReply, LAST, RECENT, readRecent } from './_shared/entries.ts';
import { type Kept, keepFacts, newlyKept } from './_shared/facts.ts';
import { read as readMessage } from './_shared/reasoning.ts';
import { withoutHold } from './_shared/told.ts';
import { hasPatient } from './_shared/turn.ts';

/** Models do not know what time it is. Told once a turn, so that the branches agree on it. */
export const updateTime: BeforeAgent = ({ state, invocation }) => {
  if (state.get('temp:time_told') === invocation) return;
  state.set('temp:time_told', invocation);
  state.set('current_time', readClock(state));
};

/** Reading and storing come after the words, of this turn and of others. */
export const afterAnswer: BeforeAgent = (context) => context.giveWay();

/** Without a record, in an emergency or for a word about an entry nothing is read. Else whoever reads decides what is told. */
export const onlyIfTelling: BeforeAgent = (context) => {
  const { message, state } = context;
  return hasPatient(state) && alarmsIn(context).length === 0 && !isEntryReply(message, state) ? undefined : '{}';
};

/** What an extractor found, checked and stored; whatever comes back unstored is left for DataEntryAgent to ask about. */
export const storeExtracted: AfterAgent = async (context, text) => {
  const read = hasPatient(context.state) ? readExtraction(context, text) : [];
  const all = read.length === 0 ? [] : throughGate(context, read);
  const facts = withoutHold(context, all as (Item & { kind: string; name: string })[]);
  const { name } = context.agent;
  context.state.set(factsKey(name), newlyKept(context, name, await keepFacts(context, name, facts)) as unknown as Json);
};

/** A model's facts pass where the offline engine's do: told, and neither asked, offered, planned nor ordered. */
function throughGate(context: AgentContext, items: Item[]): Item[] {
  const { text, frames } = readMessage(chartOf(context), context.message, readFocus(context), nowOf(context.state));
  const sameText = text === context.message;
  return items.filter(
    (item) =>
      !sameText ||
      isTold({ kind: item.kind as Fact['kind'], start: Number(item.start ?? 0), name: item.name ?? '' }, frames),
  );
}

export function factsKey(agent: string): string {
  return `temp:facts_of_${agent}`;
}

const KINDS: Record<string, string> = {
  measurements: 'measurement',
  practitioners: 'practitioner',
  organizations: 'organization',
  encounters: 'encounter',
  medications: 'medication',
  procedures: 'procedure',
  conditions: 'condition',
  symptoms: 'symptom',
  allergies: 'allergy',
};

type Item = Record<string, unknown> & { text?: string; name?: string };

function readExtraction({ message }: AgentContext, text: string): Item[] {
  let object: Record<string, unknown>;
  try {
    object = JSON.parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '')) as Record<string, unknown>;
  } catch {
    return [];
  }
  return Object.entries(KINDS).flatMap(([key, kind]) =>
    Array.isArray(object[key]) ? (object[key] as Item[]).map((item) => toFact(item, kind, message)) : [],
  );
}

/** A model tells words and values; where they stand and what they are called in the catalogue is found here. */
function toFact(item: Item, kind: string, message: string): Item {
  const found = item.text ? message.indexOf(item.text) : -1;
  const start = typeof item.start === 'number' ? item.start : Math.max(0, found);
  const end = typeof item.end === 'number' ? item.end : start + (found >= 0 ? item.text!.length : 0);
  const known =
    kind === 'measurement' && item.code === undefined && item.name ? observationByName(item.name) : undefined;
  const negated = item.certainty === 'negated';
  return {
    negated,
    ...item,
    kind,
    start,
    end,
    ...(known && { name: known.name, code: { system: 'http://loinc.org', code: known.loinc } }),
  };
}

/** How many told entries a correction may mean without naming them. */
const MOST_RECENT = 12;

/** After the branches have joined: all that is new, for the application; and for the next turn, which may correct it. */
export const gatherFacts: AfterAgent = ({ state }) => {
  const facts = ['MedicalMeasurementsAgent', 'MedicalContextAgent', 'DataExtractorAgent', 'DataEntryAgent'].flatMap(
    (agent) => (state.get(factsKey(agent)) as Json[] | undefined) ?? [],
  );
  state.set('temp:facts', facts);
  const undone = new Set((state.get('temp:undone') as string[] | undefined) ?? []);
  const recent = [...readRecent(state).filter(({ uuid }) => !undone.has(uuid)), ...(facts as unknown as Kept[])];
  if (recent.length > 0) state.set(RECENT, recent.slice(-MOST_RECENT) as unknown as Json);
  else state.delete(RECENT);
  if (facts.length > 0) state.set(LAST, facts);
  else state.delete(LAST);
};
