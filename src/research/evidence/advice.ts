/** What a guideline says of each medicine, and for whom: one statement a clause, for a sentence may advise both ways. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { type Illness, illnessesIn } from '../illnesses.ts';
import { initialsOf } from '../topic-reading.ts';
import { topicWords } from '../topic-words.ts';
import { isQualifier } from '../vocabulary.ts';
import { diseaseStates, type Whom, whomIn } from '../whom.ts';
import { AND, usesIn } from './purposes.ts';
import { appraisal, foldText, hasAny, hasPhrase } from './words.ts';

export interface Advice {
  readonly therapy: string;
  readonly side: 'for' | 'against';
  /** Only in trials, or only under conditions; undefined: as it is. */
  readonly limit?: Limit | undefined;
  /** What for, where it says so: for maintenance. */
  readonly purpose?: string | undefined;
  /** Undefined: for everybody. */
  readonly whom?: Whom | undefined;
  /** In which illness, where it says so. */
  readonly illnesses?: readonly Illness[] | undefined;
  /** The sentence that says so. */
  readonly told: string;
}

const LIMITS = ['research', 'conditional'] as const;
export type Limit = (typeof LIMITS)[number];

const schema = z.array(
  z.strictObject({
    limit: z.enum(LIMITS),
    phrases: z.array(z.string()),
    ...{ example: z.string(), counter: z.string() },
  }),
);

let known: z.infer<typeof schema> | undefined;

export function limitRules(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'advice.yml')));
  return known;
}

/** How far what a clause advises goes. */
export function limitIn(clause: string): Limit | undefined {
  const plain = foldText(clause);
  return limitRules().find(({ phrases }) => hasAny(plain, phrases))?.limit;
}

/** It is advice to those who treat: what is kept to trials is none. */
export function isForPractice({ side, limit }: Pick<Advice, 'side' | 'limit'>): boolean {
  return side === 'for' && limit !== 'research';
}

const MOST_USES = 2;

/** Each medicine, side and whom once. What the guideline is on limits nothing in it. */
export function adviceIn(title: string, sentences: readonly string[], therapies: readonly string[]): Advice[] {
  const disease = diseaseStates(title);
  const found = new Map<string, Advice>();
  let before: readonly string[] = [];
  for (const told of sentences) {
    const sentence = foldText(told);
    const named = therapies.filter((name) => hasPhrase(sentence, name));
    // "In children under 12 it is not recommended": of what the sentence before spoke of.
    const meant = named.length > 0 ? named : hasAny(sentence, appraisal().advised.same) ? before : [];
    before = meant.length > 0 ? meant : before;
    for (const advice of adviceOf(told, meant, { title, disease })) {
      const where = advice.illnesses?.map(({ text }) => text).join() ?? '';
      const key = `${advice.therapy} ${advice.side} ${advice.purpose ?? ''} ${advice.whom?.said ?? ''} ${where}`;
      if (!found.has(key)) found.set(key, { ...advice, told });
    }
  }
  return [...found.values()];
}

interface Guided {
  readonly title: string;
  /** States that all of it is on. */
  readonly disease: readonly string[];
}

function adviceOf(told: string, meant: readonly string[], { title, disease }: Guided): Omit<Advice, 'told'>[] {
  let last = { therapies: meant, side: undefined as Advice['side'] | undefined };
  const whole = sideOf(foldText(told));
  return clausesOf(told).flatMap((written) => {
    const clause = foldText(written);
    const named = meant.filter((name) => hasPhrase(beforeOthers(clause), name));
    // What is only passed over ("rather than X", "when X fails") is neither advised nor advised against here.
    const isPassing = named.length === 0 && meant.some((name) => hasPhrase(clause, name));
    const therapies = named.length > 0 ? named : isPassing ? [] : last.therapies;
    const own = sideOf(clause);
    const some = own === 'against' ? restrictedTo(clause, title) : undefined;
    const whom = whomIn(clause, disease) ?? some;
    const illnesses = illnessesIn(written).filter(({ text }) => !some?.said.includes(text.toLowerCase()));
    // "Not except in an emergency" turns nothing for anybody.
    const side =
      own ?? (isTurning(clause) ? whom && turned(last.side ?? whole) : named.length > 0 ? last.side : undefined);
    if (side === undefined || therapies.length === 0) return [];
    last = { therapies, side };
    const limit = side === 'for' ? limitIn(clause) : undefined;
    const uses = usesIn(clause);
    const purpose = uses.length > 0 && uses.length <= MOST_USES ? uses.join(AND) : undefined;
    return therapies.map((therapy) => ({
      ...{ therapy, side },
      ...(limit && { limit }),
      ...(purpose && { purpose }),
      ...(whom && { whom }),
      ...(illnesses.length > 0 && { illnesses }),
    }));
  });
}

const RESTRICTED =
  /\b(?:in|for) ((?:patients|people|those|women|men|adults|children|anyone|individuals) (?:[\p{L}-]+ed )?(?:with|who|at|on|by|taking|receiving|after|whose) [^,;.()]{3,80})/u;

/** "Against X in patients with previous thrombosis": in those, and in nobody else; in those whom all of it is on it is in all. */
function restrictedTo(clause: string, title: string): Whom | undefined {
  const [, said] = RESTRICTED.exec(clause) ?? [];
  if (said === undefined) return undefined;
  const titled = new Set(topicWords(title).map((word) => word.stem));
  const initials = initialsOf(title);
  const isOther = topicWords(said).some(
    ({ stem, text }) => !titled.has(stem) && !initials.has(text.toLowerCase()) && !isQualifier(text),
  );
  return isOther ? { said: said.trim(), ages: [], states: [said.trim()] } : undefined;
}

/**
 * Which way a clause advises, by its verb phrase: what denies the verb, and what the verb is tied to behind it. "Do not recommend"
 * and "recommend avoiding" are against; "do not recommend against" is neither. Against is looked for first.
 */
export function sideOf(clause: string): Advice['side'] | undefined {
  const { advised, directions } = appraisal();
  if (hasAny(clause, advised.open)) return undefined;
  const isDenied = (at: number) => denial().test(clause.slice(0, at)) || NEITHER.test(clause.slice(0, at));
  const against = placesOf(clause, [...advised.against, ...directions.against]);
  if (against.some(({ at }) => !isDenied(at))) return 'against';
  const turns = placesOf(clause, advised.for).map(({ at, end }) => {
    const isTurned = turning().test(clause.slice(end));
    return isDenied(at) ? (isTurned ? undefined : 'against') : isTurned ? 'against' : 'for';
  });
  return turns.find((side) => side === 'against') ?? turns.find((side) => side === 'for') ?? orderIn(clause);
}

/** "Use X only if Y fails": what a guideline tells its reader to do, before or behind a condition. */
function orderIn(clause: string): Advice['side'] | undefined {
  const told = clause.replace(/^(?:if|when|after|in|for)\b[^,]*,\s*/, '');
  return appraisal().advised.orders.some((verb) => told.startsWith(`${verb} `)) ? 'for' : undefined;
}

/** "Neither X nor Y is recommended": its subject denies. */
const NEITHER = /(?:\bneither\b[^,;]*\bnor\b|^(?:nobody|no one|none of)\b)[^,;]*$/;

/** Where each of the phrases stands as whole words. */
function placesOf(clause: string, phrases: readonly string[]): { at: number; end: number }[] {
  return phrases
    .filter((phrase) => hasPhrase(clause, phrase))
    .flatMap((phrase) =>
      [...clause.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${phrase}(?![\\p{L}\\p{N}])`, 'gu'))].map(({ index }) => ({
        at: index,
        end: index + phrase.length,
      })),
    );
}

let denying: RegExp | undefined;
let turningRound: RegExp | undefined;

/** Right before the verb, with nothing between but how and when. */
function denial(): RegExp {
  const { denied, between } = appraisal().advised;
  denying ??= new RegExp(`(?<![\\p{L}\\p{N}])(?:${denied.join('|')})(?: (?:\\p{L}+ly|${between.join('|')}))* $`, 'u');
  return denying;
}

/** Right behind it: "against", "avoiding", "that it not be used". */
function turning(): RegExp {
  turningRound ??= new RegExp(`^(?: \\p{L}+ly)? (?:${appraisal().advised.turned.join('|')})(?![\\p{L}\\p{N}])`, 'u');
  return turningRound;
}

/** "… , but not in children", "… and against it in pregnancy", "… except in dialysis". */
const TURNING = /^(?:and |but )*(?:not|against|except|never|avoid)\b/;
const isTurning = (clause: string) => TURNING.test(clause);

function turned(side: Advice['side'] | undefined): Advice['side'] | undefined {
  return side === undefined ? undefined : side === 'for' ? 'against' : 'for';
}

function clausesOf(sentence: string): string[] {
  return sentence
    .split(
      /;\s|,?\s(?=(?:but|whereas|while|except|although)\b)|,\s(?=(?:not|against|never)\b)|\s(?=and (?:against|not|do not|never|avoid)\b)/i,
    )
    .map((clause) => clause.trim())
    .filter(Boolean);
}

/** Up to what it is set against or what it comes after: "offer X if Y fails", "if Y fails, offer X". */
function beforeOthers(clause: string): string {
  return clause
    .replace(/^(?:if|when|after|unless)\b[^,]*,\s*/, '')
    .split(
      /\b(?:over|rather than|instead of|in preference to|when|if|unless|after failure of|refractory to|who do not respond to|whose disease does not respond to)\b/,
    )[0]!;
}

/** What is said of one of these medicines. */
export function adviceOn(advised: readonly Advice[] = [], names: readonly string[]): Advice[] {
  return advised.filter(({ therapy }) => names.includes(therapy));
}
