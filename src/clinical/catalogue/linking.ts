/** From an entry of the record to its concept: by code, then by its name as it stands, then by the names in it. */

import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import type { Code, Concept, Kind, Match } from './concept.ts';
import type { Entry } from './index.ts';
import type { NameIndex } from './names.ts';

export function linkEntry(entry: Entry, concepts: ReadonlyMap<string, Concept>, names: NameIndex): Concept[] {
  const kinds = entry.kinds && new Set(entry.kinds);
  const fits = (concept: Concept) => kinds === undefined || kinds.has(concept.kind);
  const coded = (entry.codes ?? []).flatMap((code) => codesOf(concepts).get(codeKey(code)) ?? []).filter(fits);
  const name = plain(entry.name ?? '');
  const named = name === '' ? [] : linkName(name, names, kinds, fits);
  const further = kinds?.has('condition') || kinds?.has('procedure') ? joinedIn(name, names, kinds) : [];
  if (coded.length === 0) return withFurther(named, further);
  // Several conditions share an unspecific code: then the name decides between them.
  return withFurther(coded.length === 1 || named.length === 0 ? coded.slice(0, 1) : named, further);
}

function withFurther(first: Concept[], further: readonly Concept[]): Concept[] {
  return first.length === 0 || further.length === 0 ? first : [...new Set([...first, ...further])];
}

const list = z.array(z.string().min(1)).min(1);
const words = z
  .strictObject({ joins: list, describes: list, disowns: list, disowned: list, doubts: list })
  .parse(readRows(new URL('./data/joins.yml', import.meta.url)));

/** What an entry has beside its first name: "anemia due to G6PD deficiency", "hypertensive kidney disease", "colonoscopy with polypectomy". */
const JOINS = new RegExp(`^(?:,? ?\\(?(?:${words.joins.join('|')}) |[ -])(?:(?:${words.describes.join('|')}) )*$`, 'i');
const JOINED = new Set<Kind>(['condition', 'procedure']);

function joinedIn(name: string, names: NameIndex, kinds: ReadonlySet<Kind> | undefined): Concept[] {
  const found = names
    .find(name, kinds)
    .filter(({ concept, as, guessed }) => JOINED.has(concept.kind) && as === 'itself' && !guessed)
    .filter(({ start, end, concept }) => !isDisowned(name, start, end) && !isGeneral(concept))
    .toSorted((a, b) => a.start - b.start);
  return found
    .filter((match, at) => {
      const [before, after] = [found[at - 1], found[at + 1]];
      const joined = (left: Match | undefined, right: Match | undefined) =>
        left !== undefined &&
        right !== undefined &&
        left.concept.kind === right.concept.kind &&
        JOINS.test(name.slice(left.end, right.start));
      return joined(before, match) || joined(match, after);
    })
    .map(({ concept }) => concept);
}

/** "Family history of diabetes", "no known diabetes": the entry names what the patient does not have. */
const DISOWNED = new RegExp(`\\b(?:${words.disowns.join('|')})\\b[^,;()]*$`, 'i');

export function isDisowned(name: string, at: number, end?: number): boolean {
  return DISOWNED.test(name.slice(0, at)) || (end !== undefined && DISOWNED_AFTER.test(name.slice(end)));
}

/** "Cystic fibrosis carrier", "hepatitis B immune": what stands behind the name takes it back. */
const DISOWNED_AFTER = new RegExp(
  `^(?:\\s+|\\s*[,(-]\\s*(?=carrier|trait|at risk|ruled out|excluded))(?:${words.disowned.join('|')})\\b`,
  'i',
);
const DOUBTED = new RegExp(`^\\s*(?:\\?|(?:${words.doubts.join('|')})\\b)`, 'i');

/** "Suspected lung cancer", "?TIA": it may be there, and nobody has found it yet. */
export function isDoubted(name: string): boolean {
  return DOUBTED.test(name);
}

function linkName(
  name: string,
  names: NameIndex,
  kinds: ReadonlySet<Kind> | undefined,
  fits: (concept: Concept) => boolean,
): Concept[] {
  const whole = names.exactly(name).filter(fits);
  if (whole.length > 0) return whole.slice(0, 1);
  const found = names
    .find(name, kinds)
    .filter(({ concept }) => concept.kind !== 'observation' || isSameQuantity(concept, name))
    .filter(({ concept, start, end }) => concept.kind !== 'condition' || !isDisowned(name, start, end));
  const ills = found.filter(({ concept }) => concept.kind === 'condition');
  return bestOf(ills.length > 0 && found.some(({ concept }) => concept.kind === 'symptom') ? ills : found, name);
}

/** Words that make another quantity of the same substance: a ratio in urine is no creatinine, an antibody no virus. */
const QUALIFIERS = [
  'urine',
  'ratio',
  'antibody',
  'antibodies',
  'igg',
  'igm',
  'antigen',
  'stool',
  'faeces',
  'fluid',
  'csf',
  'clearance',
  'trough',
  'binding',
  'titre',
  'titer',
  'surface',
  'sweat',
  'fetal',
  'foetal',
  'pleural',
  'ascitic',
  'synovial',
  'dialysate',
  'cord',
];

function isSameQuantity({ names }: Concept, name: string): boolean {
  const said = new Set(name.toLowerCase().match(/[a-z]+/g));
  const own = names.join(' ').toLowerCase();
  return QUALIFIERS.every(
    (word) => !said.has(word) || own.includes(word) || (word === 'trough' && own.includes('level')),
  );
}

/** SNOMED CT ends its names with "(disorder)", RxNorm shouts brands in brackets. */
function plain(name: string): string {
  return name
    .replace(
      /\s*\((?:disorder|finding|procedure|situation|substance|product|regime\/therapy|morphologic abnormality)\)$/i,
      '',
    )
    .replace(/\s*\[[^\]]*\]/g, '')
    .replace(/\s+in (?:serum|plasma|blood)\b.*$/i, '')
    .trim();
}

/** Of several names in one entry: every medicine, else the longest name, the last of equals (the head of the phrase). */
function bestOf(matches: Match[], name: string): Concept[] {
  const sure = matches.filter(
    ({ guessed, as, concept }) => as === 'itself' && (!guessed || matches.length === 1) && !isGeneral(concept),
  );
  const drugs = sure.filter(({ concept: { kind } }) => kind === 'drug');
  if (drugs.length > 0) return [...new Set(drugs.map(({ concept }) => concept))];
  const covering = sure.filter(({ start, end }) => end - start >= Math.min(4, name.length));
  const best = covering.reduce<Match | undefined>(
    (held, match) => (held && held.end - held.start > match.end - match.start ? held : match),
    undefined,
  );
  return best ? [best.concept] : [];
}

/** "procedure", "test", "vaccine": a word in an entry's name that says nothing of what it is. */
function isGeneral({ kind, parents }: Concept): boolean {
  return NAMED_BY_KIND.has(kind) && (parents.length === 0 || parents[0] === 'procedure:procedure');
}

const NAMED_BY_KIND = new Set<Kind>(['procedure', 'vaccine', 'allergen', 'food']);

const byCode = new WeakMap<ReadonlyMap<string, Concept>, Map<string, Concept[]>>();

function codesOf(concepts: ReadonlyMap<string, Concept>): Map<string, Concept[]> {
  const known = byCode.get(concepts);
  if (known) return known;
  const codes = new Map<string, Concept[]>();
  for (const concept of concepts.values())
    for (const code of concept.codes) codes.set(codeKey(code), [...(codes.get(codeKey(code)) ?? []), concept]);
  byCode.set(concepts, codes);
  return codes;
}

function codeKey({ system, code }: Code): string {
  return `${system}|${code}`;
}
