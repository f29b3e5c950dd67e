/** What a message of A2A asks for: an action with parameters, or words. */
import { ConsiliumError, type Json } from '../kernel/index.ts';
import { readableText } from './modes.ts';
import { requireOnePatient } from './noting.ts';
import type { Message } from './protocol.ts';
import { ASK } from './served.ts';

/** An action stands in a data part or in the metadata; without one the agent is asked in words. */
export function readAction(message: Message): { action: string; parameters: Record<string, Json> } {
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

/** Named where an action stands, or in the metadata of the message or the request; named twice, it is the same one. */
export function userNamedIn({ parts, metadata }: Message, beside?: unknown): string | undefined {
  const places = [...parts.map(({ data }) => data), metadata, beside];
  const named = places.flatMap((given) => stringIn(given, 'user_id') ?? []);
  if (new Set(named).size > 1)
    throw new ConsiliumError('PARAMETERS_INVALID', 'The message names two users: whom is it for?', {
      hint: 'Name user_id once, beside the action or in the metadata.',
    });
  return named[0];
}

/** In the metadata of the message, or of the request around it; what the message says counts. */
export function contextIn({ metadata }: Pick<Message, 'metadata'>, beside?: unknown): Record<string, Json> {
  return { ...fieldsIn(beside, 'context'), ...fieldsIn(metadata, 'context') };
}

/** One person at most, in all places that a message can name one. */
export function requireOnePatientIn(message: Message, beside?: unknown): void {
  requireOnePatient({
    'parameters.patient_id': readAction(message).parameters['patient_id'],
    'message.metadata.context.patient_id': valueIn(valueIn(message.metadata, 'context'), 'patient_id'),
    'metadata.context.patient_id': valueIn(valueIn(beside, 'context'), 'patient_id'),
  });
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

function valueIn(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
