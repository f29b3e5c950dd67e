/**
 * Entities: people, organizations, dates, quantities, versions, URLs, e-mail addresses and code identifiers. Each kind is
 * found by how it is written; where two finds overlap, the surer kind keeps the place.
 */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Document, tidy } from '../../reading/index.ts';
import { readDataFile } from '../data-file.ts';
import { asConfidence, type Found, type Place } from './item.ts';

const names = z.string().transform((text) => text.split(/\s+/).filter((word) => word !== ''));
const entitiesSchema = z.strictObject({
  titles: z.array(z.string()),
  given_names: names,
  organization_endings: names,
  organization_openings: names,
  organizations: z.array(z.string()),
  units: names,
});

interface Pattern {
  readonly kind: string;
  readonly sure: number;
  readonly pattern: RegExp;
}

export function findEntities({ source, words }: Document): Found[] {
  const taken: Place[] = [];
  const found = new Map<string, { text: string; kind: string; sure: number; places: Place[] }>();
  for (const { kind, sure, pattern } of patterns())
    for (const place of matchesOf(pattern.source.includes('`(?<name>') ? source : words, pattern)) {
      // A name does not go on in the next paragraph.
      if (/\n[^\S\n]*\n/.test(words.slice(place.start, place.end)) || !claim(taken, place)) continue;
      const text = tidy(words.slice(place.start, place.end));
      const key = `${kind} ${text}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { text, kind, sure, places: [place] });
      else known.places.push(place);
    }
  return [...found.values()]
    .map(({ text, kind, sure, places }) => ({
      text,
      kind,
      confidence: asConfidence(sure + Math.min(0.05, 0.01 * (places.length - 1))),
      places,
    }))
    .sort((a, b) => a.places[0]!.start - b.places[0]!.start);
}

function* matchesOf(content: string, pattern: RegExp): Generator<Place> {
  for (const match of content.matchAll(pattern)) {
    const name = match.groups?.['name'] ?? match[0];
    const start = match.index + match[0].indexOf(name);
    const text = name.replace(/[.,;:!?'")\]]+$/, (tail) =>
      /[.)]/.test(tail) && /Inc\.$|Co\.$|\(\)$/.test(name) ? tail : '',
    );
    if (text !== '') yield { start, end: start + text.length };
  }
}

/** Takes a place if nobody has it; `taken` stays sorted by where places start. */
function claim(taken: Place[], place: Place): boolean {
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (taken[middle]!.start < place.start) low = middle + 1;
    else high = middle;
  }
  if ((taken[low - 1]?.end ?? 0) > place.start || (taken[low]?.start ?? Number.POSITIVE_INFINITY) < place.end)
    return false;
  taken.splice(low, 0, place);
  return true;
}

let made: readonly Pattern[] | undefined;

function patterns(): readonly Pattern[] {
  made ??= makePatterns(
    readDataFile(fileURLToPath(new URL('./entities.yml', import.meta.url)), entitiesSchema, 'ENTITIES_INVALID'),
  );
  return made;
}

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?';
const CAPITAL = String.raw`\p{Lu}[\p{L}'’-]+`;

function makePatterns(data: z.infer<typeof entitiesSchema>): Pattern[] {
  const given = oneOf(data.given_names);
  const surname = String.raw`(?:(?:van|von|de|del|der|da|di|la|le|bin|al)\s+)*${CAPITAL}`;
  const number = String.raw`(?<![\w.,-])[~≈<>≤≥±]?[-−]?\d[\d,]*(?:\.\d+)?(?:\s?[–-]\s?\d[\d,]*(?:\.\d+)?)?`;
  return [
    { kind: 'email', sure: 0.98, pattern: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}\b/g },
    { kind: 'url', sure: 0.98, pattern: /\b(?:https?|ftp):\/\/[^\s<>"'`)\]}|]+|\bwww\.[^\s<>"'`)\]}|]+/g },
    {
      kind: 'date',
      sure: 0.97,
      pattern: /\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w-])/g,
    },
    { kind: 'date', sure: 0.95, pattern: re(String.raw`\b\d{1,2}(?:st|nd|rd|th)?\s+${MONTH}(?:,?\s+\d{4})?\b`) },
    { kind: 'date', sure: 0.95, pattern: re(String.raw`\b${MONTH}\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?\b`) },
    { kind: 'date', sure: 0.92, pattern: re(String.raw`\b${MONTH}\s+\d{4}\b`) },
    { kind: 'date', sure: 0.85, pattern: /(?<![\w/.-])\d{1,2}[/.]\d{1,2}[/.](?:19|20)\d{2}(?![\w/-])/g },
    {
      kind: 'version',
      sure: 0.93,
      pattern: /(?<![\w.])v\d+(?:\.\d+){0,3}(?:-[\w.]+)?(?![\w])|(?<![\w.])\d+\.\d+\.\d+(?:-[\w.]+)?(?![\w.])/g,
    },
    { kind: 'version', sure: 0.9, pattern: /\b[Vv]ersion\s+(?<name>\d+(?:\.\d+)*)\b/g },
    { kind: 'code', sure: 0.95, pattern: /(?<!`)`(?<name>[^`\n]{1,80})`(?!`)/g },
    { kind: 'code', sure: 0.9, pattern: /\b[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(\)/g },
    {
      kind: 'code',
      sure: 0.9,
      pattern:
        /(?<![\w./-])(?:[\w.-]+\/)*[\w-]+\.(?:ts|tsx|js|jsx|py|rs|go|java|rb|c|h|cpp|cs|php|sh|sql|json|ya?ml|toml|md|html|css)\b/g,
    },
    {
      kind: 'code',
      sure: 0.88,
      pattern:
        /\b[a-z]+(?:_[a-z0-9]+)+\b|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+\b|\b(?:[A-Z][a-z0-9]+){2,}[A-Z]?\b(?=[\s.,;:)(<]|$)(?<!\b(?:Mc|Mac|De|La|Le|Di|Git|Open|You|Java|Type|Post)[A-Z][a-z]+)/g,
    },
    {
      kind: 'quantity',
      sure: 0.93,
      pattern: /(?<!\w)(?:[$€£¥]|US\$)\s?\d[\d,]*(?:\.\d+)?(?:\s?(?:million|billion|trillion|[kKMB]))?\b/g,
    },
    {
      kind: 'quantity',
      sure: 0.92,
      pattern: re(String.raw`${number}\s?(?:million |billion )?(?:${oneOf(data.units)})(?![\p{L}\p{N}])`),
    },
    {
      kind: 'organization',
      sure: 0.95,
      pattern: re(String.raw`(?<![\p{L}\p{N}])(?:${oneOf(data.organizations)})(?![\p{L}\p{N}])`),
    },
    {
      kind: 'organization',
      sure: 0.9,
      pattern: re(
        String.raw`(?<![\p{L}\p{N}])(?:${oneOf(data.organization_openings)})\s+(?:of|for)\s+(?:the\s+)?${CAPITAL}(?:\s+(?:and\s+)?${CAPITAL}){0,3}`,
      ),
    },
    {
      kind: 'organization',
      sure: 0.9,
      pattern: re(
        String.raw`(?<![\p{L}\p{N}])(?!(?:The|A|An|This|That|Our|Its|Their|Each|Every|In|At|By|For|On|From)\s)(?:${CAPITAL}|[A-Z]{2,})(?:[ ]+(?:&[ ]+)?(?:${CAPITAL}|[A-Z]{2,})){0,3}[ ]+(?:${oneOf(data.organization_endings)})(?![\p{L}\p{N}])`,
      ),
    },
    {
      kind: 'person',
      sure: 0.93,
      pattern: re(
        String.raw`(?<![\p{L}\p{N}])(?:${oneOf(data.titles)})\.?\s+(?<name>(?:\p{Lu}\.\s*)*${surname}(?:\s+(?:\p{Lu}\.\s*)?${surname}){0,2})`,
      ),
    },
    {
      kind: 'person',
      sure: 0.9,
      pattern: re(
        String.raw`(?<![\p{L}\p{N}])(?:${given})(?:\s+\p{Lu}\.)*\s+${surname}(?:-${CAPITAL})?(?![\p{L}\p{N}])`,
      ),
    },
    {
      kind: 'person',
      sure: 0.82,
      pattern: re(
        String.raw`\b(?:described|written|proposed|developed|introduced|founded|led|invented|discovered|authored|coined|published)\s+by\s+(?<name>${CAPITAL}\s+${surname})(?![\p{L}\p{N}])`,
      ),
    },
    {
      kind: 'person',
      sure: 0.85,
      pattern: re(String.raw`(?<![\p{L}\p{N}.])(?:\p{Lu}\.\s?){1,3}${surname}(?![\p{L}\p{N}])`),
    },
    {
      kind: 'date',
      sure: 0.8,
      pattern:
        /\b(?:in|since|until|by|from|before|after|during|of|and|to)\s+(?<name>(?:1[5-9]|20)\d{2})(?![\w%.,-]*\d|\s?%|\w)/gi,
    },
  ];
}

function re(source: string): RegExp {
  return new RegExp(source, 'gu');
}

/** Longest first, so that "mg/dL" is not read as "mg". */
function oneOf(words: readonly string[]): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+'))
    .join('|');
}
