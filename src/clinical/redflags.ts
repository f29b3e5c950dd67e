import { type Hit, type Lists, type Phrases, type Plain, plainWords, preparePhrases, readLists } from './phrases.ts';
import { type Cues, type Presence, readCues, readPresence } from './presence.ts';
import { splitSentences } from './sentences.ts';
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

/** Lists of words that make a sign together: near each other inside a group, the groups in the same breath. */
interface Sign {
  rule: string;
  groups: string[][];
}

interface Rules {
  version: string;
  rules: { id: string; name: string; advice: string }[];
  signs: Sign[];
  patterns: Map<string, Phrases>;
  cues: Cues;
  forms: Map<string, string>;
  mend: (word: string) => string;
}

/** Emergencies are said in the first lines; a pasted record is no cry for help. */
const LONGEST = 6000;
const NEAR = 7;
const SAME_BREATH = 32;

/** Finds red flags that are present now, for the writer or someone with them; denied, past and textbook ones are not. */
export function findRedFlags(text: string): RedFlag[] {
  const data = load();
  const sentences = splitSentences(text.slice(0, LONGEST).replace(/https?:\S+/g, (url) => ' '.repeat(url.length)));
  const plain = plainWords(sentences, data.forms, data.mend);
  const presence = readPresence(plain, sentences, data.cues);
  const find = finder(plain, presence, data.patterns);
  return data.rules.flatMap(({ id, name, advice }) => {
    const place = firstPlace(
      data.signs.filter(({ rule }) => rule === id),
      find,
      presence,
    );
    if (!place) return [];
    const [start, end] = [plain.words[place.from]!.start, plain.words[place.to]!.end];
    return [{ rule: id, name, text: text.slice(start, end), start, end, advice, version: data.version }];
  });
}

interface Place {
  from: number;
  to: number;
}

type Find = (list: string) => Hit[];

function finder(plain: Plain, presence: Presence, patterns: Map<string, Phrases>): Find {
  const found = new Map<string, Hit[]>();
  return (list) => {
    let hits = found.get(list);
    if (!hits) {
      hits = patterns.get(list)!.find(plain).filter(presence.isPresent);
      found.set(list, hits);
    }
    return hits;
  };
}

function firstPlace(signs: Sign[], find: Find, presence: Presence): Place | undefined {
  for (const { rule, groups } of signs)
    for (const place of join(
      groups.map(
        (group) => () =>
          join(
            group.map((list) => () => find(list)),
            NEAR,
          ),
      ),
      SAME_BREATH,
    ))
      if (presence.isAcute(place.from, place.to, rule)) return place;
  return undefined;
}

/** Places where something of every part stands within a distance of words, in any order. */
function join(parts: (() => Place[])[], distance: number): Place[] {
  let places: Place[] | undefined;
  for (const part of parts) {
    const more = part();
    if (more.length === 0) return [];
    places = places ? places.flatMap((place) => nearest(place, more, distance)) : more;
    if (places.length === 0) return [];
  }
  return places ?? [];
}

function nearest(place: Place, others: Place[], distance: number): Place[] {
  const other = others.find(({ from, to }) => from - place.to <= distance && place.from - to <= distance);
  return other ? [{ from: Math.min(place.from, other.from), to: Math.max(place.to, other.to) }] : [];
}

let loaded: Rules | undefined;

function load(): Rules {
  if (loaded) return loaded;
  const data = readData('redflags');
  const words = readLists(data.words ?? '');
  const signs = lines(data.signs).map((line) => {
    const [rule = '', composition = ''] = line.split(': ');
    return {
      rule,
      groups: composition.split(' & ').map((group) => group.split(' ~ ').map((list) => list.slice(1, -1))),
    };
  });
  const named = new Set(signs.flatMap(({ groups }) => groups.flat()));
  loaded = {
    version: data.version ?? '',
    rules: lines(data.rules).map((line) => {
      const [id = '', name = '', advice = ''] = line.split(' | ');
      return { id, name, advice };
    }),
    signs,
    patterns: new Map([...named].map((name) => [name, preparePhrases(name, words)])),
    cues: readCues(new Map([...words, ...readLists(data.cues ?? '')])),
    forms: readForms(readLists(data.forms ?? '')),
    mend: mender(data),
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

/** Words one letter off are mended: two words are near when leaving out a letter of each makes them the same. */
function mender(data: Record<string, string>): (word: string) => string {
  const right = new Set([...splitList(data.spelled_right), ...splitList(data.mended)]);
  const near = new Map(
    splitList(data.mended).flatMap((word) => shortened(word).map((short) => [short, word] as const)),
  );
  return (word) => {
    if (word.length < 6 || word.length > 16 || right.has(word)) return word;
    const found = shortened(word).find((short) => near.get(short)?.[0] === word[0]);
    return found === undefined ? word : near.get(found)!;
  };
}

function shortened(word: string): string[] {
  return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
}
