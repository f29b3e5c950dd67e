/** What instead: the kinder thing for what was refused or for the complaint, with what must be minded in this record. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { evaluate } from '../concerns/evaluate.ts';
import { parseWhen } from '../concerns/grammar.ts';
import { sharedNames } from '../concerns/rules.ts';
import { situationOf } from '../concerns/situation.ts';
import { type Block, block, type Desk, sayPassage } from '../desk.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { Frame } from '../types.ts';

const data = z
  .strictObject({
    source: z.string(),
    rows: z.array(
      z.strictObject({
        of: z.array(z.string()).min(1),
        say: z.string(),
        mind: z.array(z.strictObject({ when: z.string(), say: z.string() })),
      }),
    ),
  })
  .parse(readRows(new URL('./alternatives.yml', import.meta.url)));

export const alternatives = data.rows;
const PAINFUL = /\b(?:pain\w*|hurts?|aches?|sore|painkillers?)\b/i;

/** The sentences that fit a concept, cited; none where nothing kinder is known. */
export function alternativeTo(desk: Desk, ids: readonly string[]): string | undefined {
  const catalogue = openCatalogue();
  const row = data.rows.find(({ of }) => of.some((each) => ids.some((id) => catalogue.isA(id, each))));
  if (row === undefined) return undefined;
  const situation = situationOf({ record: desk.chart.view, told: desk.told, asked: [] });
  const minded = row.mind
    .filter(({ when }) => evaluate(parseWhen(when, sharedNames()), situation).length > 0)
    .map(({ say }) => say);
  return `${[row.say, ...minded].join(' ')}${desk.notes.source(data.source)}`;
}

export function answerAlternative(desk: Desk, frame: Frame): Block | undefined {
  const named = frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id);
  const spoken = desk.focus.subjects.map(({ id }) => id);
  const painful = PAINFUL.test(`${frame.text} ${desk.message}`) ? ['class:nsaid'] : [];
  const said = alternativeTo(desk, named) ?? alternativeTo(desk, spoken) ?? alternativeTo(desk, painful);
  const papers = findPassages(desk.chart, {
    concepts: [...named, ...spoken],
    words: contentWords(`${frame.text} instead fine allowed alternative`),
    text: `instead: ${frame.text}`,
  })
    .filter(({ near, named: isNamed, passage }) => !passage.remark && (near >= 0.42 || isNamed))
    .slice(0, 2)
    .map(({ passage }) => sayPassage(desk, passage))
    .filter((each) => each !== '');
  const [first, ...rest] = [...(said === undefined ? [] : [said]), ...papers];
  if (first === undefined) return undefined;
  return block(first, [...rest, 'Ask a pharmacist with your list in hand before you take anything new.']);
}
