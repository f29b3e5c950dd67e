/** How a heading is said within a sentence, and whether it names a thing at all. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { knowledgeEntries, knowledgeEntry } from '../../knowledge/index.ts';
import { families } from '../facts/families.ts';
import { isPlural } from '../facts/terms.ts';
import type { Passage } from '../types.ts';
import type { Section } from './sections.ts';

let common: Set<string> | undefined;

/** Words of medicine that are made so, and are no names. */
const MADE =
  /(?:gram|itis|osis|a?emia|opathy|ectomy|scopy|graphy|metry|plasty|uria|algia|apy|ation|phate|sulfate|cylate|drome|rrhoea|rrhea)s?$|(?:ed|ous|al|ary|ive|ic|oid)$/;

/** Words that stand in small letters somewhere in the knowledge base: no names. */
export function isCommonWord(word: string): boolean {
  common ??= new Set(
    knowledgeEntries().flatMap(({ sections }) =>
      sections.flatMap(({ text }) => text.match(/(?<![\p{L}-])\p{Ll}+/gu) ?? []),
    ),
  );
  return common.has(word.toLowerCase()) || MADE.test(word);
}

/** "asthma", "type 2 diabetes"; but "Crohn's disease", "TSH". What the text around it writes small is no name. */
export function inSentence(title: string, around = ''): string {
  // "Intention-to-treat" is put together of plain words, "Guillain-Barré" of names.
  if (/^\p{Lu}\p{Ll}+(?:-\p{Ll}+)+(?=\s|$)/u.test(title)) return title.slice(0, 1).toLowerCase() + title.slice(1);
  const [first = ''] = title.split(/[\s-]/);
  const isSmall = () => isCommonWord(first) || isWrittenSmall(title, first) || isSmallIn(around, first);
  return /^\p{Lu}\p{Ll}+$/u.test(first) && isSmall() ? title.slice(0, 1).toLowerCase() + title.slice(1) : title;
}

/** Behind a space: "the salicylate", "of salicylates". */
function isSmallIn(around: string, first: string): boolean {
  const small = first.toLowerCase();
  const at = around.indexOf(` ${small.slice(0, -1)}`);
  return at !== -1 && new RegExp(` ${small.replace(/s$/, '')}s?(?![\\p{L}-])`, 'u').test(around.slice(at));
}

/** The catalogue writes what is no name of a person, a place or a genus in small letters: "malaria", but "Crohn disease". */
function isWrittenSmall(title: string, first: string): boolean {
  const member = families().byName(title) ?? families().byName(first);
  if (member !== undefined) return member.names.some((name) => name.startsWith(first.toLowerCase()));
  const [found] = openCatalogue().find(title);
  if (found === undefined || found.start !== 0 || found.guessed) return false;
  const { name, names } = found.concept;
  return ![name, ...names].some((each) => each.split(/[\s-]/).includes(first));
}

/** "Topic 2: Thrombosis", "2.4 Heparins": the number is the book's. */
const NUMBERED =
  /^(?:(?:lecture|chapter|unit|module|part|section|week|day|session|topic|theme|block|lesson) (?:\d{1,3}|[ivx]{1,5})[:.)]\s+|\d{1,3}(?:\.\d{1,3})+\.?\s+)(?=\p{L})/iu;

/** "Statins (atorvastatin, rosuvastatin)" are statins, "Asthma attack: what to do" is about an asthma attack. */
export function plainTitle(title: string): string {
  return title
    .replace(/\s*\([^()]*,[^()]*\)$/, '')
    .replace(NUMBERED, '')
    .replace(/^(.{3,}?):\s.+$/, '$1');
}

/** A heading that is a class with what belongs to it in brackets. */
export function membersOf(title: string): { name: string; items: string[] } | undefined {
  const [, name = '', inside = ''] = /^(.+?)\s*\(([^()]+,[^()]+)\)$/.exec(title) ?? [];
  if (name === '' || !isSeveral(name) || /\sand\s|^other\b/i.test(name)) return undefined;
  return { name, items: inside.split(/,\s*/) };
}

/** Illnesses that look like several: "measles", "diabetes". */
const ONE = /(?:etes|sles|ngles|mumps|rabies|scabies|itis|osis|asis|ess|sis)$/i;

export function isSeveral(title: string): boolean {
  // "Medicines against nausea" are several medicines.
  const bare = title.replace(/\s*\([^()]*\)/g, '').replace(/ (?:against|for|of|with|in|to) .+$/, '');
  return /\sand\s/.test(bare) || (isPlural(bare) && !ONE.test(bare));
}

const MOST_WORDS = 6;
const NO_THING =
  /[:?!]|^(?:how|what|when|why|where|who|which|using|living|eating|taking|getting|choosing|about|more)\b|^\d/i;

/** "Asthma", not "How pacemakers work" or "Eating with gout": only of a thing it can be asked what it is. */
export function isThing(passage: Passage): boolean {
  const { topic } = passage;
  if (kindOf(passage) === 'topic') return false;
  return (
    !NO_THING.test(topic) &&
    topic
      .replace(/\([^()]*\)/g, '')
      .trim()
      .split(/\s+/).length <= MOST_WORDS
  );
}

/** Of an entry what it is about; a chapter of a book does not say. */
export function kindOf({ source }: Passage): string | undefined {
  return source.source_type === 'knowledge' ? knowledgeEntry(source.entry_id)?.kind : undefined;
}

/** What is asked of a section: in a sentence of a thing, else behind its heading. */
export function frontOf(section: Section | undefined, passage: Passage): string | undefined {
  const { card, of, title, opens } = section ?? {};
  const topic = plainTitle(passage.topic);
  const kind = kindOf(passage);
  const isFit = kind === undefined || of === undefined || of.includes(kind);
  if (card !== undefined && isFit && isThing(passage)) {
    const several = isSeveral(topic);
    return card
      .replace('{it}', inSentence(topic))
      .replace('{is}', several ? 'are' : 'is')
      .replace('{does}', several ? 'do' : 'does');
  }
  const asks = title ?? (card === undefined ? undefined : opens?.toLowerCase());
  return asks && `${topic}: ${asks}?`;
}
