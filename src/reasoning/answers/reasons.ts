/** "Why such a fuss about every sore throat?": the reason of a rule, a check or a precaution, for who has what it is for. */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { EntryView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Aspect, Frame } from '../types.ts';
import { lower } from '../wording.ts';

const row = z.strictObject({
  of: z.array(z.string().regex(/^\w+:\w+$/)).min(1),
  about: z.string(),
  why: z.string().min(20),
  example: z.string(),
  counter: z.string(),
});
const data = z
  .strictObject({ source: z.string(), rows: z.array(row) })
  .parse(readRows(new URL('../glossary/reasons.yml', import.meta.url)));

export const reasons = data.rows.map((each) => ({ ...each, about: new RegExp(`\\b(?:${each.about})\\b`, 'i') }));

const ASKS_REASON = pattern('asks_reason');
const OF_REASONS = new Set<Aspect>([
  ...(['cause', 'explain', 'about', 'due', 'overview', 'safe', 'avoid', 'goal', 'watch'] as const),
  ...([
    'said',
    'todo',
    'have',
    'risk',
    'worry',
    'judge',
    'stop',
    'take',
    'limit',
    'link',
    'change',
    'dose',
    'taking',
    'missed',
  ] as const),
]);
const MOST = 2;

/** What a medicine is for is told by its entry; why that matters goes beside it. */
export function reasonBeside(desk: Desk, frame: Frame): string[] {
  if (frame.aspect !== 'purpose') return [];
  return reasonsFor(desk, frame)
    .slice(0, 1)
    .map(({ why }) => `${why}.${desk.notes.source(data.source)}`);
}

function reasonsFor(desk: Desk, frame: Frame): { why: string; held: EntryView }[] {
  if (!ASKS_REASON.test(frame.text)) return [];
  const said = wordsOf(frame);
  return reasons.flatMap((each) => {
    const held = each.about.test(said) ? heldFor(desk, each.of) : undefined;
    return held === undefined ? [] : [{ why: each.why, held }];
  });
}

function wordsOf({ inherited, text, subjects }: Frame): string {
  return inherited ? `${text} ${subjects.map((subject) => subject.text).join(' ')}` : text;
}

export function answerReason(desk: Desk, frame: Frame): Block | undefined {
  if (!OF_REASONS.has(frame.aspect)) return undefined;
  const said = wordsOf(frame);
  const found = reasonsFor(desk, frame);
  const [first, ...rest] = found.slice(0, MOST);
  if (first === undefined) return undefined;
  const concepts = [
    ...first.held.concepts,
    ...frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id),
  ];
  const papers = findPassages(desk.chart, { concepts, words: contentWords(said), text: said })
    .filter(({ passage, shared, named }) => !passage.remark && (named || shared.length > 0))
    .slice(0, 2)
    .map(({ passage }) => sayPassage(desk, passage));
  return block(`**${first.why}.**${desk.notes.source(data.source)}`, [
    `It is for you because of ${lower(first.held.name)}${cite(desk, first.held)}.`,
    ...rest.map(({ why }) => `${why}.`),
    ...papers,
  ]);
}

/** A condition that is or was there, an operation, a medicine that is taken. */
function heldFor({ chart: { view } }: Desk, ids: readonly string[]): EntryView | undefined {
  const catalogue = openCatalogue();
  const fits = ({ concepts }: EntryView) => concepts.some((each) => ids.some((id) => catalogue.isA(each, id)));
  return (
    view.conditions.find(fits) ??
    view.procedures.find(fits) ??
    view.medicines.find((item) => item.status === 'taken' && fits(item))
  );
}
