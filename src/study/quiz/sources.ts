/** What a quiz can ask of its passages: sentences, lists, causes, tables, glossaries, entries and pairs, each as a source of questions. */
import type { Asked } from '../facts/askable.ts';
import { readAsked } from '../facts/asked.ts';
import { type Cause, readCause, readCauses } from '../facts/causes.ts';
import type { Corpus, Sentence } from '../facts/corpus.ts';
import { readGlossaries } from '../facts/glosses.ts';
import { readLists } from '../facts/lists.ts';
import { type Column, readTables, wholeTables } from '../facts/tables.ts';
import { termKey } from '../facts/terms.ts';
import { isNamedIn } from '../material/topics.ts';
import type { Passage, Question, QuestionKind, Relation } from '../types.ts';
import { askCategory, readCategory } from './categories.ts';
import { askForCause, askForCauses } from './causes.ts';
import type { Chance } from './chance.ts';
import { askAboutList } from './classes.ts';
import { askDeed, openDeeds } from './deeds.ts';
import { askersOf, entryPairs, openEntries } from './entries.ts';
import { askExcluded, type Closed, closedIn, outsidersOf } from './excluded.ts';
import { askFrame, openFrames } from './framed.ts';
import { askGloss, glossPairs } from './glosses.ts';
import { type Ground, openGround } from './ground.ts';
import { askNamedList } from './list-questions.ts';
import { classPairs, makeMatch, namePairs, partition } from './matching.ts';
import { besideLists, causeLists, type NamedList, sectionLists } from './named-lists.ts';
import { type Draft, makeChoice, makeCloze, makeShort } from './question.ts';
import { askReason } from './reason-questions.ts';
import { askTold as askToldBeside, readSideBySide } from './side-by-side.ts';
import { predicatePairs, statedPairs } from './stated.ts';
import { askAboutRow, askForRow, tablePairs } from './tables.ts';
import { askTold, openTold } from './told-choices.ts';

export interface QuizOrder {
  readonly corpus: Corpus;
  /** Passages to ask about: a chapter, or all. */
  readonly passages: readonly Passage[];
  /** Of the whole course: what an option is judged by. */
  readonly all: readonly Passage[];
  readonly count: number;
  readonly kinds: readonly QuestionKind[];
  readonly seed: string;
  /** Only sentences that say one of these names are asked about. */
  readonly about?: readonly string[] | undefined;
  /** What is asked for before all else. */
  readonly prefers?: readonly Relation[] | undefined;
  /** Questions that are there already: nothing is asked twice. */
  readonly already?: readonly Question[];
}

/** Sentences that are looked at for one quiz: a course of thousands of pages is sampled. */
const MOST_SENTENCES = 1500;
/** Something of which a question can be made, of one kind or another. */
export interface Source {
  readonly place: string;
  ask(kind: QuestionKind): Draft | undefined;
}

export function gatherSources({ corpus, passages, all, kinds, about }: QuizOrder, chance: Chance): Source[] {
  const within = new Set(passages.map(({ id }) => id));
  const there = corpus.sentences.filter(
    ({ passage, key }) => within.has(passage.id) && (about === undefined || isNamedIn(key, about)),
  );
  const sample = there.length <= MOST_SENTENCES ? there : chance.shuffle(there).slice(0, MOST_SENTENCES);
  const ground = openGround(corpus, (sentence) => readAsked(sentence, corpus));
  const lists = sample.flatMap(readLists);
  let read: Cause[] | undefined;
  const causes = () => {
    read ??= corpus.sentences.flatMap((sentence) => readCause(sentence) ?? []);
    return read;
  };
  const columns = passages.flatMap(readTables).map((column) => rowsOn(column, about));
  const glossaries = passages.flatMap(readGlossaries).map((list) => ({
    list,
    rows: list.rows.filter(({ words }) => about === undefined || isNamedIn(termKey(words), about)),
  }));
  const everyEntry = openEntries(all);
  const topics = new Set(passages.map(({ topic }) => topic));
  const entries = about === undefined ? everyEntry.entries.filter(({ title }) => topics.has(title)) : [];
  const sources: Source[] = [
    ...sample.map((sentence) => ({
      place: sentence.passage.id,
      ask: (kind: QuestionKind) => askSentence(kind, sentence, ground, chance),
    })),
    ...lists.map((listed) => ({
      place: listed.sentence.passage.id,
      ask: (kind: QuestionKind) => askAboutList(kind, listed, lists, corpus, chance),
    })),
    ...sample.flatMap((sentence) => {
      const caused = readCauses(sentence);
      return caused === undefined
        ? []
        : [{ place: sentence.passage.id, ask: (kind: QuestionKind) => askForCauses(kind, caused) }];
    }),
    ...sample.flatMap((sentence) => {
      const cause = readCause(sentence);
      return cause === undefined
        ? []
        : [{ place: sentence.passage.id, ask: (kind: QuestionKind) => askForCause(kind, cause, causes(), chance) }];
    }),
    ...columns.flatMap((column) =>
      column.rows.map((row) => ({
        place: `${column.passage.id} ${column.head}`,
        ask: (kind: QuestionKind) => askAboutRow(kind, row, column, chance),
      })),
    ),
    ...passages
      .flatMap(wholeTables)
      .flatMap((table) =>
        table.rows.flatMap(({ subject }, at) =>
          about !== undefined && !isNamedIn(termKey(subject), about)
            ? []
            : [{ place: `${table.passage.id} rows`, ask: (kind: QuestionKind) => askForRow(kind, at, table, chance) }],
        ),
      ),
    ...glossaries.flatMap(({ list, rows }) =>
      rows.map((row) => ({
        place: `${list.passage.id} list`,
        ask: (kind: QuestionKind) => askGloss(kind, row, list, chance),
      })),
    ),
    ...entries.flatMap((entry) => askersOf(entry, everyEntry, chance, within).map((ask) => ({ place: entry.id, ask }))),
  ];
  const sampled = new Set(sample);
  const own = corpus.sentences.filter(({ passage }) => passage.source.source_type !== 'knowledge');
  const caused = causeLists(sample, own);
  // A list that its own sentence introduces knows what the chapter denies.
  const isCaused = ({ of, section, passage }: NamedList) =>
    caused.some((list) => list.passage === passage && list.section === section && termKey(list.of) === termKey(of));
  const named = [
    ...(about === undefined ? [...sectionLists(passages), ...besideLists(passages)] : []).filter(
      (one) => !isCaused(one),
    ),
    ...caused,
  ].map((list) => ({ ...list, denied: [...outsidersOf(list), ...(list.denied ?? [])] }));
  // What does not belong is taken from the lists of the whole course, whatever chapter is asked about.
  let listed: NamedList[] | undefined;
  const everyList = () => {
    listed ??= [
      ...named,
      ...causeLists(own.filter((sentence) => !sampled.has(sentence)).slice(0, MOST_SENTENCES), own),
    ];
    return listed;
  };
  sources.push(
    ...named.map((list) => ({
      place: list.passage.id,
      ask: (kind: QuestionKind) => askNamedList(kind, list, everyList, chance),
    })),
  );
  const frames = openFrames(corpus, () =>
    own.flatMap((sentence) => {
      const caused = readCauses(sentence);
      return caused === undefined ? [] : [caused.items];
    }),
  );
  sources.push(
    ...frames.frames
      .filter(({ sentence }) => sampled.has(sentence))
      .map((frame) => ({
        place: frame.sentence.passage.id,
        ask: (kind: QuestionKind) => askFrame(kind, frame, frames, chance),
      })),
    ...frames.reasons
      .filter(({ sentence }) => sampled.has(sentence))
      .map((reason) => ({
        place: reason.sentence.passage.id,
        ask: (kind: QuestionKind) => askReason(kind, reason, frames, chance),
      })),
  );
  if (kinds.includes('short') || kinds.includes('choice')) {
    const deeds = openDeeds(corpus, sampled);
    sources.push(
      ...deeds.deeds
        .filter(({ sentence }) => sampled.has(sentence))
        .map((deed) => ({
          place: deed.sentence.passage.id,
          ask: (kind: QuestionKind) => askDeed(kind, deed, deeds, chance),
        })),
    );
  }
  if (kinds.includes('choice')) {
    const ground = openTold(corpus, sampled);
    sources.push(
      ...ground.told.map((told) => ({
        place: told.sentence.passage.id,
        ask: (kind: QuestionKind) => askTold(kind, told, ground, chance),
      })),
    );
  }
  const beside = kinds.includes('choice') ? readSideBySide(sample, chance) : [];
  sources.push(
    ...beside.flatMap((group) =>
      group.told.map((told) => ({
        place: told.sentence.passage.id,
        ask: (kind: QuestionKind) => askToldBeside(kind, told, group, chance),
      })),
    ),
  );
  if (kinds.includes('which_not')) {
    const isNamed = (closed: Closed) =>
      named.some((list) => list.passage === closed.passage && outsidersOf(list).length > 0);
    sources.push(
      ...closedIn(sample)
        .filter((closed) => !isNamed(closed))
        .map((closed) => ({
          place: `${closed.passage.id} closed`,
          ask: (kind: QuestionKind) => askExcluded(kind, closed, chance),
        })),
    );
    const categories = sample.flatMap((sentence) => readCategory(sentence) ?? []);
    sources.push(
      ...categories.map((category) => ({
        place: category.sentence.passage.id,
        ask: (kind: QuestionKind) => askCategory(kind, category, categories, own, chance),
      })),
    );
  }
  if (!kinds.includes('match')) return sources;
  const pairs = [
    ...namePairs(sample.flatMap((sentence) => ground.askedOf(sentence))),
    ...classPairs(lists, corpus, chance),
    ...statedPairs(sample, frames),
    ...predicatePairs(sample, corpus),
    entryPairs(entries),
    ...columns.map(tablePairs),
    ...glossaries.map(({ list }) => glossPairs(list)),
  ];
  const matches = pairs.flatMap((group) => partition(group, chance));
  return [
    ...sources,
    ...matches.map((group, index) => ({
      place: `match ${index}`,
      ask: (kind: QuestionKind) => (kind === 'match' ? makeMatch(group, chance) : undefined),
    })),
  ];
}

/** Of a table that stands elsewhere the rows of what is asked about. */
function rowsOn(column: Column, about: readonly string[] | undefined): Column {
  return about === undefined
    ? column
    : { ...column, rows: column.rows.filter(({ subject }) => isNamedIn(termKey(subject), about)) };
}

function askSentence(kind: QuestionKind, sentence: Sentence, ground: Ground, chance: Chance): Draft | undefined {
  for (const asked of chance.shuffle(ground.askedOf(sentence))) {
    // Figures of an entry are asked with its section (entries.ts).
    if (asked.kind === 'value' && sentence.passage.source.source_type === 'knowledge') continue;
    const draft = put(kind, asked, ground, chance);
    if (draft !== undefined) return draft;
  }
  return undefined;
}

function put(kind: QuestionKind, asked: Asked, ground: Ground, chance: Chance): Draft | undefined {
  switch (kind) {
    case 'choice':
      return makeChoice(asked, ground, chance);
    case 'cloze':
      return makeCloze(asked);
    case 'short':
      return makeShort(asked) ?? inWords(asked);
    default:
      return undefined;
  }
}

/** A gap of an entry is answered in words as well. */
function inWords(asked: Asked): Draft | undefined {
  const gap = asked.sentence.passage.source.source_type === 'knowledge' ? makeCloze(asked) : undefined;
  return gap && { ...gap, kind: 'short' };
}
