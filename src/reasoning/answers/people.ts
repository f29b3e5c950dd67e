/** Who did what was done: by the entry, else by the visit that it belongs to. */
import { stem, wordsIn } from '../../text/index.ts';
import { type Block, block, cite, type Desk, quotePassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { isOperation } from '../evidence/operations.ts';
import { stemsOf, withSynonyms } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { askedIn, entriesAsked } from '../frames/asked.ts';
import { hasCue, isCue } from '../frames/cues.ts';
import type { EventView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, lower, sayDate } from '../wording.ts';
import { noteOf } from './looked.ts';
import { findPapers } from './papers.ts';

export function tellWhoDid(desk: Desk, frame: Frame): Block | undefined {
  const done = doneIn(desk, frame).filter(({ uuid }) => whoDid(desk, uuid) !== undefined);
  const [item] = done;
  if (item === undefined || !/^\W*(?:and |so )?who\b/i.test(frame.text)) return undefined;
  return block(
    `**${whoDid(desk, item.uuid)}: ${lower(item.name)} on ${sayDate(item.time)}.**${cite(desk, item, item.time)}`,
    [noteOf(desk, item)],
  );
}

function whoDid({ chart }: Desk, uuid: string): string | undefined {
  return chart.people(uuid)[0] ?? chart.seenBy(uuid)[0];
}

/** What was done that is asked about; an operation before what was only looked at. */
function doneIn(desk: Desk, { subjects, text }: Frame): EventView[] {
  const asked = askedIn(text);
  const named = subjects
    .filter(({ kind }) => kind === 'procedure' || kind === 'vaccine')
    .flatMap((subject) => [
      ...itemsFor(subject, desk.chart).procedures,
      ...itemsFor(subject, desk.chart).immunisations,
    ]);
  const meant = new Set(asked === undefined ? [] : entriesAsked(asked, desk.chart).map(({ uuid }) => uuid));
  const all = [
    ...new Set([
      ...named,
      ...desk.chart.view.procedures.filter(({ uuid }) => meant.has(uuid)),
      ...byPart(desk, text),
      ...byWords(desk, text),
    ]),
  ];
  const cut = (item: EventView) => Number(isOperation(item));
  return all.toSorted((a, b) => cut(b) - cut(a) || (b.time ?? '').localeCompare(a.time ?? ''));
}

/** "Which doctor told me to stop it?": who wrote the paper that says so. */
export function tellWhoSaid(desk: Desk, frame: Frame): Block | undefined {
  if (!hasCue('says', frame.text)) return undefined;
  const written = findPapers(desk, frame)
    .filter(({ passage, named }) => named && !passage.remark && desk.chart.people(passage.uuid).length > 0)
    .map(({ passage }) => passage);
  const [first, second] = written.filter(
    (passage, at) => written.findIndex(({ uuid }) => uuid === passage.uuid) === at,
  );
  if (first === undefined) return undefined;
  const name = desk.chart.people(first.uuid)[0];
  return block(
    `**${name}.** ${quotePassage(desk, first)}`,
    second === undefined ? [] : [`Also ${desk.chart.people(second.uuid)[0]}: ${quotePassage(desk, second)}`],
  );
}

/** Operations on the part of the body that a question names: "who operated on my wrist?", "how much bowel was taken out?" */
function byPart({ chart }: Desk, text: string): EventView[] {
  const parts = wordsIn(text)
    .filter(({ lower: word }) => isCue('parts', word))
    .map(({ lower: word }) => stem(word));
  if (parts.length === 0 || !hasCue('operated', text)) return [];
  return chart.view.procedures.filter(isOperation).filter(({ name, uuid }) => {
    const note = chart.property(uuid, 'text');
    const held = stemsOf(`${name} ${typeof note === 'string' ? note : ''}`);
    return parts.every((part) => [...withSynonyms(new Map([[part, 1]])).keys()].some((each) => held.has(each)));
  });
}

/** What was done there, when and by whom. */
export function tellDone(desk: Desk, frame: Frame): Block | undefined {
  const [item] = byPart(desk, frame.text).toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  if (item === undefined) return undefined;
  const who = whoDid(desk, item.uuid);
  return {
    ...block(
      `**${capital(lower(item.name))} on ${sayDate(item.time)}.${noteOf(desk, item) === undefined ? '' : ` ${noteOf(desk, item)}`}**${cite(desk, item, item.time)}${who === undefined ? '' : ` It was done by ${who}.`}`,
    ),
    about: [
      {
        id: item.concepts[0] ?? `entry:${item.uuid}`,
        kind: 'procedure',
        as: 'itself',
        text: item.name,
        start: 0,
        end: 0,
      },
    ],
  };
}

/** By the words that say what was done or taken out, in the name or the note of what was done. */
function byWords({ chart }: Desk, text: string): EventView[] {
  const words = wordsIn(text)
    .map(({ lower: word }) => word)
    .filter((word) => contentWords(word).size > 0 && !isCue('operated', word))
    .map(stem);
  if (words.length === 0 || !hasCue('operated', text)) return [];
  return chart.view.procedures.filter(({ name, uuid }) => {
    const note = chart.property(uuid, 'text');
    const held = stemsOf(`${name} ${typeof note === 'string' ? note : ''}`);
    return words.every((word) => held.has(word));
  });
}
