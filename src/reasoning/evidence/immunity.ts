/** What the record shows of protection against an illness: antibodies with their level, and vaccines that were given. */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import type { EventView } from '../patient.ts';
import { sayValue } from '../wording.ts';
import { beyond } from './series.ts';

const row = z.strictObject({
  of: z.string(),
  antibodies: z.string(),
  level: z.strictObject({ from: z.number(), unit: z.string(), say: z.string() }).optional(),
  vaccine: z.string().optional(),
  example: z.string(),
  counter: z.string(),
});
const data = z
  .strictObject({ source: z.string(), rows: z.array(row) })
  .parse(readRows(new URL('./immunity.yml', import.meta.url)));

export const immunitySource = data.source;

interface Row extends z.output<typeof row> {
  concepts: readonly string[];
  names: RegExp;
}

let read: readonly Row[] | undefined;

/** With what they mean in the catalogue: that takes a while to read. */
export function immunityRows(): readonly Row[] {
  read ??= data.rows.map((each) => ({
    ...each,
    names: new RegExp(`\\b(?:${each.antibodies.split(' | ').join('|')})`, 'i'),
    concepts: openCatalogue()
      .find(each.of, { kinds: ['condition', 'vaccine'] })
      .map(({ concept }) => concept.id),
  }));
  return read;
}

export interface Immunity {
  of: string;
  /** The newest test of antibodies. */
  test?: { uuid: string; name: string; time: string | null; shown: string; immune: boolean | undefined };
  level?: Row['level'];
  vaccines: EventView[];
}

/** Nothing for an illness whose protection no test shows. */
export function immunityOf(concept: string, chart: Chart): Immunity | undefined {
  const catalogue = openCatalogue();
  const found = immunityRows().find(({ concepts }) =>
    concepts.some((id) => catalogue.isA(concept, id) || id === concept),
  );
  if (found === undefined) return undefined;
  const { view, property } = chart;
  const numbers = [...view.series.values()].flat().map((point) => ({
    ...{ uuid: point.uuid, time: point.time, name: String(property(point.uuid, 'name') ?? '') },
    shown: [point.bound, sayValue(point.original.value, point.original.unit)].filter(Boolean).join(' '),
    immune: found.level === undefined ? undefined : beyond(point.original.value, point.bound) >= found.level.from,
  }));
  const words = view.findings.map(({ uuid, name, time, text }) => ({
    ...{ uuid, time, name, shown: text },
    immune: POSITIVE.test(text) && !NEGATIVE.test(text) ? true : NEGATIVE.test(text) ? false : undefined,
  }));
  const [test] = [...numbers, ...words]
    .filter(({ name }) => found.names.test(name))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  const vaccines = view.immunisations
    .filter(({ name }) => found.vaccine !== undefined && name.toLowerCase().includes(found.vaccine.toLowerCase()))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  return { of: found.of, vaccines, ...(test && { test }), ...(found.level && { level: found.level }) };
}

const NEGATIVE = /\b(?:negative|not (?:immune|detected|protected)|non-?reactive|absent|none|neg)\b/i;
const POSITIVE = /\b(?:positive|immune|detected|reactive|present|protected|pos)\b/i;
