/**
 * What a clinician wants of the desk: about what, for whom, how much evidence is enough, how often and until when. Read
 * from the words of the request; words are data (request.yml).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { stem, wordsIn } from '../text/index.ts';
import { readSchedule } from '../triggers/index.ts';

const words = z.array(z.string());
const schema = z.strictObject({
  generic: words,
  broad: words,
  greetings: words,
  about_desk: z.array(words),
  about_agents: z.array(words),
  thresholds: z.array(
    z.strictObject({
      phrases: words,
      designs: words.optional(),
      grade: z.int().optional(),
      stage: z.string().optional(),
    }),
  ),
  counts: z.record(z.string(), z.int()),
  populations: words,
  cadence: words,
  ongoing: words,
  usual_cadence: z.string(),
  cuts: words,
});

export const requirementsSchema = z.object({
  /** The request itself, in the clinician's words. */
  question: z.string(),
  population: z.string().optional(),
  threshold: z.object({
    grade: z.int().min(1).max(4).default(3),
    designs: z.array(z.string()).optional(),
    stage: z.string().optional(),
    count: z.int().min(1).max(20).default(2),
  }),
  /** A schedule in words. */
  cadence: z.string().optional(),
  /** Trials to be watched. */
  watches: z.array(z.string()).default([]),
  /** Scopes of the index beside the usual ones. */
  scopes: z.array(z.string()).default([]),
});

export type Requirements = z.infer<typeof requirementsSchema>;

let known: ReturnType<typeof load> | undefined;

function load() {
  const data = schema.parse(parse(readFileSync(join(import.meta.dirname, 'request.yml'), 'utf8')));
  return { ...data, generic: new Set(data.generic.flatMap((line) => line.split(' ')).map(stem)) };
}

function request() {
  known ??= load();
  return known;
}

export type RequestKind = 'greeting' | 'about desk' | 'about agents' | 'unclear' | 'broad' | 'research';

export function kindOfRequest(message: string): RequestKind {
  const { greetings, about_desk, about_agents, broad } = request();
  const plain = plainOf(message);
  if (greetings.includes(plain)) return 'greeting';
  if (
    about_desk
      .flat()
      .some((phrase) => plain === phrase || (plain.startsWith(`${phrase} `) && plain.length < phrase.length + 12))
  )
    return 'about desk';
  if (about_agents.flat().some((phrase) => plain.includes(phrase))) return 'about agents';
  const topic = topicWords(message);
  if (topic.length === 0 && !/\bNCT\d{8}\b/i.test(message)) return 'unclear';
  return broad.includes(topic.map(({ text }) => text.toLowerCase()).join(' ')) ? 'broad' : 'research';
}

export interface TopicWord {
  readonly text: string;
  readonly stem: string;
}

/** The words that say what a text is about, in their order, each once. */
export function topicWords(text: string): TopicWord[] {
  const { generic } = request();
  const seen = new Set<string>();
  const bare = withoutCadence(text)
    .replace(/\bNCT\d{8}\b/gi, ' ')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/\bscope \S+/gi, ' ');
  return [...wordsIn(bare)].flatMap(({ text: word }) => {
    const form = stem(word.toLowerCase());
    const isTopic = /[\p{L}]/u.test(word) && word.length > 1 && !generic.has(form) && !isSmall(word) && !seen.has(form);
    if (!isTopic) return [];
    seen.add(form);
    return [{ text: word, stem: form }];
  });
}

const SMALL = new Set(
  'a an the of for to in on at about with from by and or as if it its this that these those my our your their me us you i we what which who whom how why when where s t'.split(
    ' ',
  ),
);

function isSmall(word: string): boolean {
  return SMALL.has(word.toLowerCase());
}

export interface RequestPlace {
  readonly now: number;
  readonly zone: string;
  /** The scopes there are: one that is named in the request is read too. */
  readonly scopes: readonly string[];
}

export function readRequirements(message: string, place: RequestPlace): Requirements {
  const { thresholds, populations, counts } = request();
  const plain = plainOf(message);
  const threshold: Partial<Requirements['threshold']> = {};
  for (const { phrases, ...wish } of thresholds)
    if (phrases.some((phrase) => plain.includes(phrase))) Object.assign(threshold, wish);
  const [, count] =
    /\b(one|two|three|four|five|\d{1,2}) (?:independent |good |large |randomi[sz]ed )*(?:rcts?|trials?|studies|sources)\b/.exec(
      plain,
    ) ?? [];
  if (count !== undefined) threshold.count = counts[count] ?? Number(count);
  const population = populations.find((group) => new RegExp(`\\b(?:in|for|among|of) (?:${group})\\b`).test(plain));
  const found = population && new RegExp(`\\b(${population})\\b`).exec(plain)?.[1];
  const cadence = findCadence(message, place) ?? (isOngoing(plain) ? request().usual_cadence : undefined);
  const named = [...message.matchAll(/\bscope[s]? ["“']?([\p{L}\p{N}_.-]+)/giu)].map(([, scope]) =>
    scope!.replace(/[.-]+$/, ''),
  );
  return requirementsSchema.parse({
    question: message.trim().slice(0, 1000),
    ...(found && { population: found }),
    threshold,
    ...(cadence && { cadence }),
    watches: [...new Set([...message.matchAll(/\bNCT\d{8}\b/gi)].map(([id]) => id.toUpperCase()))],
    scopes: place.scopes.filter((scope) => named.includes(scope)),
  });
}

function isOngoing(plain: string): boolean {
  return request().ongoing.some((phrase) => new RegExp(`\\b${phrase}\\b`).test(plain));
}

/** The longest run of words from a cue on that is a schedule. */
export function findCadence(message: string, { now, zone }: { now: number; zone: string }): string | undefined {
  for (const part of cadenceCandidates(message))
    for (let end = part.length; end > 0; end = part.lastIndexOf(' ', end - 1)) {
      const text = part.slice(0, end).replace(/[,;:]+$/, '');
      try {
        readSchedule(text, { now, zone });
        return text;
      } catch {}
    }
  return undefined;
}

function cadenceCandidates(message: string): string[] {
  const { cadence, cuts } = request();
  const sentences = message.split(/(?<=[.!?;])\s+|\n/).map((sentence) => sentence.replace(/[.!?;]+$/, ''));
  return sentences.flatMap((sentence) => {
    const words = sentence.split(/\s+/);
    return words.flatMap((word, i) => {
      const cue = word.toLowerCase().replace(/^[("“]+/, '');
      const next = words[i + 1] ?? '';
      if (!cadence.includes(cue) && !/^\+\d/.test(cue)) return [];
      if (
        cue === 'in' &&
        !/^(?:\d+|a|an|one|two|three|four|five|six|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(next)
      )
        return [];
      let text = words
        .slice(i, i + 16)
        .join(' ')
        .replace(/^[("“]+/, '');
      for (const cut of cuts) {
        const at = text.toLowerCase().indexOf(` ${cut}`);
        if (at > 0) text = text.slice(0, at);
      }
      return [text];
    });
  });
}

/** What is left of a request without its rhythm: "weekly until the Phase 3 readout" is not what it is about. */
function withoutCadence(text: string): string {
  const { cadence } = request();
  const rhythm = cadence
    .filter((word) => /^[a-z]+$/.test(word) && !['in', 'next', 'once', 'each'].includes(word))
    .join('|');
  return text.replace(new RegExp(`\\b(?:${rhythm})\\b[^.,;!?]*?\\buntil\\b[^.;!?]*`, 'gi'), ' ');
}

function plainOf(message: string): string {
  return message
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
