/** Dates, units, values and lists as people read them. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "2026-03-03T09:05:00Z" → "3 Mar 2026"; a month or a year alone stays one. */
export function sayDate(time: string | null | undefined): string {
  if (!time) return 'an unknown date';
  const [year, month, day] = time.slice(0, 10).split('-');
  if (month === undefined) return year!;
  const name = MONTHS[Number(month) - 1]!;
  return day === undefined ? `${name} ${year}` : `${Number(day)} ${name} ${year}`;
}

/** "on 3 Mar 2026", "in Mar 2026". */
export function sayOn(time: string): string {
  return `${time.length < 10 ? 'in' : 'on'} ${sayDate(time)}`;
}

/** "19 Jan 2027 at 14:20": a visit by the clock of the place; one without an hour, or at midnight, by its day. */
export function sayVisitTime({ time, clock }: { time: string | null; clock: string | null }): string {
  if (clock === null) return sayDate(time);
  const hour = clock.slice(11, 16);
  return `${sayDate(clock)}${hour === '00:00' ? '' : ` at ${hour}${clock.endsWith('Z') ? ' UTC' : ''}`}`;
}

export function sayMonth(time: string): string {
  return sayDate(time.slice(0, 7));
}

/** "14 months", "almost 5 years", "3 weeks": how long a stretch of days is, and never rounded to what it is not. */
export function saySpan(exact: number): string {
  const days = Math.round(exact);
  if (days < 2) return 'a day';
  if (days < 14) return `${days} days`;
  if (days < 60) return `${Math.round(days / 7)} weeks`;
  const months = Math.round(days / 30.44);
  return months < 25 ? `${months} months` : sayYears(days / 365.25);
}

/** So near to a whole year, or to a half, that nobody would count it otherwise: two weeks. */
const NEAR_A_YEAR = 0.04;

function sayYears(exact: number): string {
  const whole = Math.floor(exact);
  const part = exact - whole;
  if (part <= NEAR_A_YEAR) return `${whole} years`;
  if (part >= 1 - NEAR_A_YEAR) return `${whole + 1} years`;
  if (part < 0.4) return `a little over ${whole} years`;
  return part <= 0.6 ? `about ${whole} and a half years` : `almost ${whole + 1} years`;
}

const UNITS: Record<string, string> = {
  'mm[Hg]': 'mmHg',
  Cel: '°C',
  '[degF]': '°F',
  '[lb_av]': 'lb',
  '[oz_av]': 'oz',
  '[stone_av]': 'stone',
  '[in_i]': 'in',
  '[ft_i]': 'ft',
  'umol/L': 'µmol/L',
  'ug/L': 'µg/L',
  ug: 'µg',
  '/min': 'per min',
  'mL/min/{1.73_m2}': 'mL/min/1.73 m²',
  'kg/m2': 'kg/m²',
  '10*9/L': '×10⁹/L',
  '10*3/uL': '×10³/µL',
  '10*12/L': '×10¹²/L',
  '10*6/uL': '×10⁶/µL',
  'm[IU]/L': 'mIU/L',
  'm[IU]/mL': 'mIU/mL',
  'k[IU]/L': 'kIU/L',
  'u[IU]/L': 'µIU/L',
  'u[IU]/mL': 'µIU/mL',
  '[IU]/L': 'IU/L',
  '[IU]/mL': 'IU/mL',
  '{score}': '',
  '1': '',
};

/** `{INR}`, `{T-score}`: a word in braces only says what is counted. */
const NO_UNIT = /^(?:1|\{[^}]*\})$/;

/** UCUM → what is printed on a lab report. */
export function sayUnit(unit: string | null | undefined): string {
  return unit ? (UNITS[unit] ?? (NO_UNIT.test(unit) ? '' : unit)) : '';
}

export function sayValue(value: number | string, unit?: string | null): string {
  return [typeof value === 'number' ? String(round(value)) : value, sayUnit(unit)].filter(Boolean).join(' ');
}

export function round(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4));
}

export function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** "blood pressure" → "Blood pressure"; "eGFR" stays. */
export function capital(words: string): string {
  if (/^\p{Ll}\p{Lu}/u.test(words)) return words;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "Salbutamol 0.1 mg/dose inhaler" → "salbutamol": as the record words it, not as a catalogue would. */
export function drugName(name: string): string {
  const words =
    /^[^\d,(]{3,}?(?=\s+(?:[\d(]|tablet|capsule|inhaler|oral|extended|auto)|,|$)/i.exec(name.trim())?.[0] ?? '';
  return lower(words.trim() || name);
}

/** A name within a sentence: "Type 2 diabetes mellitus" → "type 2 diabetes mellitus"; "LDL cholesterol" stays. */
export function lower(words: string): string {
  return /^(?:An?|\p{Lu}\p{Ll}+)(?=[\s,.;:/()-]|$)/u.test(words)
    ? words.charAt(0).toLowerCase() + words.slice(1)
    : words;
}

const ONE_BY_NATURE = new Set(
  'diabetes herpes rabies measles mumps shingles pancreas scabies rickets lens caries aids'.split(' '),
);

/** "blood thinners", "platelets"; not "diabetes", "psoriasis", "anthrax". */
export function isPlural(name: string): boolean {
  const word =
    name
      .toLowerCase()
      .split(/[\s(]+/)
      .findLast((each) => /^\p{L}+$/u.test(each)) ?? '';
  return /[^siu]s$/.test(word) && !ONE_BY_NATURE.has(word);
}

/** "There are no blood thinners", "there is no ferritin". */
export function sayNone(name: string): string {
  return `there ${isPlural(name) ? 'are' : 'is'} no ${name}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number === 1 ? 'one' : number} ${number === 1 ? one : many}`;
}

/** "12 Mar 2024" in the middle of a sentence that speaks of several: months alone far back. */
export function sayDates(times: readonly (string | null)[]): string {
  return list(times.map(sayDate));
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** A sentence of a paper, as a quotation: one paragraph, no longer than can be read at a glance. */
export function quote(text: string, longest = 320): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= longest) return `"${plain}"`;
  const cut = plain.slice(0, longest);
  return `"${cut.slice(0, cut.lastIndexOf(' '))} …"`;
}

/** With its stop. */
export function sentence(text: string): string {
  const said = text.trim();
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
