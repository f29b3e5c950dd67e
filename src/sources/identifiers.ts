/**
 * What a question carries of a person, taken out before it leaves the house: names, dates to the day, phone numbers,
 * e-mail, addresses, numbers of records and cards. Rather a word too many than a name left in: a search survives it.
 */

import { z } from 'zod';
import { readRows } from '../text/rows.ts';

const LONGEST = 2000;
const PASSES = 6;

/** Applied until nothing more is found, since what stood apart may stand side by side afterwards. */
export function withoutIdentifiers(query: string): string {
  let text = tidy(query.normalize('NFKC').slice(0, LONGEST));
  for (let pass = 0; pass < PASSES; pass++) {
    const less = tidy(withoutNames(withoutNumbers(text)));
    if (less === text) return text;
    text = less;
  }
  return text;
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const LABEL =
  '(?:mrn|ssn|nhs|nin|dob|medical record|patient|record|case|chart|insurance|policy|member|social security|passport|licen[cs]e|account|card|versichertennummer|tax|ahv|avs|id|identity)';

const PATTERNS: readonly RegExp[] = [
  /\bhttps?:\/\/\S{1,500}/gi,
  /\bwww\.\S{1,500}/gi,
  /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,6}/gu,
  /(?<![\p{L}\p{N}])@\w{2,40}/gu,
  // Born, with whatever date or year follows.
  new RegExp(
    `\\b(?:(?:i was |was )?born(?: on| in)?|date of birth|birth ?date|birthday|d\\.?o\\.?b\\.?)(?: is| was)?[:\\s]{0,3}(?:the )?(?:[\\d./-]{4,10}|(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? )?${MONTH}\\.?(?: \\d{1,2}(?:st|nd|rd|th)?)?,?(?: \\d{4})?)`,
    'giu',
  ),
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b/g,
  /\b\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})\b/g,
  new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th|\\.)?(?: of)? ${MONTH}\\.?,? \\d{4}\\b`, 'giu'),
  new RegExp(`\\b${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}\\b`, 'giu'),
  // A number that is said to be somebody's.
  new RegExp(
    `\\b${LABEL}(?: (?:number|no\\.?|nr\\.?|id|#))?(?: is)?\\s?[:#=]?\\s?(?=[\\p{L}-]{0,8}\\d)[\\p{L}\\d-]{4,40}`,
    'giu',
  ),
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi,
  /\b\d{1,5}\s\p{Lu}[\p{L}'-]{1,30}(?:\s\p{Lu}[\p{L}'-]{1,30}){0,2}\s(?:street|st|avenue|ave|road|rd|lane|ln|drive|boulevard|blvd|court|place|way)\b\.?/giu,
  /\b\p{Lu}[\p{L}-]{2,30}(?:straße|strasse|weg|gasse|platz)\s\d{1,4}[a-z]?\b/gu,
  /\b[A-Z]{2}\d{2}(?:\s?[A-Z\d]{4}){3,7}(?:\s?[A-Z\d]{1,4})?\b/g,
];

/** Digits with what people put between them. A range of years is none, nor an article or a trial by its public number. */
const PHONE = /(?<![\p{L}\d.,])(?:\+|\(\+?)?\d(?:[\s().-]{0,2}\d){6,18}(?![\p{L}\d])/gu;
const MIXED =
  /(?<![\p{L}\d])(?=[\p{L}-]{1,8}\d|\d{1,12}[\p{L}])(?=(?:[\p{L}-]{0,12}\d){5})[\p{L}\d][\p{L}\d-]{5,40}(?![\p{L}\d])/gu;
const PUBLIC = /^(?:NCT\d{8}|PMC\d{5,9}|CD\d{6})$/i;

function withoutNumbers(text: string): string {
  const plain = PATTERNS.reduce((left, pattern) => left.replace(pattern, ' '), text);
  return plain
    .replace(MIXED, (found) => (PUBLIC.test(found) ? found : ' '))
    .replace(PHONE, (found, at: number) =>
      isYears(found) || /pmid:?\s?$/i.test(plain.slice(Math.max(0, at - 6), at)) ? found : ' ',
    );
}

function isYears(found: string): boolean {
  return /^(?:19|20)\d\d\s?-\s?(?:19|20)\d\d$/.test(found);
}

const wordsSchema = z.string().transform((words) => new Set(words.trim().toLowerCase().split(/\s+/)));
const namesSchema = z.strictObject({
  given: wordsSchema,
  ambiguous: wordsSchema,
  surnames: wordsSchema,
  things: wordsSchema,
  plain: wordsSchema,
});

let loaded: z.infer<typeof namesSchema> | undefined;

/** Given names (hardly ever another word; words too) and surnames that many bear. */
export function commonNames(): Readonly<Record<'given' | 'ambiguous' | 'surnames', ReadonlySet<string>>> {
  return names();
}

function names() {
  loaded ??= namesSchema.parse(readRows(new URL('names.yml', import.meta.url)));
  return loaded;
}

/** Endings of diseases, germs and medicines: no surname that matters is lost by keeping them. */
const MEDICAL =
  /(?:itis|osis|oses|emia|aemia|oma|pathy|algia|ectomy|scopy|uria|plasty|mycin|cillin|statin|sartan|prazole|olol|pril|mab|nib|azole|idine|amine|azine|oxin|vir|parin|gliptin|gliflozin|coccus|bacter|ella|virus|therapy|gram|graphy|phobia|plegia|rrhea|ology|mide|pine|done|phen|fen|zine|formin|thyroxine|tide|lukast|setron|triptan|ium|ide)$/i;

interface Word {
  text: string;
  start: number;
  end: number;
  /** The word as names.yml writes it. */
  folded: string;
  capital: boolean;
  head: boolean;
}

function withoutNames(text: string): string {
  const cued = CUES.reduce((left, cue) => left.replace(cue, (_whole, before: string) => `${before} `), text);
  const words = wordsOf(cued);
  const titled = words.length > 3 && words.filter(({ capital }) => capital).length > words.length * 0.7;
  const gone = words.map((_word, at) => isName(words, at, titled));
  // A surname goes with its given name: after it, or before it and a comma.
  for (const [at, word] of words.entries()) {
    if (at > 0 && gone[at - 1] && isSurname(words, at, word)) gone[at] = true;
    const next = words[at + 1];
    if (next && gone[at + 1] && /^\p{Lu}/u.test(word.text) && cued.slice(word.end, next.start) === ', ')
      gone[at] ||= mayBeName({ ...word, capital: true });
  }
  let left = '';
  let from = 0;
  for (const [at, word] of words.entries()) {
    if (!gone[at]) continue;
    left += cued.slice(from, word.start);
    from = word.end;
  }
  return left + cued.slice(from);
}

const NAMED = "\\p{Lu}[\\p{L}'’-]{1,30}";
const RELATION =
  '(?:son|daughter|wife|husband|mother|father|mom|mum|dad|brother|sister|partner|friend|child|baby|aunt|uncle|cousin|boyfriend|girlfriend|grandmother|grandfather|grandma|grandpa|patient|neighbour|neighbor|colleague)';

/** What is said to be a name, whatever it is. */
const CUES: readonly RegExp[] = [
  /\b(my name is|my name's|name is|the name is|name:|i am called|is called|named|signed:?)\s+(?!after\b|for\b|by\b|a\b|an\b|the\b)[\p{L}'’-]{2,30}(?:\s\p{Lu}[\p{L}'’-]{1,30}){0,2}/giu,
  new RegExp(`\\b((?:[Ii] am|[Ii]'m|[Ii]’m|[Tt]his is))\\s+${NAMED}(?:\\s${NAMED}){1,2}(?![\\p{L}])`, 'gu'),
  new RegExp(
    `((?<![\\p{L}]))(?:[Mm]r|[Mm]rs|[Mm]s|[Mm]iss|[Mm]iz|[Dd]r|[Dd]oc|[Dd]octor|[Pp]rof|[Pp]rofessor|[Hh]err|[Ff]rau|[Ss]eñora?|[Mm]adame|[Mm]onsieur|[Nn]urse)\\.?\\s${NAMED}(?:\\s${NAMED}){0,2}`,
    'gu',
  ),
  new RegExp(`\\b(${RELATION}),?\\s${NAMED}(?:\\s${NAMED}){0,2}(?!['’]s\\s\\p{Ll})(?![\\p{L}])`, 'gu'),
];

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/\p{L}[\p{L}'’-]*/gu)].map((match) => {
    const [whole] = match;
    const folded = whole.toLowerCase().replace(/['’]s?$/, '');
    return {
      text: whole,
      start: match.index,
      end: match.index + whole.length,
      folded,
      capital: /^\p{Lu}[\p{L}'’-]*\p{Ll}/u.test(whole),
      head: match.index === 0 || /[.!?:\n]\s*$/.test(text.slice(Math.max(0, match.index - 4), match.index)),
    };
  });
}

function isName(words: readonly Word[], at: number, titled: boolean): boolean {
  const word = words[at]!;
  const { given, ambiguous } = names();
  if (isOfMedicine(words, at)) return false;
  if (given.has(word.folded)) return true;
  if (!word.capital || titled) return false;
  if (ambiguous.has(word.folded)) return !word.head && !names().plain.has(word.folded);
  // Two words with capitals amid others that have none: nobody we know, but written as a person.
  const next = words[at + 1];
  return !word.head && next !== undefined && mayBeName(word) && isBeside(word, next) && mayBeName(next);
}

function isSurname(words: readonly Word[], at: number, word: Word): boolean {
  const before = words[at - 1]!;
  const known = names().surnames.has(word.folded);
  return isBeside(before, word) && (known || mayBeName(word)) && !isOfMedicine(words, at);
}

function isBeside(before: Word, after: Word): boolean {
  return after.start - before.end === 1;
}

function mayBeName({ capital, folded }: Word): boolean {
  return (
    capital && folded.length > 2 && !names().plain.has(folded) && !names().things.has(folded) && !MEDICAL.test(folded)
  );
}

/** "Addison's disease", "Guillain Barré syndrome": named after somebody, and nobody here. */
function isOfMedicine(words: readonly Word[], at: number): boolean {
  const after = words.slice(at + 1, at + 4);
  const thing = after.findIndex(({ folded }) => names().things.has(folded));
  return thing >= 0 && after.slice(0, thing).every(({ capital }) => capital);
}

function tidy(text: string): string {
  return text
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?)])/g, '')
    .replace(/([,;:])(?:\s*[,;:])+/g, '$1')
    .replace(/^[\s,.;:!?)-]+|[\s,;:(-]+$/g, '');
}
