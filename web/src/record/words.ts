/** How the record is said to a person: dates, units, values, flags. */
import type { FullEntry, ObservationEntry } from '../api.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** As exact as the record is: 2024, May 2024, 3 May 2024. */
export function sayDate(iso: string | null | undefined): string {
  if (!iso) return '';
  const [year, month, day] = iso.slice(0, 10).split('-');
  if (month === undefined) return year!;
  const name = MONTHS[Number(month) - 1];
  return day === undefined ? `${name} ${year}` : `${Number(day)} ${name} ${year}`;
}

export function sayClock(time: number): string {
  return new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** From when to when; what is over without a known end does not go on "since". */
export function saySpan(start: string | null, end: string | null, isOver = false): string {
  if (start && !end && isOver) return `from ${sayDate(start)}`;
  if (start && end) return sayDate(start) === sayDate(end) ? sayDate(start) : `${sayDate(start)} to ${sayDate(end)}`;
  if (start) return `since ${sayDate(start)}`;
  return end ? `until ${sayDate(end)}` : '';
}

const UNITS: Record<string, string> = {
  'mm[Hg]': 'mmHg',
  Cel: '°C',
  '[degF]': '°F',
  '[lb_av]': 'lb',
  '[in_i]': 'in',
  '{score}': '',
  '1': '',
  U: 'units',
};

export function sayUnit(ucum: string | null | undefined): string {
  if (!ucum) return '';
  return (
    UNITS[ucum] ??
    ucum
      .replace(/\{(1\.73)_m2\}/, '1.73 m²')
      .replace(/\{[^}]*\}/g, '')
      .replace(/10\*(\d+)/g, (_, power: string) => `10${[...power].map((d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(d)]).join('')}`)
      .replace(/\bm2\b/, 'm²')
      .replace(/^u(?=[a-zA-Z])|(?<=\/)u(?=[a-zA-Z])/g, 'µ')
      .replace(/mm\[Hg\]/, 'mmHg')
      .replace(/\[iU\]/g, 'IU')
      .replace(/^\/$/, '')
  );
}

export function sayNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return String(Number(value.toFixed(digits)));
}

const SYSTOLIC = '8480-6';

/** What a measurement is made of, in the order people say it: systolic over diastolic, however the source wrote it. */
export function partsOf(entry: ObservationEntry): ObservationEntry[] {
  if (entry.components.length === 0) return [entry];
  return entry.components.toSorted((a, b) => Number(b.code === SYSTOLIC) - Number(a.code === SYSTOLIC));
}

/** "148/90", "7.1", "negative". */
export function sayValue(entry: ObservationEntry): string {
  if (typeof entry.value === 'number') return sayNumber(entry.value);
  const parts = partsOf(entry);
  if (parts.length > 1 && parts.every((part) => typeof part.value === 'number'))
    return entry.text ?? parts.map((part) => sayNumber(part.value as number)).join('/');
  return String(entry.value ?? entry.text ?? entry.display ?? '');
}

export function unitOf(entry: Pick<ObservationEntry, 'unit' | 'components'>): string | null {
  return entry.unit ?? entry.components[0]?.unit ?? null;
}

export const FLAGS = {
  high: { sign: '▲', word: 'high' },
  low: { sign: '▼', word: 'low' },
  critical: { sign: '‼', word: 'critical' },
} as const;

export type Flagged = keyof typeof FLAGS;

/** The gravest of them: a panel is as grave as its gravest part. */
export function gravest(flags: readonly (string | null)[]): Flagged | undefined {
  return (['critical', 'high', 'low'] as const).find((flag) => flags.includes(flag));
}

export function flagOf(flag: string | null): Flagged | undefined {
  return flag === 'high' || flag === 'low' || flag === 'critical' ? flag : undefined;
}

const STRENGTH = /\s(\d[\d.,/]*\s?(?:mg|g|ug|mcg|micrograms?|ml|units?|iu|meq|mmol|%)(?:\/[a-z\d.]+)?)(?=\s|$)/i;
const PACKED = /^\d[\d.]*\s(?:ml|hr|actuat|mg)\s/i;

/** "Atorvastatin 40 mg tablet" → "Atorvastatin"; of two ingredients, both. The strength stands beside it. */
export function sayDrug(name: string | null): string {
  return ingredientsOf(name)
    .map((part) => part.slice(0, STRENGTH.exec(part)?.index))
    .join(' / ');
}

/** "Amoxicillin 250 MG / Clavulanate 125 MG Oral Tablet" → "250 mg / 125 mg". */
export function sayStrength(name: string | null): string {
  return ingredientsOf(name)
    .map((part) => STRENGTH.exec(part)?.[1] ?? '')
    .filter(Boolean)
    .join(' / ')
    .replace(/m?g\b|ml\b/gi, (unit) => unit.toLowerCase().replace('ml', 'mL'))
    .replace(/(\d)(?=[a-z])/g, '$1 ')
    .replace(/\/ACTUAT/, '/actuation');
}

/** How much is in a pack ("10 ML Furosemide …") is not how much is taken. */
function ingredientsOf(name: string | null): string[] {
  return initial((name ?? 'Medication').replace(PACKED, '')).split(' / ');
}

const SHORT: Record<string, string> = {
  '4548-4': 'HbA1c',
  '59261-8': 'HbA1c',
  '17856-6': 'HbA1c',
  '85354-9': 'Blood pressure',
  '8480-6': 'Systolic',
  '8462-4': 'Diastolic',
  '13457-7': 'LDL cholesterol',
  '18262-6': 'LDL cholesterol',
  '2089-1': 'LDL cholesterol',
  '22748-8': 'LDL cholesterol',
  '39469-2': 'LDL cholesterol',
  '69419-0': 'LDL cholesterol',
  '2085-9': 'HDL cholesterol',
  '14646-4': 'HDL cholesterol',
  '2093-3': 'Total cholesterol',
  '14647-2': 'Total cholesterol',
  '39156-5': 'BMI',
  '33914-3': 'eGFR',
  '62238-1': 'eGFR',
  '98979-8': 'eGFR',
};

/** What people call a measurement: "Hemoglobin A1c/Hemoglobin.total in Blood" is nobody's word. */
export function sayMeasure({
  name,
  code,
}: {
  name?: string | null | undefined;
  code?: string | null | undefined;
}): string {
  const short = SHORT[code ?? ''];
  if (short !== undefined) return short;
  return initial(sayName(name))
    .replace(/^Cholesterol in ([HL]DL)$/, '$1 cholesterol')
    .replace(/\s*\[[^\]]*\].*$/, '')
    .replace(/\s+(in|by) (Serum|Blood|Plasma|Urine|Capillary|Arterial|Venous|Automated)\b.*$/, '');
}

const TERMS =
  /\s\((?:disorder|finding|procedure|situation|regime\/therapy|record artifact|event|observable entity|substance|product)\)$/;

/** Names as people say them: a terminology's own mark of what kind of word it is, is left out. */
export function sayName(name: string | null | undefined): string {
  return name?.replace(TERMS, '') ?? 'Without a name';
}

export function titleOf({ label, properties }: FullEntry): string {
  const { name, code } = properties as Record<string, string | undefined>;
  return label === 'Observation' ? sayMeasure({ name, code }) : initial(sayName(name));
}

export function dateOf({ properties: p }: FullEntry): string | undefined {
  return (p['time'] ?? p['start'] ?? p['onset_date'] ?? p['recorded_date']) as string | undefined;
}

export function initial(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const KINDS: Record<string, string> = {
  ConditionCase: 'Condition',
  IntakeRegimen: 'Medication',
  Observation: 'Measurement',
  Encounter: 'Visit',
  AllergyRecord: 'Allergy',
  SymptomEpisode: 'Symptom',
  DocumentReference: 'Document',
  DiagnosticReport: 'Report',
  CarePlan: 'Care plan',
};

export function sayLabel(label: string): string {
  return KINDS[label] ?? label.replace(/([a-z])([A-Z])/g, '$1 $2');
}
