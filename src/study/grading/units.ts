/** Units as students write them: what they measure and how much of it. One model for all, so that any two of a kind compare. */

export interface Unit {
  /** As it is written in symbols: `mmol/L`; empty where a figure stands alone. */
  readonly symbol: string;
  readonly factor: number;
  /** What is measured, as powers of what is counted with: `g1 L-1`. */
  readonly kind: string;
}

interface Part {
  readonly symbol: string;
  readonly factor: number;
  readonly of: string;
}

const PREFIXES: readonly (readonly [name: string, symbol: string, factor: number])[] = [
  ['milli', 'm', 1e-3],
  ['micro', 'u', 1e-6],
  ['nano', 'n', 1e-9],
  ['pico', 'p', 1e-12],
  ['femto', 'f', 1e-15],
  ['kilo', 'k', 1e3],
  ['deci', 'd', 1e-1],
  ['centi', 'c', 1e-2],
  ['', '', 1],
];
/** symbol | names | what it counts | how much of it. */
const BASES = `g | gram, gramme, gramm, gm | g | 1
L | litre, liter, ltr, lt | L | 1
mol | mole, mol | mol | 1
Eq | equivalent, val | mol | 1
Osm | osmole, osmol, osm | Osm | 1
osmol | osmols | Osm | 1
V | volt | V | 1
m | metre, meter | m | 1
s | second, sec | s | 1
Pa | pascal | Pa | 1
J | joule | J | 1
cal | calorie | J | 4.184
Hz | hertz | /s | 1
Da | dalton | Da | 1
Gy | gray | Gy | 1
W | watt | W | 1
bar | bar | Pa | 100000`;
const WHOLE = `min | minute, minuten, minuto | s | 60
h | hour, hr, stunde, stunden, std, heure, hora | s | 3600
day | d, dy, tag, tage, tagen, jour, día, dia | s | 86400
week | wk, woche, wochen, semaine, semana | s | 604800
month | mo, mth, monat, monate, monaten, mois, mes, meses | s | 2629800
decade | jahrzehnt | s | 315576000
small square | small box, small boxe | s | 0.04
large square | big square, large box, large boxe, big box, big boxe | s | 0.2
year | yr, y, a, annum, jahr, jahre, jahren, an, année, año | s | 31557600
mmHg | torr, mm hg, mm[hg], mm of mercury, millimetres of mercury, millimeters of mercury | Pa | 133.322
cmH2O | cm h2o, cm of water, centimetres of water | Pa | 98.0665
mmH2O | mm h2o, mm of water, millimetres of water | Pa | 9.80665
hPa | hectopascal, hectopascals, mbar, millibar | Pa | 100
atm | atmosphere | Pa | 101325
inch | inches, inchs | m | 0.0254
um | micron, microns, µ | m | 0.000001
foot | feet, ft | m | 0.3048
lb | pound, lbs | g | 453.592
L | dm3, dm³, cubic decimetre, cubic decimeter | L | 1
kL | m3, m³, cubic metre, cubic meter | L | 1000
mL | cc, ccm, cm3, cm³, cubic centimetre, cubic centimeter | L | 0.001
uL | mm3, mm³, cubic millimetre, cubic millimeter, microl | L | 0.000001
ug | mcg, gamma | g | 0.000001
kg | kilo | g | 1000
% | percent, per cent, prozent, vol% |  | 0.01
°C | c, degree celsius, degrees celsius, degree centigrade, degrees centigrade, degrees c, deg c, ºc, celsius, cel, ° c | °C | 1
°F | degree fahrenheit, degrees fahrenheit, degrees f, fahrenheit, ° f, f | °F | 1
°C | °, degree, degrees, grad | °C | 1
K | kelvin | K | 1
IU | unit, units, i.u., u, international unit, international units, ie | IU | 1
bpm | beats/min | /s | 0.0166667
m2 | m², m^2, square metre, square meter | m2 | 1
dioptre | diopter, dpt, D | dioptre | 1
pair | pairs of chromosomes |  | 2`;
/** Things that are counted: the number is the measure. */
const COUNTED =
  'beat breath cell cycle dose time drop tablet puff case birth person people patient copy chromosome base-pair bone muscle nerve vertebra tooth teeth segment fold';

let parts: ReadonlyMap<string, Part> | undefined;

function table(): ReadonlyMap<string, Part> {
  if (parts !== undefined) return parts;
  const made = new Map<string, Part>();
  const add = (written: string, part: Part) => {
    const key = written.toLowerCase();
    if (key !== '' && !made.has(key)) made.set(key, part);
  };
  for (const [symbol, names, of, factor] of rowsOf(WHOLE)) {
    const part = { symbol, factor, of };
    for (const name of [symbol, ...names, ...names.map((each) => `${each}s`), `${symbol}s`]) add(name, part);
  }
  for (const [symbol, names, of, factor] of rowsOf(BASES))
    for (const [prefix, sign, times] of PREFIXES) {
      const part = { symbol: `${sign}${symbol}`, factor: factor * times, of };
      for (const name of names) for (const end of ['', 's']) add(`${prefix}${name}${end}`, part);
      add(`${sign}${symbol}`, part);
      if (sign === 'u') for (const micro of ['µ', 'μ', 'mc']) add(`${micro}${symbol}`, part);
      if (symbol !== 's' && symbol !== 'm') add(`${sign}${symbol}s`, part);
    }
  for (const noun of COUNTED.split(' '))
    for (const end of ['', 's', 'es']) add(`${noun}${end}`, { symbol: '', factor: 1, of: '' });
  parts = made;
  return made;
}

function rowsOf(text: string): [symbol: string, names: string[], of: string, factor: number][] {
  return text.split('\n').map((line) => {
    const [symbol = '', names = '', of = '', factor = '1'] = line.split('|').map((cell) => cell.trim());
    return [symbol, names.split(', '), of, Number(factor)];
  });
}

const LONGEST = 28;
const OVER =
  /^\s?(?:\/|·\s?|per |in |an? |each |every )\s?(?:(?:1[.,]73|100|1)\s?(?=m|g|mL|k))?(24\s?h(?:ours|rs?)?(?![\p{L}]))?/u;

/** The unit that stands at a place behind a figure, and where it ends. */
export function readUnitAt(text: string, at: number): { unit: Unit; end: number } {
  const from = at + (/^[\s-]/.test(text.slice(at)) ? 1 : 0);
  const molar = molarAt(text, from);
  if (molar !== undefined) return molar;
  const first = partAt(text, from);
  const over = [...(first === undefined ? [] : [{ part: first.part, power: 1 }])];
  let end = first?.end ?? at;
  for (let more = OVER.exec(text.slice(end)); more !== null; more = OVER.exec(text.slice(end))) {
    const from = end + more[0].length;
    const next = more[1] === undefined ? partAt(text, from) : { part: table().get('day') as Part, end: from };
    // "3 in 10": no unit.
    if (next === undefined || (/^\s?(?:in|an?|every) /.test(more[0]) && next.part.of !== 's')) break;
    over.push({ part: next.part, power: -1 });
    end = next.end;
  }
  return { unit: join(over), end };
}

/** "mM", "micromolar": so much in a litre. The capital tells it from the millimetre. */
const MOLAR = /^(?:([munpµμ])M(?![\p{L}\p{N}])|(milli|micro|nano|pico)-?molar(?!\p{L}))/u;

function molarAt(text: string, from: number): { unit: Unit; end: number } | undefined {
  const found = MOLAR.exec(text.slice(from, from + LONGEST));
  if (found === null) return undefined;
  const { unit } = readUnitAt(`${found[1] ?? found[2]}${found[1] === undefined ? 'mole' : 'mol'}/L`, 0);
  return { unit, end: from + found[0].length };
}

function partAt(text: string, from: number): { part: Part; end: number } | undefined {
  for (let end = Math.min(text.length, from + LONGEST); end > from; end--) {
    if (/[\p{L}\p{N}]/u.test(text[end] ?? '') && /[\p{L}\p{N}]/u.test(text[end - 1] ?? '')) continue;
    const written = text.slice(from, end).toLowerCase();
    // "100 a minute": an article.
    if (/^an?$/.test(written) && /^\s\p{L}/u.test(text.slice(end))) continue;
    const part = table().get(written);
    if (part !== undefined) return { part, end };
  }
  return undefined;
}

function join(over: readonly { part: Part; power: number }[]): Unit {
  const powers = new Map<string, number>();
  let factor = 1;
  for (const { part, power } of over) {
    factor *= part.factor ** power;
    const isRate = part.of.startsWith('/');
    const of = isRate ? part.of.slice(1) : part.of;
    if (of !== '') powers.set(of, (powers.get(of) ?? 0) + (isRate ? -power : power));
  }
  const kind = [...powers]
    .filter(([, power]) => power !== 0)
    .map(([of, power]) => `${of}${power}`)
    .sort()
    .join(' ');
  const symbol = over.map(({ part, power }) => `${power < 0 ? '/' : ''}${part.symbol}`).join('');
  return { symbol, factor, kind };
}

/** What a figure in one unit is in another of its kind; undefined where they do not measure the same. */
export function inUnit(value: number, from: Unit, to: Unit): number | undefined {
  if (from.kind === to.kind) return (value * from.factor) / to.factor;
  if (from.kind === '°F1' && to.kind === '°C1') return ((value - 32) * 5) / 9;
  if (from.kind === '°C1' && to.kind === '°F1') return (value * 9) / 5 + 32;
  if (from.kind === 'K1' && to.kind === '°C1') return value - 273.15;
  if (from.kind === '°C1' && to.kind === 'K1') return value + 273.15;
  // "3.5 g" where so much a day is meant, "100" where a rate is.
  const perTime = / ?\bs-1$/;
  const [a, b] = [from.kind.replace(perTime, ''), to.kind.replace(perTime, '')];
  if (a !== b || a === '' || !/day/.test(from.symbol + to.symbol)) return undefined;
  const daily = (unit: Unit) => (unit.kind.endsWith('s-1') ? unit.factor * 86_400 : unit.factor);
  return (value * daily(from)) / daily(to);
}

/** "0.5 mL of 1:1000" and "10 mL of 10 %" as the milligrams that are in it. */
export function massOfSolution(text: string): number | undefined {
  const found =
    /(\d+(?:\.\d+)?)\s?mL\s+(?:of\s+)?(?:a\s+|the\s+)?(?:(?:1\s?:\s?|1 in )(\d[\d ,]*)|(\d+(?:\.\d+)?)\s?%)/i.exec(
      text,
    );
  if (found === null) return undefined;
  const volume = Number(found[1]);
  // One to a thousand is a gram in a litre; a percent is a gram in a decilitre.
  if (found[2] !== undefined) return (volume * 1000) / Number(found[2].replace(/[ ,]/g, ''));
  return volume * Number(found[3]) * 10;
}
