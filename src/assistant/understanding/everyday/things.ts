/** Which of a person's own things some words mean: the one that most of them name, or what was spoken of last. */
import { stem } from '../../../text/index.ts';
import { readMessage } from '../message.ts';
import type { Token } from '../tokens.ts';
import { plainTokens } from '../tokens.ts';
import type { Topic } from '../topic.ts';
import type { Given } from './model.ts';
import { isEveryday } from './words.ts';

const FIELDS = { event: 'events', todo: 'todos', reminder: 'reminders', note: 'told' } as const;
export type ThingKind = keyof typeof FIELDS;

export interface Thing {
  readonly kind: ThingKind;
  readonly name: string;
  /** The words that named it. */
  readonly hits: readonly Token[];
  /** How much of its name was said. */
  readonly share: number;
}

/** Words that say something of what is meant: no joints, no pronouns, no article. */
export function isWeighty({ word }: Token): boolean {
  return /[\p{L}\p{N}]/u.test(word) && !isEveryday('light', word) && !isEveryday('pointers', word);
}

/** The things that the most of these words name; several of one name are one. */
export function thingsNamed(words: readonly Token[], kinds: readonly ThingKind[], { known }: Given): Thing[] {
  const said = words.filter(isWeighty);
  const all = kinds.flatMap((kind) =>
    [...new Set(known[FIELDS[kind]] ?? [])].map((name): Thing => {
      const own = weightyIn(name);
      const hits = said.filter((token) => own.some((word) => isSame(token, word)));
      const named = own.filter((word) => said.some((token) => isSame(token, word)));
      return { kind, name, hits, share: own.length === 0 ? 0 : named.length / own.length };
    }),
  );
  const most = Math.max(1, ...all.map(({ hits }) => hits.length));
  const best = all.filter(({ hits }) => hits.length === most).toSorted((one, other) => other.share - one.share);
  return best.filter(({ kind, share }) => kind === 'note' || share >= LEAST);
}

const LEAST = 0.25;

/** The one thing that is meant; nothing where several are. */
export function thingNamed(words: readonly Token[], kinds: readonly ThingKind[], given: Given): Thing | undefined {
  const [first, ...others] = thingsNamed(words, kinds, given);
  if (first === undefined) return undefined;
  const isTied = others.some(({ name, share }) => name !== first.name && first.share - share < CLOSE);
  return isTied ? [first, ...others].find(({ name }) => name === given.about?.name) : first;
}

const CLOSE = 0.1;

export function weightyIn(text: string): string[] {
  return plainTokens(text)
    .filter((token) => isWeighty({ ...token, forms: [] }))
    .map(({ word }) => word.replace(/'s$/, ''));
}

/** "Teaches" is of "teacher", "picked" of "pick". */
function isSame({ word, forms }: Token, own: string): boolean {
  const plain = word.replace(/'s$/, '');
  if (plain === own || forms.includes(own) || stem(plain) === stem(own)) return true;
  const [short, long] = plain.length < own.length ? [plain, own] : [own, plain];
  return (
    short.length >= 4 && long.startsWith(stem(short)) && stem(short).length >= 4 && long.length - short.length <= 3
  );
}

export function tokensIn(text: string, { place, known }: Given): readonly Token[] {
  return readMessage(text, place, known).tokens;
}

/** It, as the grammar leans on it. */
export function topicOf({ kind, name }: Thing, { known, about }: Given): Topic {
  if (about !== undefined && about.name === name) return about;
  return { kinds: [kind === 'note' ? 'note' : kind], name, at: known.starts?.[name] };
}
