import { findDanger, type Reading } from './danger.ts';
import { openMender } from './mending.ts';
import { type Hit, type Lists, openPhrasebook, type Phrasebook, readLists } from './phrases.ts';
import { plainWords } from './plain.ts';
import { type Cues, readCues, readPresence } from './presence.ts';
import { splitSentences } from './sentences.ts';
import { type Place, placesOf, readSign, type Sign } from './signs.ts';
import { readData, splitList } from './tables.ts';

/** A sign of danger to life now, with the words that show it and what to do. */
export interface RedFlag {
  rule: string;
  name: string;
  text: string;
  start: number;
  end: number;
  advice: string;
  version: string;
}

interface Rule {
  id: string;
  name: string;
  advice: string;
  signs: Sign[];
}

interface Rules {
  version: string;
  rules: Rule[];
  book: Phrasebook;
  cues: Cues;
  forms: Map<string, string>;
  mend: (word: string) => string;
}

/** Emergencies are said in the first lines; a pasted record is no cry for help. */
const LONGEST = 6000;

/**
 * Finds red flags that are present now, for the writer or someone with them; denied, past and textbook ones are not.
 * Signs name what they find; what sounds like danger without a known sign is found by likeness.
 */
export function findRedFlags(text: string): RedFlag[] {
  const data = load();
  const reading = readMessage(text);
  const found = findSigns(reading);
  const danger = found.length === 0 ? findDanger(reading) : undefined;
  if (danger) found.push({ rule: data.rules.find(({ id }) => id === danger.rule)!, place: danger });
  return found.map(({ rule: { id, name, advice }, place }) => {
    const [start, end] = [reading.plain.words[place.from]!.start, reading.plain.words[place.to]!.end];
    return { rule: id, name, text: text.slice(start, end), start, end, advice, version: data.version };
  });
}

/** The rules of which a sign stands in the message, each with its first place. */
export function findSigns(reading: Reading): { rule: Rule; place: Place }[] {
  return load().rules.flatMap((rule) => {
    const place = firstPlace(rule.signs, reading);
    return place ? [{ rule, place }] : [];
  });
}

/** A message as the net and its trainer read it. */
export function readMessage(text: string): Reading {
  const { forms, mend, cues, book } = load();
  const sentences = splitSentences(text.slice(0, LONGEST).replace(/https?:\S+/g, (url) => ' '.repeat(url.length)));
  const plain = plainWords(sentences, forms, mend);
  return { plain, found: book.findAll(plain), presence: readPresence(plain, sentences, cues), cues };
}

function firstPlace(signs: Sign[], { found, presence }: Reading): Place | undefined {
  const find = (list: string): Hit[] => (found.get(list) ?? []).filter(presence.isPresent);
  for (const sign of signs) {
    if (!sign.groups.every((group) => group.every((list) => found.has(list)))) continue;
    for (const place of placesOf(sign, find))
      if (sign.firm || presence.isAcute(place.from, place.to, sign.rule)) return place;
  }
  return undefined;
}

let loaded: Rules | undefined;

function load(): Rules {
  if (loaded) return loaded;
  const data = readData('redflags');
  const ideas = readLists(readData('danger').ideas ?? '');
  const words = new Map([...readLists(data.words ?? ''), ...ideas]);
  const signs = lines(data.signs).map(readSign);
  const searched = new Set([...signs.flatMap(({ groups }) => groups.flat()), ...ideas.keys()]);
  loaded = {
    version: data.version ?? '',
    rules: lines(data.rules).map((line) => {
      const [id = '', name = '', advice = ''] = line.split(' | ');
      return { id, name, advice, signs: signs.filter(({ rule }) => rule === id) };
    }),
    book: openPhrasebook(words, searched),
    cues: readCues(new Map([...words, ...readLists(data.cues ?? '')])),
    forms: readForms(readLists(data.forms ?? '')),
    mend: openMender(
      splitList(data.mended),
      [...partsOf(words, WHOLE), ...splitList(data.spelled_right)],
      partsOf(words, BEGINNING),
    ),
  };
  return loaded;
}

function lines(block = ''): string[] {
  return block.split('\n').filter((line) => line.trim() !== '');
}

function readForms(lists: Lists): Map<string, string> {
  const forms = new Map<string, string>();
  for (const [form, spellings] of lists) for (const spelling of splitList(spellings)) forms.set(spelling, form);
  return forms;
}

/** Words of the lists, and beginnings of words: what is spelled right in any case. */
const WHOLE = /(?<![*<\w'])[a-z]{4,}(?![*>\w'])/g;
const BEGINNING = /(?<![*<\w'])[a-z]{3,}(?=\*)/g;

function partsOf(lists: Lists, shape: RegExp): Set<string> {
  const parts = new Set<string>();
  for (const phrases of lists.values()) for (const [part] of phrases.matchAll(shape)) parts.add(part);
  return parts;
}
