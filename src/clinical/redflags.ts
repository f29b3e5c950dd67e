import { dangerScore, findDanger, type Reading } from './danger.ts';
import { leaningOf } from './kinds.ts';
import { readForeign } from './languages.ts';
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
  const { reading, alarms } = findAlarms(text);
  const flags = alarms.map(({ rule, place }) =>
    flagOf(rule, text, reading.plain.words[place.from]!.start, reading.plain.words[place.to]!.end),
  );
  return [...flags, ...foreignFlags(text).filter(({ rule }) => !flags.some((flag) => flag.rule === rule))];
}

/** Dangers told in another language, with what to do in that language too. */
function foreignFlags(text: string): RedFlag[] {
  return (readForeign(text)?.dangers ?? []).map(({ rule: id, start, end, advice }) => {
    const rule = load().rules.find((one) => one.id === id)!;
    return flagOf({ ...rule, advice: `${advice} ${rule.advice}` }, text, start, end);
  });
}

function flagOf({ id, name, advice }: Rule, text: string, start: number, end: number): RedFlag {
  return { rule: id, name, text: text.slice(start, end), start, end, advice, version: load().version };
}

interface Alarm {
  rule: Rule;
  place: Place;
}

/** What weighs a message beside its signs; the trainer puts in what it learned without the set at hand. */
export interface Scales {
  danger(reading: Reading): number;
  health(text: string): number;
}

const SCALES: Scales = { danger: dangerScore, health: (text) => leaningOf(text).health };

export function findAlarms(text: string, scales = SCALES): { reading: Reading; alarms: Alarm[] } {
  const reading = readMessage(text);
  const score = scales.danger(reading);
  const alarms = findSigns(reading).filter(({ rule, place }) => {
    const doubt = SPOKEN_CALMLY.has(rule.id) ? FURTHER : 0;
    return !isFigure(score + doubt, text, scales) || !isFigureAt(sentencesAround(text, reading, place), doubt, scales);
  });
  const danger = alarms.length === 0 ? findDanger(reading, score) : undefined;
  if (danger) alarms.push({ rule: load().rules.find(({ id }) => id === danger.rule)!, place: danger });
  return { reading, alarms };
}

/** So far below, a sign is a figure of speech, an animal's or long over: "sales collapsed in March". */
const UNLIKELY = -2;
const OUT_OF_QUESTION = -4.5;
const EVERYDAY = 0.5;
/** Of these people speak calmly and beside other things: a sign must be further below to be none. */
const SPOKEN_CALMLY = new Set(['suicide', 'overdose']);
const FURTHER = 1;

function isFigure(score: number, text: string, { health }: Scales): boolean {
  return score < OUT_OF_QUESTION || (score < UNLIKELY && health(text) < EVERYDAY);
}

function isFigureAt(sentences: string, doubt: number, scales: Scales): boolean {
  return isFigure(scales.danger(readMessage(sentences)) + doubt, sentences, scales);
}

/** A sign is judged in its own sentences too: calm words before and after it take nothing from it. */
function sentencesAround(text: string, { plain: { words } }: Reading, { from, to }: Place): string {
  const first = words.find(({ sentence }) => sentence === words[from]!.sentence)!;
  const last = words.findLast(({ sentence }) => sentence === words[to]!.sentence)!;
  return text.slice(first.start, last.end);
}

/** The rules of which a sign stands in the message, each with its first place. */
export function findSigns(reading: Reading): Alarm[] {
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
