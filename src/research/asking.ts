/** What a message wants of the desk: something looked into, something of an agent, something about the desk; or nothing. */
import { isOrdinaryWord } from '../clinical/lexicon/ordinary.ts';
import { letterWish } from './correspondence.ts';
import { foldText, hasAny } from './evidence/words.ts';
import { populations } from './population.ts';
import { isQuestion } from './questions.ts';
import { besideRhythm, withoutCadence, withoutEnd } from './rhythm.ts';
import { trialNamesIn } from './short-forms.ts';
import { type Subject, topicOf } from './topic.ts';
import { isOfPeople } from './topic-rules.ts';
import { topicWords } from './topic-words.ts';
import { hasAll, inOrder, plainOf, vocabulary } from './vocabulary.ts';

export type Purpose = 'look' | 'tell' | 'news' | 'stop' | 'resume' | 'when';

/** What an agent is asked to do: look, tell what it has or what is new, stop looking again or take it up again, or say when it will. */
export function purposeOf(said: string): Purpose {
  const message = withoutEnd(said);
  const { purposes, look_words } = vocabulary();
  const plain = plainOf(message);
  const parts = message.split(/(?<=[.!?;])\s+/);
  const told = [...new Set(parts)];
  // One below the other: what stands in order never goes from one into the next.
  const lines = told.map(plainOf).join('\n');
  const asks = (purpose: Exclude<Purpose, 'look'>) => purposes[purpose].some((groups) => inOrder(lines, groups));
  if (asks('stop') || stopsTopic(told) || ['stop', 'cancel', 'stop please'].includes(plain)) return 'stop';
  if (asks('resume')) return 'resume';
  if (hasAll(plain, [look_words])) return 'look';
  // "When do I check the level?" is no question to the desk.
  if (asks('when') && !OF_THEIR_OWN.test(plain) && OF_THE_DESK.test(plain)) return 'when';
  // With more than that it is a request of its own: "What is new in gout? Check weekly."
  if (parts.length === 1 && asks('news') && !asksMore(plain)) return 'news';
  return asks('tell') ? 'tell' : 'look';
}

const OF_THEIR_OWN = /\b(?:do|should|can|could|must|would) (?:i|we)\b/;
/** It is the desk that looks, and nobody else is named. */
const OF_THE_DESK = /\b(?:you|your|agents?|desk|next|look|looks|report|reports|it|they|again|update|updates)\b/;

/** "Nothing on ulcerative colitis any more": how long its name is does not matter. */
function stopsTopic(sentences: readonly string[]): boolean {
  const { stop } = vocabulary().purposes;
  const bare = sentences
    .filter((sentence) => hasPieces(plainOf(sentence), stop))
    .slice(0, MOST_STOPS)
    .map((sentence) => plainOf(withoutTopic(sentence)))
    .join('\n');
  return stop.some((groups) => inOrder(bare, groups));
}

/** Sentences that have all it takes to stop something, and say it only without the names in them: nobody writes more. */
const MOST_STOPS = 12;

/** Whether all the words are there of which one of these could be made by leaving others out. */
function hasPieces(plain: string, some: readonly (readonly (readonly string[])[])[]): boolean {
  return some.some((groups) =>
    groups.every((group) => group.some((phrase) => phrase.split(' ').every((word) => plain.includes(word)))),
  );
}

function withoutTopic(sentence: string): string {
  return topicWords(sentence).reduce((rest, { text }) => rest.replace(text, ' '), sentence);
}

/** "Any news on gout, and is zorbafen safe?": what stands behind it is a question of its own. */
function asksMore(plain: string): boolean {
  const { auxiliaries, question_words } = vocabulary();
  return new RegExp(`\\b(?:and|or|but|also) (?:${[...auxiliaries, ...question_words].join('|')}) (?!new\\b)`).test(
    plain,
  );
}

/** "Stop everything": all agents are meant, and none is named. */
export function meansAll(message: string): boolean {
  return hasAll(plainOf(message), [vocabulary().all_of_them]) && topicOf(message).subjects.length === 0;
}

/** "And vamorolone?" goes on with what was asked before; a disease of its own is a question of its own. */
export function isFollowUp(message: string): boolean {
  const plain = plainOf(message);
  return (
    vocabulary().follow_ups.some((opening) => plain.startsWith(`${opening} `)) &&
    !topicOf(message).subjects.some(({ kind }) => kind === 'problem')
  );
}

/** "Look into migraine.": a disease and nothing else. What of it is wanted, and for whom, has to be asked. */
export function isBare(message: string): boolean {
  const { subjects, words, setting, trials } = topicOf(message);
  const named = subjects.map(({ text }) => text.toLowerCase()).join(' ');
  const isOnly = subjects.length === 1 && subjects[0]!.kind === 'problem' && setting.length + trials.length === 0;
  if (!isOnly || words.some(({ text }) => !named.includes(text.toLowerCase()))) return false;
  const plain = plainOf(message);
  return (
    !message.includes('?') && !hasAll(plain, [vocabulary().wants]) && withoutCadence(message).trim() === message.trim()
  );
}

export type RequestKind =
  | ('greeting' | 'thanks' | 'about desk' | 'about agents' | 'about triggers' | 'delete' | 'cannot')
  | ('unclear' | 'broad' | 'unreadable' | 'remark' | 'research');

export function kindOfRequest(message: string): RequestKind {
  const { talk, plain, words } = deskTalk(message);
  if (talk !== undefined) return talk;
  const isPlace = /\bNCT\d{8}\b/i.test(message) || /\bhttps?:\/\//i.test(message);
  if (isPlace) return 'research';
  if (words.length === 0) return 'unclear';
  return kindOfSubject(message, plain, words);
}

/** What is said to the desk or about it, found by its words alone: no subject is looked for. */
export function talkIn(message: string): RequestKind | undefined {
  return deskTalk(message).talk;
}

function deskTalk(message: string): { talk: RequestKind | undefined; plain: string; words: readonly string[] } {
  const { greetings } = vocabulary();
  const said = plainOf(message);
  if (greetings.includes(said)) return { talk: 'greeting', plain: said, words: [] };
  const opening = greetings.find((word) => said.startsWith(`${word} `));
  const plain = opening === undefined ? said : said.slice(opening.length + 1);
  const words = topicWords(message).map(({ text }) => text);
  return { talk: talkOf(message, plain, words), plain, words };
}

function talkOf(message: string, plain: string, words: readonly string[]): RequestKind | undefined {
  const { thanks, about_desk, about_agents, about_triggers, cannot, desk_verbs } = vocabulary();
  const isAbout = (some: readonly (readonly (readonly string[])[])[]) => some.some((groups) => inOrder(plain, groups));
  if (thanks.includes(plain) || isOnlyThanks(message, plain)) return 'thanks';
  if (words.every((word) => desk_verbs.includes(word.toLowerCase()))) {
    if (isAbout(about_triggers)) return 'about triggers';
    if (isAbout(about_agents)) return 'about agents';
    const isShort = (phrase: string) =>
      plain === phrase || (plain.startsWith(`${phrase} `) && plain.length < phrase.length + 12);
    if (about_desk.some(isShort)) return 'about desk';
  }
  const [first] = plain.replace(/^(?:please |can you |could you )+/, '').split(' ');
  if (first !== undefined && cannot.includes(first)) return hasAll(plain, [['agent', 'agents']]) ? 'delete' : 'cannot';
  return undefined;
}

/** "Thanks, how are you?" */
function isOnlyThanks(message: string, plain: string): boolean {
  const opens = vocabulary().thanks.some((word) => plain.startsWith(`${word} `));
  return opens && plain.split(' ').length <= 8 && topicOf(message).subjects.length === 0 && !message.includes('http');
}

function kindOfSubject(message: string, plain: string, words: readonly string[]): RequestKind {
  const { broad } = vocabulary();
  const lower = words.map((word) => word.toLowerCase());
  if (broad.includes(lower.join(' ')) || lower.every((word) => broad.includes(word))) return 'broad';
  const { subjects, setting } = topicOf(message);
  if (subjects.length > 0 && subjects.every(isGroup)) return 'unclear';
  if ([...subjects, ...setting].some(({ kind }) => kind !== 'other')) return 'research';
  if (isForAgent(message)) return 'unclear';
  if (!words.some(isSayable)) return 'unreadable';
  if (isFollowUp(message) || purposeOf(message) !== 'look' || isAsked(message, plain) || isName(plain, words))
    return 'research';
  return 'remark';
}

/** "Nursing mothers": for whom, and no illness that they have. */
function isGroup({ text, concepts }: Subject): boolean {
  const { pregnancy = [], breastfeeding = [] } = populations().states;
  return isOfPeople(text) && (concepts.length === 0 || hasAny(foldText(text), [...pregnancy, ...breastfeeding]));
}

/** A letter to be written, or when to look again and nothing else: it is for who was asked last. */
function isForAgent(message: string): boolean {
  return letterWish(message) !== undefined || isOnlyTime(message);
}

/** "Look again on the 31st of Smarch": when, and nothing of what. */
export function isOnlyTime(message: string): boolean {
  const beside = besideRhythm(message);
  const { verbs } = vocabulary().again;
  return beside !== undefined && topicWords(beside).every(({ text }) => verbs.includes(text.toLowerCase()));
}

/** "The files of the migraine agent": what belongs to an agent, which must then be there. */
export function isOfAgent(message: string): boolean {
  return hasAll(plainOf(message), vocabulary().belongings);
}

/** Somebody wants something looked into, or asks what a treatment does. */
function isAsked(message: string, plain: string): boolean {
  const { research_words, aspect_words } = vocabulary();
  if (hasAll(plain, [research_words])) return true;
  // "Brevantrine for negative symptoms, which dose worked": a name, and something that is asked of it.
  const isNamed = topicWords(message).some(({ text }) => text.length >= LONG_NAME && !isOrdinaryWord(text));
  if (isNamed && vocabulary().question_words.some((word) => ` ${plain} `.includes(` ${word} `))) return true;
  if (message.includes('?') && (hasAll(plain, [aspect_words]) || namesTrial(message))) return true;
  if (namesTrial(message) && isQuestion(message)) return true;
  return topicWords(message).length >= FEWEST_WORDS && asksInPart(message);
}

const FEWEST_WORDS = 3;

/** "Same day or split prep, do people sleep better": a part of it is a question, though the whole does not begin as one. */
function asksInPart(message: string): boolean {
  const { auxiliaries, question_words } = vocabulary();
  const [, ...parts] = message.split(/[,:;]\s+|\s[–-]\s|\s(?:and|or|but)\s/i);
  return parts.some((part) => {
    const [opening = ''] = plainOf(part).split(' ', 1);
    return auxiliaries.includes(opening) || question_words.includes(opening);
  });
}

function namesTrial(message: string): boolean {
  return trialNamesIn(message).length > 0;
}

/** A name and nothing else: "vagus nerve stimulation", "zorbanib". */
function isName(plain: string, words: readonly string[]): boolean {
  return plain.split(' ').length === words.length && words.length <= LONGEST_NAME;
}

const LONGEST_NAME = 4;
const LONG_NAME = 6;

/** A word that could be one: it has vowels, and not too many letters stand together without. */
function isSayable(word: string): boolean {
  const letters = word.toLowerCase().replace(/[^\p{L}]/gu, '');
  const vowels = letters.normalize('NFD').match(/[aeiouy]/g)?.length ?? 0;
  const isShortForm = letters.length <= 5 && word === word.toUpperCase();
  return isShortForm || !/\p{Script=Latin}/u.test(letters) || (vowels * 5 >= letters.length && !MUTE.test(letters));
}

const MUTE = /[^aeiouyäöüéèêáíóúñ]{6}/;
