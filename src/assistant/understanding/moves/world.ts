/** The person's own things, each with the words that name it: what a message may be about. */
import { stem } from '../../../text/index.ts';
import { isWeighty } from '../everyday/things.ts';
import { isOfKind } from '../kinds.ts';
import type { Known } from '../known.ts';
import { plainTokens, type Token } from '../tokens.ts';
import type { Topic } from '../topic.ts';
import { sameDeed } from './frames.ts';

export type ThingKind = 'event' | 'todo' | 'reminder' | 'note' | 'file' | 'device';

export interface Thing {
  readonly kind: ThingKind;
  readonly name: string;
  /** Of a note: what it says. */
  readonly text?: string | undefined;
  readonly list?: string | undefined;
  readonly at?: number | undefined;
  readonly words: readonly string[];
}

export function worldOf(known: Known): Thing[] {
  const made = (kind: ThingKind, name: string, more: Partial<Thing> = {}): Thing => ({
    ...{ kind, name, words: wordsIn(`${name} ${more.text ?? ''}`) },
    ...more,
  });
  const reminders = new Set(known.reminders);
  const once = <T>(list: readonly T[]) => [...new Set(list)];
  return [
    ...once(known.events).map((name) => made('event', name, { at: known.starts?.[name] })),
    ...once(known.todos)
      .filter((name) => !reminders.has(name))
      .map((name) => made('todo', name, { list: known.listed?.[name] })),
    ...once(known.reminders).map((name) => made('reminder', name)),
    ...known.notes.map((name, at) => made('note', name, { text: behind(name, known.told?.[at] ?? '') })),
    ...known.files.map((name) => made('file', name)),
    ...known.devices.map((name) => made('device', name)),
  ];
}

/** This alone, so that an order with "it" in it finds no other ("move it", beside "move the laundry"). */
export function onlyThis({ kind, name }: Thing, known: Known): Known {
  const only = (names: readonly string[]) => names.filter((one) => one === name);
  return {
    ...known,
    events: kind === 'event' ? only(known.events) : [],
    todos: kind === 'todo' || kind === 'reminder' ? only(known.todos) : [],
    reminders: kind === 'reminder' ? only(known.reminders) : [],
  };
}

/** What is told of a subject, without the subject. */
function behind(subject: string, told: string): string {
  return told.startsWith(subject) ? told.slice(subject.length).trim() : told;
}

/** As they stand, and what "ch3_v5" and "one-to-one" are made of. */
export function wordsIn(text: string): string[] {
  const apart = text.replace(/[_/.-]+/g, ' ').replace(/(\p{L})(\d)/gu, '$1 $2');
  const words = (said: string) =>
    plainTokens(said)
      .filter((token) => isWeighty({ ...token, forms: [] }))
      .map(({ word }) => word.replace(/'s$/, ''));
  return [...new Set([...words(text.replace(/[_/]+/g, ' ')), ...words(apart)])];
}

/** Which words of the message name it. */
export function hitsOf({ name, words }: Thing, said: readonly Token[]): { hits: Token[]; share: number } {
  const hits = said.filter((token) => words.some((own) => isSame(token, own)) || isOfKind(token.word, name));
  const own = words;
  const named = own.filter((word) => hits.some((token) => isSame(token, word)));
  const ofKind = hits.length > 0 && named.length === 0 ? 0.5 : 0;
  return { hits, share: own.length === 0 ? 0 : Math.max(ofKind, named.length / own.length) };
}

/** "Sent" is of "send", "rang" of "ring", "tomatos" of "tomatoes". */
export function isSame({ word, forms }: Token, own: string): boolean {
  const plain = word.replace(/'s$/, '');
  if (plain === own || forms.includes(own) || stem(plain) === stem(own)) return true;
  if (sameDeed(plain, own) || forms.some((form) => sameDeed(form, own))) return true;
  const [short, long] = plain.length < own.length ? [plain, own] : [own, plain];
  const root = stem(short);
  return root.length >= 4 && long.startsWith(root) && long.length - short.length <= 3;
}

export function topicOf({ kind, name, at, list }: Thing, about: Topic | undefined): Topic {
  if (about !== undefined && about.name === name) return about;
  const kinds: Topic['kinds'] = kind === 'reminder' ? ['reminder', 'todo'] : [kind];
  return { kinds, name, ...(at !== undefined && { at }), ...(list !== undefined && { list }) };
}
