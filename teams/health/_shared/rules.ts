/** Which rule of triage a message falls under, in its conversation: what was said before counts too. */
import { type Fact, findRedFlags, triage } from 'consilium/clinical';
import type { State } from 'consilium/kernel';
import { cached } from './cache.ts';
import { nowOf } from './clock.ts';
import { isEntryReply } from './entries.ts';
import { readFacts } from './facts.ts';
import { measuresIn } from './measures.ts';
import { asks } from './questions.ts';
import { hasPatient, type Rule } from './turn.ts';

const triageOf = cached((text) => triage(text).rule);
export const redFlagsIn = cached((text: string) => findRedFlags(text));

const TOPIC = /^\s*\[ask (\w+)\/([\w-]+)\]\s*/;

export interface Asked {
  /** The entry of the side panel that a question is about: `[ask ConditionCaseNode/<uuid>] What is this?` */
  topic?: { type: string; uuid: string };
  question: string;
}

export function readAsked(message: string): Asked {
  const match = TOPIC.exec(message);
  if (match === null) return { question: message };
  const question = message.slice(match[0].length).trim();
  return { topic: { type: match[1]!, uuid: match[2]! }, question: question || 'What does my record say about this?' };
}

export function ruleFor(message: string, state: State): Rule {
  const { topic, question } = readAsked(message);
  const rule = triageOf(question);
  if (rule === 'emergency') return redFlagsIn(question).length > 0 ? rule : 'patient';
  if (topic !== undefined || isEntryReply(message, state)) return 'patient';
  if (rule === 'general' && !asks(message) && !OF_OTHERS.test(message) && readFacts(message, nowOf(state)).some(isNews))
    return 'patient';
  if ((rule === 'non_health' || rule === 'general') && hasPatient(state) && asksRecord(question)) return 'patient';
  if (rule === 'non_health' && readFacts(message, nowOf(state)).some(isOwnValue) && /\b(i|i'm|my)\b/i.test(question))
    return 'patient';
  if (rule === 'non_health' && hasPatient(state) && asksOwnValue(question)) return 'patient';
  if (rule === 'non_health' && followsUp(question)) return lastRule(state) ?? rule;
  if (rule === 'general' && pointsBack(question) && state.has('session_topic_node_uuid')) return 'patient';
  if (rule === 'general' && hasPatient(state) && lastRule(state) === 'patient' && goesOn(question)) return 'patient';
  return rule;
}

/** As doctors write of patients. */
const OF_OTHERS = /\b(?:patient|pt|\d+[- ]year[- ]old|man|woman|boy|girl|infant)\b/i;

/** "Saw Dr. Patel, she stopped the amlodipine" is about the writer, without an "I". */
function isNews({ kind, change, certainty, experiencer, time }: Fact): boolean {
  if (certainty === 'possible' || experiencer !== 'patient') return false;
  return kind === 'encounter' || change !== undefined || (kind === 'symptom' && time !== undefined);
}

/** "I weigh 80 kg". */
function isOwnValue({ kind, code, unit, experiencer, certainty }: Fact): boolean {
  return (
    kind === 'measurement' &&
    code !== undefined &&
    unit !== undefined &&
    experiencer === 'patient' &&
    certainty === 'affirmed'
  );
}

/** "How much do I weigh?" */
function asksOwnValue(question: string): boolean {
  if (question.length > 80 || NEW_SUBJECT.test(question) || !/\b(?:do i|am i|my)\b/i.test(question)) return false;
  return measuresIn(question.replace(/\b(?:hr|temp|temperature|maps?)\b/gi, ' ')).length > 0;
}

const BACK = /\b(it|its|this|that|these|those|them|they|there|then|same|one|ones)\b/i;
const LEAD =
  /^\W*(and|but|so|what about|how about|why|since when|when|how (?:much|often|long|come|many)|tell me more|more|go on|explain|is that|any)\b/i;

/** "And the one before?", "Tell me more": means nothing by itself. */
function followsUp(message: string): boolean {
  return message.length < 80 && LEAD.test(message) && !NEW_SUBJECT.test(message);
}

/** "What about blood pressure?", "Why is it high?" after a question about the record. "Is it true that …" is a new one. */
function goesOn(question: string): boolean {
  if (question.length > 80 || /\b(?:is|isn't) it (?:true|bad|safe|ok|okay|possible|dangerous|normal)\b/i.test(question))
    return false;
  return (
    /^\W*(?:and|but|so|what about|how about)\b/i.test(question) ||
    /\bwhat(?:'s| is| are)? (?:the|my) [\w-]+ for\b/i.test(question) ||
    (BACK.test(question) && question.length < 60)
  );
}

/** What everyday requests begin with, even when they are short. */
const NEW_SUBJECT =
  /\b(weather|flight|joke|poem|recipe|code|script|movie|song|capital of|translate|stock|president|game|score|hair|barber|salon|nails?|car|garage|vet|dogs?|bank|restaurant|concert|hotel|football|soccer|match|election|exam|lottery|auto|spa|calendar|traffic|meeting|location)\b/i;

const RECORD = [
  /\b(?:what|which|any)\b.{0,20}\b(?:conditions?|diagnos[ei]s|medications?|medicines?|symptoms?|allergies)\b.{0,12}\b(?:do i|am i|i have|have i)\b/i,
  /\b(?:my|any|recent|last|next|upcoming|latest|past)\b.{0,20}\b(?:visits?|appointments?|encounters?|check-?ups?|hospital stays?)\b/i,
  /\b(?:my|lab|test|blood)\b.{0,20}\b(?:results?|readings?)\b/i,
  /\bmy (?:last |latest |newest )?(?:letters?|discharge summary)\b/i,
  /\b(?:can|may|should) i (?:eat|drink)\b/i,
  /\b(?:letter|discharge summary|doctor'?s note) (?:from|of|by)\b|\bwhat do(?:es)? (?:the|my) letters?\b/i,
  /\b(?:i(?:'ve| have)? ever had|have i ever had)\b|\b(?:over|of) the (?:last|past) (?:few )?(?:months|years)\b.{0,30}\bmy\b/i,
  /\b(?:overview|summary|summari[sz]e)\b.{0,30}\b(?:everything|record|history|health|me)\b/i,
  /\bmy (?:reliever|preventer|inhaler|pills?|tablets?|insulin|medicine|meds|dose)\b/i,
  /\b(?:can|may|should) i (?:have|eat|drink|take)\b.{0,30}\b(?:grapefruit|alcohol|juice|beer|wine|coffee|salt|sugar|dairy|nuts)\b/i,
  /\b(?:was i|have i been|i was) (?:ever )?(?:in|at|admitted)\b.{0,15}\b(?:hospital|emergency)\b|\badmitted\b/i,
  /\b(?:anything|something|what)\b.{0,12}\b(?:got|gotten|become|getting) (?:worse|better)\b/i,
  /\bwhat (?:did|have|do) you (?:note|noted|record|recorded|save|saved|keep|kept|store|stored|understand|understood)\b/i,
  /\bwhat triggers\b|\bmy triggers\b|\bwhat(?:'s| is) wrong with me\b/i,
  /\bfoods?\b.{0,25}\b(?:avoid|eat)\b|\bwhat (?:should|can) i (?:not )?eat\b/i,
  /\bwhat (?:do|am) i (?:take|taking|on)\b/i,
  /\bhow (?:am i(?: doing)?|old am i)\b|\bwho (?:prescribed|ordered|treat\w*)\b/i,
  /\b(?:see|saw|seen|visit(?:ed)?) (?:dr|doctor)\b/i,
  /\bwhat happened (?:in|on|at) (?:19|20|my|the (?:hospital|visit)|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i,
];

/** Short questions that only make sense about a record, where one is open. */
function asksRecord(message: string): boolean {
  return message.length < 120 && RECORD.some((pattern) => pattern.test(message)) && !NEW_SUBJECT.test(message);
}

export function pointsBack(message: string): boolean {
  return BACK.test(message);
}

function lastRule(state: State): Rule | undefined {
  const last = state.get('last_rule');
  return last === 'patient' || last === 'general' ? last : undefined;
}
