/** What a message of A2A asks for: an action with parameters, or words. */
import type { Json } from '../kernel/index.ts';
import { readableText } from './modes.ts';
import type { Message } from './protocol.ts';
import { ASK } from './served.ts';
import { type Places, patientAt, userAt, valueIn, withPatient } from './whose.ts';

interface Action {
  readonly action: string;
  readonly parameters: Record<string, Json>;
}

/** Each step asks again; what a message says may be long. */
const known = new WeakMap<Message['parts'], Action & Pick<Message, 'metadata'>>();

/** An action stands in a data part or in the metadata; without one the agent is asked in words. */
export function readAction(message: Pick<Message, 'parts' | 'metadata'>): Action {
  const before = known.get(message.parts);
  if (before !== undefined && before.metadata === message.metadata)
    return { action: before.action, parameters: before.parameters };
  const { action, parameters } = actionOf(message);
  known.set(message.parts, { action, parameters, metadata: message.metadata });
  return { action, parameters };
}

function actionOf(message: Pick<Message, 'parts' | 'metadata'>): Action {
  const data = message.parts.find((part) => part.data !== undefined)?.data;
  const named = stringIn(data, 'action') ?? stringIn(message.metadata, 'action');
  if (named !== undefined)
    return {
      action: named,
      parameters: fieldsIn(data, 'parameters') ?? fieldsIn(message.metadata, 'parameters') ?? {},
    };
  const text = readableText(message.parts);
  return { action: ASK, parameters: { message: text.trim() === '' ? JSON.stringify(data ?? null) : text } };
}

type Told = Pick<Message, 'metadata'> & Partial<Pick<Message, 'parts'>>;

/** Named where an action stands, or in the metadata of the message or the request; named twice, it is the same one. */
export function userNamedIn(message: Message, beside?: unknown): string | undefined {
  const { parameters, ...places } = placesIn(message, beside);
  // What an action takes under this name is its own.
  return userAt(readAction(message).action === ASK ? { parameters, ...places } : places);
}

/** In the metadata of the message, or of the request around it; what the message says counts. */
export function contextIn(message: Told, beside?: unknown): Record<string, Json> {
  const context = { ...fieldsIn(beside, 'context'), ...fieldsIn(message.metadata, 'context') };
  return withPatient(context, patientIn(message, beside));
}

/** One person at most, in all places that a message can name one. */
export function requireOnePatientIn(message: Message, beside?: unknown): void {
  patientAt(placesIn(message, beside));
}

/** Where a message can name somebody. */
function placesIn({ parts = [], metadata }: Told, beside: unknown): Places {
  return {
    parameters: readAction({ parts, metadata }).parameters,
    ...Object.fromEntries(parts.map(({ data }, at) => [`parts[${at}].data`, data])),
    'message.metadata.context': valueIn(metadata, 'context'),
    'message.metadata': metadata,
    'metadata.context': valueIn(beside, 'context'),
    metadata: beside,
  };
}

/** Undefined where two are named, too: that is refused where the message comes in. */
function patientIn(message: Told, beside: unknown): string | undefined {
  try {
    return patientAt(placesIn(message, beside));
  } catch {
    return undefined;
  }
}

function stringIn(value: unknown, key: string): string | undefined {
  const found = valueIn(value, key);
  return typeof found === 'string' ? found : undefined;
}

function fieldsIn(value: unknown, key: string): Record<string, Json> | undefined {
  const found = valueIn(value, key);
  return typeof found === 'object' && found !== null && !Array.isArray(found)
    ? (found as Record<string, Json>)
    : undefined;
}
