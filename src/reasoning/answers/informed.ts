/** "Does Dr Aalto know that I take valproate?": what the papers of that doctor, and those sent to them, say of it. */
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages, type Passage, passagesOf } from '../evidence/passages.ts';
import type { Frame, Subject } from '../types.ts';
import { drugName, lower, sayDate } from '../wording.ts';

const TITLE = /\b(?:dr|doctor|prof|professor|nurse|mr|mrs|ms|sister)\.? (\p{L}[\p{L}'’-]{2,})/iu;

export function answerInformed(desk: Desk, frame: Frame): Block | undefined {
  const called = TITLE.exec(frame.text)?.[1]?.toLowerCase();
  const subject = frame.subjects.find(({ kind }) => kind !== 'thing' && kind !== 'system');
  if (called === undefined || subject === undefined) return undefined;
  const name = nameIn(desk, called);
  if (name === undefined) return undefined;
  const theirs = passagesOf(desk.chart).filter((passage) => isOf(desk, passage, called));
  const concepts = [subject.id, ...itemsFor(subject, desk.chart).medicines.flatMap((item) => item.concepts)];
  const naming = new Set(
    findPassages(desk.chart, { concepts, words: new Map(), named: true })
      .filter(({ passage, score }) => !passage.remark && score >= NAMED)
      .map(({ passage }) => passage),
  );
  const known = newestFirst(theirs.filter((passage) => naming.has(passage)));
  const entry = entryOf(desk, subject, called);
  if (known.length > 0 || entry?.isOwn)
    return block(
      `**Yes, by your record: ${name} ${known.length > 0 ? 'has written of it, or was written to' : 'prescribed it'}.**`,
      [...known.slice(0, 2).map((passage) => sayPassage(desk, passage)), entry?.say],
    );
  const others = newestFirst([...naming].filter((passage) => !theirs.includes(passage)));
  const last = newestFirst(theirs);
  return block(
    `**Not as far as your record shows: no paper of ${name}, or sent there, names ${lower(subject.text)}.** Do not take it for known: tell ${name} yourself.`,
    [
      ...last
        .filter(({ text }) => SAYS_TREATMENT.test(text))
        .slice(0, 1)
        .map((passage) => sayPassage(desk, passage)),
      entry?.say,
      ...others.slice(0, 1).map((passage) => sayPassage(desk, passage)),
    ],
  );
}

/** A passage that names the thing itself. */
const NAMED = 4;
const SAYS_TREATMENT = /\b(?:treated|takes?|taking|medicat\w+|medicines?|on|mg|therapy|alone)\b/i;

function newestFirst(passages: readonly Passage[]): Passage[] {
  return passages.toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
}

/** Written by them, or to them. */
function isOf({ chart }: Desk, { uuid, text }: Passage, called: string): boolean {
  const greeted = new RegExp(`\\b(?:dear|to:?|copy:?|cc:?)\\b[^.]{0,60}\\b${called}\\b`, 'i');
  return chart.people(uuid).some((each) => each.toLowerCase().includes(called)) || greeted.test(text);
}

/** The name as the record writes it. */
function nameIn({ chart }: Desk, called: string): string | undefined {
  const { view } = chart;
  const all = [...view.documents, ...view.encounters, ...view.medicines].flatMap(({ uuid }) => chart.people(uuid));
  return all.find((each) => each.toLowerCase().includes(called))?.replace(/,.*$/, '');
}

function entryOf(desk: Desk, subject: Subject, called: string): { say: string; isOwn: boolean } | undefined {
  const [item] = itemsFor(subject, desk.chart).medicines.filter(({ status }) => status === 'taken');
  if (item === undefined) return undefined;
  const [by] = desk.chart.people(item.uuid);
  return {
    say: `Your list has ${drugName(item.name)}${item.start === null ? '' : ` since ${sayDate(item.start)}`}${by === undefined ? '' : `, prescribed by ${by}`}${cite(desk, item, item.start)}.`,
    isOwn: by?.toLowerCase().includes(called) ?? false,
  };
}
