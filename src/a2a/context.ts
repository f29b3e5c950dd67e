/** What a request brings along beside its parameters: what was said before, and what its user likes. */
import { ConsiliumError, type Json, type Utterance } from '../kernel/index.ts';

/** What is not as the envelope has it is refused, and never taken for nothing. */
export function requireContext(context: Readonly<Record<string, Json>>): void {
  readHistory(context);
  const { user_preferences: preferences } = context;
  if (preferences !== undefined && preferences !== null && !isFields(preferences))
    throw invalid('context.user_preferences is no object.', 'It holds names and values: {"language": "de"}.');
}

/** `conversation_history: [{role, content}]`, oldest first; throws where an entry is nobody's words. */
export function readHistory({ conversation_history: given }: Readonly<Record<string, Json>>): Utterance[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) throw invalid('context.conversation_history is no list.', FORM);
  return given.map((entry, at) => {
    const read = readEntry(entry);
    if (typeof read === 'string') throw invalid(`context.conversation_history[${at}] ${read}.`, FORM);
    return read;
  });
}

const FORM =
  'It is a list of what was said before, oldest first: [{"role": "user", "content": "…"}, {"role": "assistant", "content": "…"}].';

/** Older peers of our kind, and A2A, say "agent". */
const SPEAKERS: ReadonlyMap<Json | undefined, Utterance['role']> = new Map([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['agent', 'assistant'],
]);

/** The entry, or what is wrong with it: a sentence without its subject, and without what somebody said. */
function readEntry(entry: Json): Utterance | string {
  if (!isFields(entry)) return 'is no object';
  const role = SPEAKERS.get(entry['role']);
  if (role === undefined) return 'has a role that is neither "user" nor "assistant"';
  const words = entry['content'] ?? entry['text'];
  if (typeof words === 'string') return { role, text: words };
  if (!Array.isArray(words)) return 'has no content: a text, or a list of parts with text';
  const parts = words.map((part) => (isFields(part) ? part['text'] : part));
  const wrong = parts.findIndex((part) => typeof part !== 'string');
  return wrong < 0 ? { role, text: parts.join('\n') } : `has a part that is no text: content[${wrong}]`;
}

function isFields(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(message: string, hint: string): ConsiliumError {
  return new ConsiliumError('REQUEST_INVALID', message, { hint });
}
