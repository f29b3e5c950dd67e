/** An event that was spoken of is the time of what is asked next: after "when was my clot?", "what was my INR?" means then. */
import type { Focus, Scope, Subject } from '../types.ts';

const PAST = /\b(?:was|were|did|had)\b/i;
const OTHER_TIME =
  /\b(?:last|latest|newest|current\w*|now|today|first|ever|before|after\w*|since|highest|lowest|usual\w*|normally|next)\b/i;
/** "What did they find after?" */
const AFTERWARDS = /\bafter(?:wards?| that)?\W*$/i;
const LATER_DAYS = 180;
const AROUND_DAYS = 21;
const DAY = 86_400_000;

export function scopeOfEvent(text: string, own: readonly Subject[], { event }: Focus): Scope | undefined {
  if (event === undefined || !PAST.test(text)) return undefined;
  if (AFTERWARDS.test(text)) return { from: event.at.from, to: dayFrom(event.at.to, LATER_DAYS), say: 'after that' };
  if (OTHER_TIME.test(text)) return undefined;
  if (own.some(({ id }) => id === 'thing:labs'))
    return { from: dayFrom(event.at.from, -AROUND_DAYS), to: dayFrom(event.at.to, AROUND_DAYS), say: 'then' };
  return own.some(({ kind }) => kind === 'observation') ? { near: event.at.from, say: 'then' } : undefined;
}

function dayFrom(day: string, days: number): string {
  return new Date(Date.parse(`${day.padEnd(7, '-01').padEnd(10, '-01')}T12:00:00Z`) + days * DAY)
    .toISOString()
    .slice(0, 10);
}

const OF_EVENTS = new Set<Subject['kind']>(['condition', 'procedure', 'drug', 'drug_class', 'symptom', 'vaccine']);

const STAYS = new Set(['thing:hospital', 'thing:emergency', 'thing:procedures']);

/** What the conversation keeps of an answer that was about something that happened. */
export function eventOf(
  focus: Focus,
  subjects: readonly Subject[],
  scope: Scope,
  at: { from: string; to: string } | undefined,
): Focus['event'] {
  if (at !== undefined && subjects.some(({ kind, id }) => OF_EVENTS.has(kind) || STAYS.has(id)))
    return { subjects, at };
  const goesOn = subjects.some(({ id }) => focus.event?.subjects.some((each) => each.id === id));
  return goesOn || scope.say === 'then' || scope.say === 'after that' ? focus.event : undefined;
}

/** After a value of those days, "what had set it off?" asks of the event again. */
export function subjectsOfEvent({ event, scope, subjects }: Focus, text: string): readonly Subject[] {
  return event !== undefined && scope.say === 'then' && (PAST.test(text) || /\binstead\b/i.test(text))
    ? event.subjects
    : subjects;
}
