/** Which rule of triage a message falls under, in its conversation: what was said before counts too. */
import { type Fact, findRedFlags, triage } from 'consilium/clinical';
import type { AgentContext, State } from 'consilium/kernel';
import { isLetterWord } from 'consilium/reasoning';
import { aside } from 'consilium/threads';
import { cached } from './cache.ts';
import { chartOf, readFocus } from './chart.ts';
import { nowOf } from './clock.ts';
import { isEntryReply } from './entries.ts';
import { readFacts } from './facts.ts';
import { answerKnown } from './knowledge.ts';
import { asks } from './questions.ts';
import { isAbout, isHere, signs } from './reasoning.ts';
import { hasPatient, type Rule } from './turn.ts';

export const works = {
  triage: (text: string) => triage(text).rule,
  flags: (text: string) => findRedFlags(text),
};
const read = aside(import.meta.url, works);
const triageOf = cached(read.triage);
export const redFlagsIn = cached(read.flags);

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

export function ruleFor(message: string, context: Pick<AgentContext, 'state' | 'invocation'>): Rule {
  const { state } = context;
  const { topic, question } = readAsked(message);
  const rule = triageOf(question);
  if (rule === 'emergency') return redFlagsIn(question).length > 0 ? rule : 'patient';
  if (topic !== undefined || isEntryReply(message, state)) return 'patient';
  if (rule === 'general' && !asks(message) && !OF_OTHERS.test(message) && readFacts(message, nowOf(state)).some(isNews))
    return 'patient';
  if (hasPatient(state)) return ruleBesideRecord(rule, question, context as AgentContext);
  if (rule === 'non_health' && followsUp(question)) return lastRule(state) ?? rule;
  return rule;
}

/** "What is asthma?" needs no look at a record, and takes none; a word of letters, a value, or what something is for, is asked of one's own. */
function isOfNobody(question: string): boolean {
  const third =
    /\b(?:i|my|me|mine|we|our|us|he|she|his|her|him|they|their|it|that|this|these|those|one|the|mum|mom|mam|dad|gran|grandma|nan|grandpa|grandad|hubby)\b/i.test(
      question,
    );
  const named = /(?<!^)(?<![.?!]\s)\b\p{Lu}\p{Ll}{2,}/u.test(question.trim());
  return (
    !third &&
    !named &&
    !/\d/.test(question) &&
    answerKnown(question) !== undefined &&
    !/\bfor\W*$/i.test(question) &&
    /^\W*(?:what (?:is|are|does|do)|how (?:does|do|can|to)|why (?:is|are|does|do)|explain)\b/i.test(question) &&
    question.length < 120
  );
}

/** With a record open, what is about it goes to who knows it: by what is named, what was spoken of, what papers hold. */
function ruleBesideRecord(rule: Rule, question: string, context: AgentContext): Rule {
  if (rule === 'ui_redirect' && ALLERGIES.test(question) && !ORDERS.test(question)) return 'patient';
  if (rule !== 'general' && rule !== 'non_health') return rule;
  const { state } = context;
  if (rule === 'non_health' && isHere(chartOf(context), question, readFocus(context), nowOf(state))) return 'patient';
  if (
    isOfNobody(question) &&
    !(isLetterWord(question) && isHere(chartOf(context), question, readFocus(context), nowOf(state)))
  )
    return rule;
  const isElsewhere =
    rule === 'non_health' && NEW_SUBJECT.test(question) && !WEIGHS.test(question) && signs(question).length === 0;
  if (
    (!isElsewhere || INITIALS.test(question)) &&
    isAbout(chartOf(context), question, readFocus(context), nowOf(state))
  )
    return 'patient';
  if (rule === 'non_health' && followsUp(question)) return lastRule(state) ?? rule;
  if (rule === 'general' && pointsBack(question) && state.has('session_topic_node_uuid')) return 'patient';
  return rule;
}

/** "What is this HHT, explain it to my dog": letters that may stand in the record. */
const INITIALS = /\b[A-Z]{2,6}\b/;

/** What somebody is allergic to is said where it is asked: whoever stands at a counter opens no panel. */
const ALLERGIES = /\baller|\balerg/i;
const ORDERS =
  /^\W*(?:please |can you |could you |can i |let me |i (?:want|would like|'d like) to )*(?:show|display|open|view|see|list|pull|bring|print)\b/i;

/** As doctors write of patients. */
const OF_OTHERS = /\b(?:patient|pt|\d+[- ]year[- ]old|man|woman|boy|girl|infant)\b/i;

/** "Saw Dr. Patel, she stopped the amlodipine" is about the writer, without an "I". */
function isNews({ kind, change, certainty, experiencer, time }: Fact): boolean {
  if (certainty === 'possible' || experiencer !== 'patient') return false;
  return kind === 'encounter' || change !== undefined || (kind === 'symptom' && time !== undefined);
}

const BACK = /\b(it|its|this|that|these|those|them|they|there|then|same|one|ones)\b/i;
const LEAD =
  /^\W*(and|but|so|what about|how about|why|since when|when|how (?:much|often|long|come|many)|tell me more|more|go on|explain|is that|any)\b/i;

/** "And the one before?", "Tell me more": means nothing by itself. */
function followsUp(message: string): boolean {
  return message.length < 80 && LEAD.test(message) && !NEW_SUBJECT.test(message);
}

/** What everyday requests begin with, even when they are short. */
const NEW_SUBJECT =
  /\b(weather|flight|joke|poem|recipe|code|script|movie|song|capital of|translate|stock|president|game|hair|barber|salon|nails?|car|garage|vet|dogs?|bank|restaurant|concert|hotel|football|soccer|match|election|exam|lottery|auto|spa|calendar|traffic|meeting|location)\b/i;

/** "Can I have a beer at the game?" asks whether it is safe, wherever it is drunk. */
const WEIGHS =
  /\b(?:can|may|could|should) (?:i|we|he|she) (?:still |also |just )?(?:have|take|eat|drink|try|use|go)\b|\b(?:ok|okay|safe|alright|all right) (?:to|for|with)\b/i;

export function pointsBack(message: string): boolean {
  return BACK.test(message);
}

function lastRule(state: State): Rule | undefined {
  const last = state.get('last_rule');
  return last === 'patient' || last === 'general' ? last : undefined;
}
