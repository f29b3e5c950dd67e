/** How a medicine is taken: when, with what, in which form; and whether somebody may change its dose alone. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { type Block, block, cite, type Desk, nameOf, quotePassage, sayPassage } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { rankParagraphs } from '../evidence/nearest.ts';
import { findPassages } from '../evidence/passages.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list, lower } from '../wording.ts';
import { how } from './describing.ts';
import { medicinesOf } from './medicines.ts';

const row = z.strictObject({
  of: z.array(z.string()).min(1),
  say: z.string(),
  crush: z.string().optional(),
  change: z.string().optional(),
});
export const takingRows = z
  .strictObject({ source: z.string(), rows: z.array(row) })
  .parse(readRows(new URL('./taking.yml', import.meta.url)));

interface Meant {
  concepts: readonly string[];
  name: string;
  mark: string;
  /** As the entry has it: "one tablet in the morning". */
  entry?: string;
}

const MOST = 4;
const CRUSHED = /\b(?:crush\w*|split\w*|cut|chew\w*|break(?:ing|s)?|dissolv\w*|open\w*|halve\w*|grind\w*)\b/i;

export function answerTaking(desk: Desk, frame: Frame): Block | undefined {
  const meant = meantIn(desk, frame).slice(0, MOST);
  const told = meant.flatMap((each) => {
    const rule = ruleFor(each.concepts);
    const says = CRUSHED.test(frame.text) ? rule?.crush : rule?.say;
    return says === undefined && each.entry === undefined ? [] : [{ ...each, says }];
  });
  const [first, ...others] = told;
  if (first === undefined) return undefined;
  const marker = desk.notes.source(takingRows.source);
  const say = ({ name, mark, entry, says }: (typeof told)[number]) =>
    [
      says === undefined ? undefined : `${capital(name)}: ${says}.${marker}`,
      entry === undefined ? undefined : `Your list says of ${name}: ${lower(entry)}.${mark}`,
    ]
      .filter((each) => each !== undefined)
      .join(' ');
  return block(`**${say(first)}**`, [
    ...others.map(say),
    ...papers(desk, first.concepts, MANNERS),
    'The leaflet in the box and your pharmacist know your own product.',
  ]);
}

const MANNERS = /\b(?:food|meal|breakfast|empty stomach|morning|evening|night|bedtime|water|with|before|after)\b/i;
const CHANGES = /\b(?:double|rais\w*|increas\w*|lower\w*|reduc\w*|halve|extra|more|up to|titrat\w*|step)\b/i;

/** "Should I double it?": not alone; what a paper allows, why not, and whom to ask. */
export function answerChange(desk: Desk, frame: Frame): Block | undefined {
  const [meant] = meantIn(desk, frame);
  if (meant === undefined) return undefined;
  const { concepts, name, mark } = meant;
  const planned = papers(desk, concepts, CHANGES);
  const reason = ruleFor(concepts)?.change;
  const whom = [doctorFor(desk, concepts) ?? 'who prescribed it', numberFor(desk, concepts)].filter(
    (each) => each !== '',
  );
  const lead =
    planned.length > 0
      ? `Only as your papers say: do not change ${name} otherwise on your own.`
      : `No: do not change the dose of ${name} on your own.`;
  return block(`**${lead}**${mark}`, [
    ...planned,
    reason === undefined ? undefined : `${capital(reason)}.${desk.notes.source(takingRows.source)}`,
    `Ask ${list(whom).replace(' and ', ' or ')} first.`,
  ]);
}

const LEAST_NEAR = 0.3;
const LIKELY = 0.2;
const POINTS_BACK = /\b(?:it|them|that|this|those)\b/i;

/** "I'll just double it tonight, ok?": of what nobody names, what the papers set, and nothing beyond it. */
export function answerChangeByPapers(desk: Desk, frame: Frame): Block | undefined {
  if (frame.aspect !== 'change' || frame.subjects.some(({ kind }) => kind === 'drug' || kind === 'drug_class'))
    return undefined;
  const before = POINTS_BACK.test(frame.text) ? desk.focus.asked : undefined;
  const text = before === undefined ? frame.text : `${before} ${frame.text}`;
  const [nearest] = rankParagraphs(desk.chart, text);
  if (nearest === undefined || nearest.near < LEAST_NEAR || nearest.chance < LIKELY) return undefined;
  return block(
    `**Only as your papers say: do not change a dose otherwise on your own.** ${quotePassage(desk, nearest.passage)}`,
  );
}

/** The medicines of the list that were named, else the named ones themselves. */
function meantIn(desk: Desk, { subjects }: Frame): Meant[] {
  const named = subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  const taken = medicinesOf(desk, named.length > 0 ? named : desk.focus.subjects).filter(
    ({ status }) => status === 'taken',
  );
  if (taken.length > 0 && (named.length > 0 || desk.focus.subjects.length > 0))
    return taken.map((item) => ({
      concepts: item.concepts,
      name: drugName(item.name),
      mark: cite(desk, item, item.start),
      ...(how(item) !== '' && { entry: how(item) }),
    }));
  return named.map(({ id }) => ({ concepts: [id], name: nameOf(id), mark: '' }));
}

function papers(desk: Desk, concepts: readonly string[], says: RegExp): string[] {
  return findPassages(desk.chart, { concepts, words: new Map(), named: true })
    .filter(({ passage }) => !passage.remark && says.test(passage.text))
    .slice(0, 1)
    .map(({ passage }) => sayPassage(desk, passage))
    .filter((said) => said !== '');
}

/** The row nearest to the medicine: itself before its class, a small class before a wide one. */
function ruleFor(concepts: readonly string[]): z.output<typeof row> | undefined {
  const catalogue = openCatalogue();
  const distance = (id: string) =>
    concepts.includes(id)
      ? 0
      : concepts.some((own) => catalogue.isA(own, id))
        ? catalogue.descendants(id).size
        : undefined;
  return takingRows.rows
    .flatMap((each) => {
      const steps = each.of.map(distance).filter((step) => step !== undefined);
      return steps.length === 0 ? [] : [{ each, step: Math.min(...steps) }];
    })
    .toSorted((a, b) => a.step - b.step)[0]?.each;
}
