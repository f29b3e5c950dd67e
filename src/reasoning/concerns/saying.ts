/** A rule's sentences with what was found put in: `{thinner}`, `{egfr.value}`, `{egfr.date}`, `{x.note}`. */

import { z } from 'zod';
import { MONTHS } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Binding } from './evaluate.ts';
import type { Item } from './situation.ts';

const sample = z.strictObject({ say: z.string(), of: z.array(z.string()).min(2), becomes: z.string() });

export const sayingData = z
  .strictObject({ example: sample, counter: sample, verbs: z.record(z.string(), z.string()) })
  .parse(readRows(new URL('./saying.yml', import.meta.url)));

/** A slot, and the verb after it where there is one. */
const SLOT = new RegExp(`\\{(\\w+)(?:\\.(\\w+))?\\}( (?:${Object.keys(sayingData.verbs).join('|')})\\b)?`, 'g');

function plural(verb: string): string {
  const known = sayingData.verbs[verb.trim()];
  return known === undefined ? verb : ` ${known}`;
}

export function fill(template: string, { slots }: Binding): string {
  const filled = template.replace(SLOT, (_, name: string, field: string | undefined, verb = '') => {
    const items = slots.get(name) ?? [];
    if (field !== undefined) return (items[0] ? fieldOf(items[0], field) : '') + verb;
    const names = [...new Set(items.map((item) => lower(item.name)))];
    return listed(names) + (names.length > 1 ? plural(verb) : verb);
  });
  const tidy = filled
    .replace(/ +([,.;:)])/g, '$1')
    .replace(/ {2,}/g, ' ')
    .replace(/\( /g, '(')
    .trim();
  // "eGFR" keeps its small letter.
  return /^[a-z][A-Z]/.test(tidy) ? tidy : tidy.charAt(0).toUpperCase() + tidy.slice(1);
}

function listed(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function fieldOf(item: Item, field: string): string {
  if (field === 'value') return item.said ?? (item.value === undefined ? '' : withUnit(item.value, item.unit));
  if (field === 'dose') return item.value === undefined ? '' : withUnit(item.value, item.unit);
  if (field === 'finding')
    return item.value === undefined || item.isMedicine
      ? lower(item.name)
      : `${lower(item.name)} of ${withUnit(item.value, item.unit)}`;
  if (field === 'beside') return ` with ${fieldOf(item, 'finding')}`;
  if (field === 'number') return item.value === undefined ? '' : number(item.value);
  if (field === 'date') return item.fresh && !item.uuid ? 'now' : dateOf(item.time ?? item.words?.date);
  if (field === 'when') return whenOf(item);
  if (field === 'since') return item.start ? ` (since ${dateOf(item.start)})` : '';
  if (field === 'last') return item.words?.last ?? (item.time ? `last on ${dateOf(item.time)}` : 'none on record');
  return item.words?.[field] ?? '';
}

/** " on 12 March 2026" for an entry of the record, nothing for what was told now. */
function whenOf(item: Item): string {
  return item.uuid && item.time ? ` on ${dateOf(item.time)}` : '';
}

function withUnit(value: number, unit: string | undefined): string {
  const shown = unit === undefined ? '' : (PLAIN_UNITS[unit] ?? unit);
  return shown === '' ? number(value) : shown === '%' ? `${number(value)}%` : `${number(value)} ${shown}`;
}

const PLAIN_UNITS: Record<string, string> = {
  'mm[Hg]': 'mmHg',
  Cel: '°C',
  '{INR}': '',
  'mL/min/{1.73_m2}': 'mL/min/1.73 m²',
  '10*3/uL': '×10⁹/L',
  'm[IU]/L': 'mIU/L',
  '[pH]': '',
  '{Tscore}': '',
  '[IU]': 'units',
  ug: 'micrograms',
  '/min': 'a minute',
};

function number(value: number): string {
  return String(Number(value.toPrecision(3)));
}

export function dateOf(time: string | null | undefined): string {
  const [year, month, day] = (time ?? '').slice(0, 10).split('-').map(Number);
  if (!year) return '';
  if (!month) return String(year);
  return [day, MONTHS[month - 1], year].filter(Boolean).join(' ');
}

/** Names stand inside sentences: small letters, unless the word is an abbreviation or a name of a person. */
export function lower(name: string): string {
  return /^[A-Z][a-z]+(?: [a-z].*)?$/.test(name) &&
    !/^(?:Alzheimer|Parkinson|Addison|Barrett|Crohn|Cushing|Graves|Hashimoto|Meniere|Wilson|Down|Raynaud|Sjogren|Kaposi|Huntington|Lyme|Pap)\b/.test(
      name,
    )
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name;
}
