import { isBodyPart } from './finding-words.ts';
import { matchLexicon } from './lexicon.ts';
import { kindByEnding } from './morphology.ts';
import { readData, splitList } from './tables.ts';
import { type Token, tokenize } from './tokens.ts';

/** How much of a text is about health: above zero it is. Words of the lexicon, word lists, and learned weights. */
export function healthScore(text: string): number {
  const tokens = tokenize(text.slice(0, 2000));
  const { words, bias } = load();
  let score = bias;
  for (const feature of features(tokens)) score += words.get(feature) ?? 0;
  if (OWN_CARE.test(text)) score += 3;
  if (tokens.some(({ norm }) => lists().strong.has(norm))) score += 4;
  return score;
}

/** Words of everyday that mean care when they are one's own. */
const OWN_CARE =
  /\b(?:my|his|her) (?:next |last |latest |new |recent |upcoming )*(?:appointments?|results?|records?|doctor|gp|nurse|visit|labs?|refills?|prescriptions?|chart|checkup|test results?|readings?|numbers|levels?|meds|date of birth|blood (?:type|group)|emergency contact|medical notes|discharge letter|health data)\b|\b(?:in|on|from|to|off) (?:my|the) (?:medical |health |patient )?(?:records?|chart|problem list|allergy list|medication list|med list)\b/i;

/** The words and pairs that the weights are about, each once. */
export function features(tokens: Token[]): Set<string> {
  const found = new Set<string>();
  const { health, everyday } = lists();
  const norms = tokens.filter(({ kind }) => kind === 'word').map(({ norm }) => norm);
  norms.forEach((norm, at) => {
    const pair = at + 1 < norms.length ? `${norm} ${norms[at + 1]}` : '';
    if (!STOP.has(norm)) found.add(norm);
    if (kindByEnding(norm)) found.add('#ending');
    if (isBodyPart(norm) && norm.length > 3 && norm !== 'back') found.add('#part');
    if ((norm === 'year' || norm === 'month') && norms[at + 1] === 'old') found.add('#age');
    if (health.has(norm) || health.has(pair))
      found.add('#health').add(`#health:${Math.min(3, count(found, '#health:') + 1)}`);
    if (everyday.has(norm) || everyday.has(pair))
      found.add('#everyday').add(`#everyday:${Math.min(3, count(found, '#everyday:') + 1)}`);
  });
  if (PRESSURE.test(tokens.map(({ text }) => text).join(''))) found.add('#pressure');
  for (const match of matchLexicon(tokens))
    for (const { group } of match.terms)
      if (
        group !== 'ignored' &&
        group !== 'normal' &&
        !(group === 'observation' && match.to - match.from === 1 && AMBIGUOUS.test(tokens[match.from]!.norm))
      )
        found.add(`#${group}`);
  return found;
}

const PRESSURE = /(?<![\d/])(?:[89]\d|1\d\d|2[0-4]\d)\/(?:[4-9]\d|1[0-3]\d)(?![\d/])/;

/** Names of measurements that are everyday words or single letters too. */
const AMBIGUOUS =
  /^(?:.{1,2}|tall|temperature|temp|weight|height|waist|sat|iron|sugar|weigh|length|renin|crit|oxygen|ph|cl|got|map|bs)$/;

function count(found: Set<string>, prefix: string): number {
  let sum = 0;
  for (const feature of found) if (feature.startsWith(prefix)) sum++;
  return sum;
}

/** Words that tell style and not subject: a patient's "my" must not weigh against them. */
export const STOP = new Set(
  'i me my mine myself we our you your he him his she her it its they them their this that these those a an the and or but if then so because as of at by for with about against between into through during before after above below to from up down in out on off over under again is am are was were be been being have has had having do does did doing can could should would will shall may might must not no nor only own same too very just don now what which who whom when where why how all any both each few more most other some such than please tell know want need like get got go going make let help also there here im ive dont whats hows give show me find see look use used using say said one two thing way lot good bad new old many much really yes ok okay hi hello hey thanks thank someone something anything people person year day week month time today tomorrow yesterday'.split(
    ' ',
  ),
);

interface Lists {
  health: Set<string>;
  everyday: Set<string>;
  strong: Set<string>;
}

let known: Lists | undefined;

function lists(): Lists {
  if (known) return known;
  const data = readData('topics');
  const read = (cell = '') =>
    new Set(
      splitList(cell.replace(/\n/g, ' ')).map((phrase) =>
        tokenize(phrase)
          .filter(({ kind }) => kind === 'word')
          .map(({ norm }) => norm)
          .join(' '),
      ),
    );
  known = { health: read(data.health), everyday: read(data.everyday), strong: read(data.strong) };
  return known;
}

let loaded: { words: Map<string, number>; bias: number } | undefined;

function load(): { words: Map<string, number>; bias: number } {
  if (loaded) return loaded;
  const data = readData('topic-weights');
  const words = new Map<string, number>();
  for (const line of (data.rows ?? '').split('\n')) {
    const at = line.lastIndexOf(' ');
    if (at > 0) words.set(line.slice(0, at).trim(), Number(line.slice(at + 1)));
  }
  words.set('#pressure', 3);
  loaded = { words, bias: Number(data.bias) };
  return loaded;
}
