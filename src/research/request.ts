/**
 * What a clinician wants of the desk: about what, for whom, how much evidence is enough, how often and until when. Read
 * from the words of the request; words are data (request.yml).
 */
import { z } from 'zod';
import { NUMBER_WORDS } from '../text/index.ts';
import { conditionSchema, readCondition } from './conditions.ts';
import { findCadence, withoutCadence } from './rhythm.ts';
import { topicOf, trialsIn } from './topic.ts';
import { topicWords } from './topic-words.ts';
import { hasAll, inOrder, plainOf, vocabulary, withoutConditions } from './vocabulary.ts';

const thresholdSchema = z.object({
  grade: z.int().min(1).max(4).default(3),
  designs: z.array(z.string()).optional(),
  stage: z.string().optional(),
  /** So many took part at least. */
  size: z.int().min(1).optional(),
  count: z.int().min(1).max(20).default(2),
  /** They say the same. */
  agree: z.boolean().optional(),
});

export const requirementsSchema = z.object({
  /** The request itself, in the clinician's words. */
  question: z.string(),
  population: z.string().optional(),
  threshold: thresholdSchema,
  /** What alone is worth telling of what is found later. */
  notify: conditionSchema.optional(),
  /** A schedule in words. */
  cadence: z.string().optional(),
  /** How often was said in words that nobody could read. */
  unread: z.string().optional(),
  /** Trials to be watched. */
  watches: z.array(z.string()).default([]),
  /** Pages and feeds that were named. */
  addresses: z.array(z.string()).default([]),
  /** Scopes of the index beside the usual ones. */
  scopes: z.array(z.string()).default([]),
  /** What only the last question asked for: the next one, and what is looked for by schedule, begin from the above. */
  once: z.object({ population: z.string().optional(), threshold: thresholdSchema.partial() }).optional(),
});

export type Requirements = z.infer<typeof requirementsSchema>;

export type Purpose = 'look' | 'tell' | 'stop' | 'resume' | 'when';

/** What an agent is asked to do: look, tell what it has, stop looking again or take it up again, or say when it will. */
export function purposeOf(message: string): Purpose {
  const { purposes, look_words } = vocabulary();
  const plain = plainOf(message);
  const sentences = message.split(/(?<=[.!?;])\s+/).map(plainOf);
  const asks = (purpose: Exclude<Purpose, 'look'>) =>
    sentences.some((sentence) => purposes[purpose].some((groups) => inOrder(sentence, groups)));
  if (asks('stop') || ['stop', 'cancel', 'stop please'].includes(plain)) return 'stop';
  if (asks('resume')) return 'resume';
  if (look_words.some((phrase) => ` ${plain} `.includes(` ${phrase} `))) return 'look';
  return asks('when') ? 'when' : asks('tell') ? 'tell' : 'look';
}

/** "Stop everything": all agents are meant, and none is named. */
export function meansAll(message: string): boolean {
  const plain = ` ${plainOf(message)} `;
  return (
    vocabulary().all_of_them.some((phrase) => plain.includes(` ${phrase} `)) && topicOf(message).subjects.length === 0
  );
}

/** "And vamorolone?" goes on with what was asked before; a disease of its own is a question of its own. */
export function isFollowUp(message: string): boolean {
  const plain = plainOf(message);
  return (
    vocabulary().follow_ups.some((opening) => plain.startsWith(`${opening} `)) &&
    !topicOf(message).subjects.some(({ kind }) => kind === 'problem')
  );
}

export type RequestKind =
  | ('greeting' | 'thanks' | 'about desk' | 'about agents' | 'about triggers' | 'delete' | 'cannot')
  | ('unclear' | 'broad' | 'research');

export function kindOfRequest(message: string): RequestKind {
  const { greetings, thanks, about_desk, about_agents, about_triggers, cannot, broad } = vocabulary();
  const said = plainOf(message);
  if (greetings.includes(said)) return 'greeting';
  const opening = greetings.find((word) => said.startsWith(`${word} `));
  const plain = opening === undefined ? said : said.slice(opening.length + 1);
  const isAbout = (phrases: readonly (readonly string[])[]) => phrases.flat().some((phrase) => plain.includes(phrase));
  if (thanks.includes(plain) || isOnlyThanks(message, plain)) return 'thanks';
  if (
    about_desk
      .flat()
      .some((phrase) => plain === phrase || (plain.startsWith(`${phrase} `) && plain.length < phrase.length + 12))
  )
    return 'about desk';
  if (isAbout(about_agents)) return 'about agents';
  if (isAbout(about_triggers)) return 'about triggers';
  if (cannot.flat().some((verb) => new RegExp(`^(?:please |can you |could you )*${verb}\\b`).test(plain)))
    return /\bagents?\b/.test(plain) ? 'delete' : 'cannot';
  const topic = topicWords(message);
  if (topic.length === 0 && !/\bNCT\d{8}\b/i.test(message) && addressesIn(message).length === 0) return 'unclear';
  return broad.includes(topic.map(({ text }) => text.toLowerCase()).join(' ')) ? 'broad' : 'research';
}

/** "Thanks, how are you?" */
function isOnlyThanks(message: string, plain: string): boolean {
  const opens = vocabulary().thanks.some((word) => plain.startsWith(`${word} `));
  return opens && plain.split(' ').length <= 8 && topicOf(message).subjects.length === 0 && !message.includes('http');
}

/** What of a message can be handed on to somebody else: how often to look and what to tell is said to the desk. */
export function withoutDeskTalk(text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/).filter((sentence) => topicWords(sentence).length > 0);
  return sentences.map((sentence) => withoutCadence(withoutConditions(sentence)).replace(/\s+/g, ' ').trim()).join(' ');
}

export interface RequestPlace {
  readonly now: number;
  readonly zone: string;
  /** The scopes there are: one that is named in the request is read too. */
  readonly scopes: readonly string[];
}

export function readRequirements(message: string, place: RequestPlace): Requirements {
  const { thresholds } = vocabulary();
  const asked = withoutConditions(message);
  const plain = plainOf(asked);
  const threshold: Partial<Requirements['threshold']> = {};
  const sentences = asked.split(/(?<=[.!?;])\s+/).map(plainOf);
  const designs = new Set<string>();
  for (const { all, open, designs: kinds = [], ...wish } of thresholds) {
    if (!sentences.some((sentence) => hasAll(sentence, all))) continue;
    Object.assign(threshold, open ? { grade: 1, count: 1 } : wish);
    for (const kind of kinds) designs.add(kind);
  }
  if (designs.size > 0) threshold.designs = [...designs];
  const size = sizeIn(asked);
  if (size !== undefined) threshold.size = size;
  const [, count] =
    /\b(one|two|three|four|five|\d{1,2}) (?:independent |good |large |randomi[sz]ed )*(?:rcts?|trials?|studies|sources)\b/.exec(
      plain,
    ) ?? [];
  const [, agreeing] = AGREEING.exec(plain) ?? [];
  const wanted = count ?? agreeing;
  if (wanted !== undefined) threshold.count = NUMBER_WORDS[wanted] ?? Number(wanted);
  if (agreeing !== undefined) threshold.agree = true;
  const population = populationIn(asked);
  const notify = readCondition(message, { sizeIn, populationIn });
  const cadence = findCadence(message, place) ?? (isOngoing(plain) ? vocabulary().usual_cadence : undefined);
  const named = [...message.matchAll(/\bscope[s]? ["“']?([\p{L}\p{N}_.-]+)/giu)].map(([, scope]) =>
    scope!.replace(/[.-]+$/, ''),
  );
  return requirementsSchema.parse({
    question: message.trim().slice(0, 1000),
    ...(population && { population }),
    ...(notify && { notify }),
    threshold,
    ...(cadence && { cadence }),
    ...unreadIn(message, cadence),
    watches: trialsIn(message),
    addresses: addressesIn(message),
    scopes: place.scopes.filter((scope) => named.includes(scope)),
  });
}

/** "Until two agree", "three independent trials that agree". */
const AGREEING =
  /\b(two|three|four|five|\d{1,2})(?: (?:independent|good|large|of them|rcts?|trials?|studies|sources|that|which))* (?:agree|concur|say the same)\b/;

/** For whom: what they have, or how they are called. */
function populationIn(text: string): string | undefined {
  const plain = plainOf(text);
  const [whom] = topicOf(text).setting;
  if (whom) return `people with ${whom.text}`;
  const group = vocabulary().populations.find((each) =>
    new RegExp(`\\b(?:in|for|among|of|about|on|with) (?:${each})\\b`).test(plain),
  );
  return group === undefined ? undefined : new RegExp(`\\b(${group})\\b`).exec(plain)?.[1];
}

/** "n > 1000", "at least 500 patients", "≥ 500 participants". */
function sizeIn(message: string): number | undefined {
  const people = '(?:patients|participants|people|subjects|adults|children|women|men)';
  const more = '(?:>|≥|>=|at least|more than|over|minimum(?: of)?)';
  const found =
    new RegExp(`\\bn\\s*${more}\\s*(\\d[\\d,]*)`, 'i').exec(message) ??
    new RegExp(`${more}\\s*(\\d[\\d,]*)\\s+${people}\\b`, 'i').exec(message);
  const size = Number(found?.[1]?.replaceAll(',', ''));
  return Number.isSafeInteger(size) && size > 0 && size < 1e8 ? size : undefined;
}

const MOST_ADDRESSES = 10;

function addressesIn(message: string): string[] {
  const found = [...message.matchAll(/\bhttps?:\/\/[^\s<>"'“”]+/gi)].map(([url]) => url.replace(/[.,;:!?)\]]+$/, ''));
  return [...new Set(found.filter((url) => URL.canParse(url)))].slice(0, MOST_ADDRESSES);
}

/** "Check every full moon": said, and not understood. */
function unreadIn(message: string, cadence: string | undefined): { unread?: string } {
  if (cadence !== undefined) return {};
  const asked =
    /\b(?:check|look|search|report|update|watch|follow|monitor|tell me|repeat)\b[^.;!?]*?\b((?:every|each)\s[^.,;!?]{2,60})/i;
  const [, unread] = asked.exec(message) ?? [];
  return unread === undefined ? {} : { unread: unread.trim() };
}

function isOngoing(plain: string): boolean {
  return vocabulary().ongoing.some((phrase) => new RegExp(`\\b${phrase}\\b`).test(plain));
}
