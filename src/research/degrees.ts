/** How bad an illness is: asked of the mild, what was found in the severe is no answer. Words from degrees.yml. */
import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { stem } from '../text/index.ts';
import { readRows } from '../text/rows.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { foldText, hasAny } from './evidence/words.ts';

const DEGREES = ['mild', 'moderate', 'severe'] as const;
export type Degree = (typeof DEGREES)[number];

const words = z.array(z.string());
const schema = z.strictObject({ mild: words, moderate: words, severe: words, joints: words, illnesses: words });

let known: z.infer<typeof schema> | undefined;

function degreeWords(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'degrees.yml')));
  return known;
}

const NEAR = 4;

/** The degrees of an illness that a text names: "moderate-to-severe eczema" is two. Side effects may be mild too, and are none. */
export function degreesIn(text: string): Set<Degree> {
  const data = degreeWords();
  const one = DEGREES.flatMap((degree) => data[degree]).join('|');
  const pattern = new RegExp(
    `(?<!\\p{L})(${one})(?:[ -](?:${data.joints.join('|')})[ -](${one}))?(?=[ -]([\\p{L}-]+(?: [\\p{L}-]+){0,${NEAR - 1}}))`,
    'gu',
  );
  const found = [...foldText(text).matchAll(pattern)]
    .filter(([, , , behind]) => isIllness(behind!))
    .flatMap(([, first, last]) => [first, last])
    .flatMap((said) => DEGREES.filter((degree) => said !== undefined && data[degree].includes(said)));
  return new Set(found);
}

/** What stands right behind it, with how else it is between: "active thyroid eye disease". */
function isIllness(behind: string): boolean {
  const { illnesses } = degreeWords();
  if (behind.split(' ').some((word) => illnesses.includes(word))) return true;
  return openCatalogue().find(behind, { kinds: ['condition'] }).length > 0;
}

/** By the stems of what is asked about. */
export function degreesAsked(stems: ReadonlySet<string>): Set<Degree> {
  return new Set(DEGREES.filter((degree) => degreeWords()[degree].some((word) => stems.has(stem(word)))));
}

/** A sentence names other degrees, and none of these. */
export function isApartIn(text: string, asked: ReadonlySet<Degree>): boolean {
  if (asked.size === 0) return false;
  const own = degreesIn(text);
  return own.size > 0 && !overlap(own, asked);
}

/** Whom it is on, by its title, by how it was done, and by what was decided. */
export function degreesOf({ title, title_read, methods = [], design_id, excerpt }: EvidenceRow): Set<Degree> {
  const decided = design_id === 'coverage' || design_id === 'regulatory' ? excerpt : '';
  if (design_id === 'guideline') return new Set();
  // Other languages say it behind the illness.
  const behind =
    title_read === undefined ? [] : DEGREES.filter((degree) => hasAny(foldText(title_read), degreeWords()[degree]));
  return new Set([...behind, ...degreesIn([title, ...methods, decided].join('. '))]);
}

/** It names other degrees, and none of these. */
export function isOfOtherDegree(row: EvidenceRow, asked: ReadonlySet<Degree>): boolean {
  const own = degreesOf(row);
  return asked.size > 0 && own.size > 0 && !overlap(own, asked);
}

/** It names one of these. */
export function isOfDegree(row: EvidenceRow, asked: ReadonlySet<Degree>): boolean {
  return overlap(degreesOf(row), asked);
}

const overlap = (some: ReadonlySet<Degree>, others: ReadonlySet<Degree>) => [...some].some((one) => others.has(one));
