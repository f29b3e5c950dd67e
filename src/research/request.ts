/**
 * What a clinician wants of the desk: about what, for whom, how much evidence is enough, how often and until when. Read
 * from the words of the request; words are data (request.yml).
 */
import { z } from 'zod';
import { NUMBER_WORDS } from '../text/index.ts';
import { type Condition, conditionSchema, readCondition } from './conditions.ts';
import { exclusionsIn, exclusionsSchema } from './exclusions.ts';
import { readCadence, withoutCadence } from './rhythm.ts';
import { topicOf, trialsIn } from './topic.ts';
import { isOfPeople } from './topic-rules.ts';
import { topicWords } from './topic-words.ts';
import { hasAll, plainOf, vocabulary, withoutConditions } from './vocabulary.ts';

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

/** What is asked of the desk in one message at most. */
export const LONGEST_REQUEST = 8_000;

/** What is enough where nobody said. */
export const USUAL_THRESHOLD = thresholdSchema.parse({});

const wishSchema = z.object({
  /** The request itself, in the clinician's words. */
  question: z.string(),
  population: z.string().optional(),
  threshold: thresholdSchema,
  /** What is not to be told of, by name and by kind of study. */
  without: exclusionsSchema.optional(),
  /** What alone is worth telling of what is found later. */
  notify: conditionSchema.optional(),
  /** A schedule in words. */
  cadence: z.string().optional(),
  /** Trials to be watched. */
  watches: z.array(z.string()).default([]),
  /** Pages and feeds that were named. */
  addresses: z.array(z.string()).default([]),
  /** Scopes of the index beside the usual ones. */
  scopes: z.array(z.string()).default([]),
});

const orderSchema = wishSchema.extend({ id: z.string() });

export const requirementsSchema = wishSchema.extend({
  /** How often was said in words that nobody could read, and what of it was understood. */
  unread: z.string().optional(),
  unread_because: z.string().optional(),
  /** What only the last question asked for: the next one, and what is looked for by schedule, begin from the above. */
  once: z
    .object({
      population: z.string().optional(),
      without: exclusionsSchema.optional(),
      threshold: thresholdSchema.partial(),
    })
    .optional(),
  /** Standing orders beside the first, each with its own limits; which one the last message was on, and what it changed. */
  orders: z.array(orderSchema).default([]),
  current: z.string().optional(),
  said: z.string().optional(),
  /** The limits were said to hold from now on: for questions too. */
  holds: z.boolean().optional(),
  /** Whose wishes these are, where they are an order's. */
  order: z.string().optional(),
});

/** One request: about what, for whom, how much is enough, how often. */
export type Wish = z.infer<typeof wishSchema>;
/** One that stands beside the agent's first. */
export type Order = z.infer<typeof orderSchema>;
export type Requirements = z.infer<typeof requirementsSchema>;

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
  const sentences = asked.split(SENTENCES).map(plainOf);
  const designs = new Set<string>();
  for (const { all, open, designs: kinds = [], ...wish } of thresholds) {
    if (!sentences.some((sentence) => hasAll(sentence, all))) continue;
    Object.assign(threshold, open ? { grade: 1, count: 1 } : wish);
    for (const kind of kinds) designs.add(kind);
  }
  const size = sizeIn(asked);
  // "Randomised, more than 100 participants": how many of what kind is one wish.
  const counted =
    size === undefined ? [] : sentences.filter((_, at) => sizeIn(asked.split(SENTENCES)[at] ?? '') !== undefined);
  if (designs.size === 0)
    for (const kind of ['rct', 'meta_analysis'].filter((id) =>
      counted.some((each) => hasAll(each, [vocabulary().kinds[id]!])),
    ))
      designs.add(kind);
  if (designs.has('rct')) designs.add('meta_analysis');
  if (designs.size > 0) threshold.designs = [...designs];
  if (size !== undefined) threshold.size = size;
  const { count, agree } = countIn(plain);
  if (count !== undefined) threshold.count = count;
  if (agree) threshold.agree = true;
  // What is waited for says nothing of for whom it is asked: "until it is approved for children".
  const population = populationIn(withoutCadence(asked));
  const notify = readCondition(message, { sizeIn, populationIn });
  const named = [...message.matchAll(/\bscope[s]? ["“']?([\p{L}\p{N}_.-]+)/giu)].map(([, scope]) =>
    scope!.replace(/[.-]+$/, ''),
  );
  return requirementsSchema.parse({
    question: message.trim().slice(0, 1000),
    ...(population && { population }),
    ...withoutIn(message),
    ...(notify && { notify }),
    threshold,
    ...readCadence(message, place),
    watches: trialsIn(message),
    addresses: addressesIn(message),
    scopes: place.scopes.filter((scope) => named.includes(scope)),
  });
}

function withoutIn(message: string): Pick<Wish, 'without'> {
  const { names, kinds, unread } = exclusionsIn(withoutCadence(message));
  return names.length + kinds.length === 0 && unread === undefined
    ? {}
    : { without: { names, kinds, ...(unread && { unread }) } };
}

/** "Until the guideline changes": what is waited for, as what alone is worth telling is read; nothing where it cannot be. */
export function readAwaited(event: string): Condition | undefined {
  const condition = readCondition(`Tell me only if ${event}.`, { sizeIn, populationIn });
  return condition?.unread ? undefined : condition;
}

const SENTENCES = /(?<=[.!?;])\s+/;

/** What is asked without how much evidence is enough: "more than 100 participants" asks after no outcome. */
export function withoutThreshold(text: string): string {
  const isWish = (sentence: string) =>
    topicWords(sentence).length === 0 &&
    (sizeIn(sentence) !== undefined || vocabulary().thresholds.some(({ all }) => hasAll(plainOf(sentence), all)));
  const left = text.split(SENTENCES).filter((sentence) => !isWish(sentence));
  return (left.length === 0 ? [text] : left).map((sentence) => sentence.replace(sizePattern(), ' ')).join(' ');
}

function sizePattern(): RegExp {
  const { counted_people, more_than } = vocabulary();
  return new RegExp(
    `(?:\\bn\\s*)?(?:${more_than.join('|')})\\s*\\d[\\d,]*(?:\\s+(?:${counted_people.join('|')})\\b)?`,
    'gi',
  );
}

/** "Three independent trials", "until two agree". */
function countIn(plain: string): { count?: number | undefined; agree: boolean } {
  const { units, kinds, agreeing } = vocabulary().counts;
  const number = `(${Object.keys(NUMBER_WORDS).join('|')}|\\d{1,2})`;
  const any = (words: readonly string[]) => `(?:${words.join('|')})`;
  const [, counted] = new RegExp(`\\b${number} (?:${any(kinds)} )*${any(units)}\\b`).exec(plain) ?? [];
  const said = new RegExp(
    `\\b${number}(?: ${any([...kinds, ...units, 'of them', 'that', 'which'])})* ${any(agreeing)}\\b`,
  );
  const [, agreed] = said.exec(plain) ?? [];
  const wanted = counted ?? agreed;
  return {
    count: wanted === undefined ? undefined : (NUMBER_WORDS[wanted] ?? Number(wanted)),
    agree: agreed !== undefined,
  };
}

/** For whom: what they have, or how they are called. */
function populationIn(text: string): string | undefined {
  const plain = plainOf(text);
  const [whom] = topicOf(text).setting;
  const group = vocabulary().populations.find((each) =>
    new RegExp(
      `\\b(?:in|for|among|of|about|on|with|help|helps|treat|treats|treating|given to|give) (?:${each})\\b`,
    ).test(plain),
  );
  const named = group === undefined ? undefined : new RegExp(`\\b(${group})\\b`).exec(plain)?.[1];
  if (whom && /^(?:pregnan|breast|lactat|nursing)/i.test(whom.text))
    return `${/^pregnan/i.test(whom.text) ? 'pregnant' : 'breastfeeding'} women`;
  if (whom && isOfPeople(whom.text)) return whom.text;
  // "Adults with Crohn disease" are both. What is asked of children with it is told beside what is known of adults.
  if (whom) return `${named === 'adults' ? named : 'people'} with ${whom.text}`;
  if (named !== undefined) return named;
  const [aged] = AGED.exec(plain) ?? [];
  return aged === undefined ? undefined : `a ${aged.replace(/[ -]/g, '-').replace(/s$/, '')}`;
}

/** "My 6 year old", "an 8-month-old". */
const AGED = /\b\d{1,3}[ -](?:years?|months?)[ -]olds?\b/;

/** "n > 1000", "at least 500 patients", "≥ 500 participants". */
function sizeIn(message: string): number | undefined {
  const people = `(?:${vocabulary().counted_people.join('|')})`;
  const more = `(?:${vocabulary().more_than.join('|')})`;
  const found =
    new RegExp(`\\bn\\s*${more}\\s*(\\d[\\d,]*)`, 'i').exec(message) ??
    new RegExp(`${more}\\s*(\\d[\\d,]*)\\s+${people}\\b`, 'i').exec(message);
  const size = Number(found?.[1]?.replaceAll(',', ''));
  return Number.isSafeInteger(size) && size > 0 && size < 1e8 ? size : undefined;
}

const MOST_ADDRESSES = 10;

export function addressesIn(message: string): string[] {
  const found = [...message.matchAll(/\bhttps?:\/\/[^\s<>"'“”]+/gi)].map(([url]) => url.replace(/[.,;:!?)\]]+$/, ''));
  return [...new Set(found.filter((url) => URL.canParse(url)))].slice(0, MOST_ADDRESSES);
}
