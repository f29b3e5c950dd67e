/** What a request brings along beside its parameters: what was said before, and what its user likes. */
import { ConsiliumError, type Json } from '../kernel/index.ts';

/** What is not as the envelope has it is refused, and never taken for nothing. Of a list, what is no word of the talk is left out. */
export function requireContext(context: Readonly<Record<string, Json>>): void {
  const { conversation_history: history, user_preferences: preferences } = context;
  if (history !== undefined && history !== null && !Array.isArray(history))
    throw invalid(
      'context.conversation_history is no list.',
      'It is a list of what was said before, oldest first: [{"role": "user", "content": "…"}, …].',
    );
  if (preferences !== undefined && preferences !== null && !isFields(preferences))
    throw invalid('context.user_preferences is no object.', 'It holds names and values: {"language": "de"}.');
}

function isFields(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(message: string, hint: string): ConsiliumError {
  return new ConsiliumError('REQUEST_INVALID', message, { hint });
}
