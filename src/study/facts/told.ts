/**
 * What one section says of several things side by side: "The physical layer carries bits. The network layer routes packets." Things of any
 * field, each told by one plain clause; what is said of several, is denied, advised or only possible, or leans on what stands elsewhere is
 * left alone. Which is whose only the section decides, so that it is asked as what the material says.
 */

import { isNegated, leansOutside, readClause } from './clause.ts';
import type { Sentence } from './corpus.ts';
import { GOES_ON } from './deeds.ts';
import { leaks } from './described.ts';
import { grammar } from './grammar.ts';
import { OF_SOMETHING } from './subject.ts';
import { contentStems, termKey, withoutArticle } from './terms.ts';

export interface Told {
  readonly of: string;
  readonly says: string;
  readonly sentence: Sentence;
}

const CLAUSES = /\s*;\s*(?:and |but )?|,? (?:while|whereas) |(?<=\.) /;
const LONGEST = 90;
const LONGEST_NAME = 4;
const FEWEST_SAID = 2;
/** Behind these another matter begins. */
const FURTHER =
  /(?:,? so that|, so|[;,]? (?:because|since|though|although|but|whereas|while|after which|yet|and (?:is|are|was|were|has|have|can|may|must|should|its|their|then))) .*$|, (?:and|not|mostly|mainly|usually|often|with|then|as|hence|which|who) .*$/u;
const POINTS =
  /\b(?:it|its|they|their|them|this|that one|these|those|such|both|others?|another|one(?! (?!that|which|who|of|is|can|may)\p{L})|ones|some|many|most|same|latter|former|here|there|too|also|instead|again|nothing|none|we|you|he|she)\b/iu;
/** "From one program to another": points to nothing that was named. */
const ACROSS = /\bfrom one (\p{L}+) to another\b/giu;
const POSSIBLE = /^(?:can|may|might|could|should|must|would|will)\b/i;

const kept = new WeakMap<Sentence, readonly Told[]>();

export function readTold(sentence: Sentence): readonly Told[] {
  let found = kept.get(sentence);
  if (found === undefined) {
    found = isReadable(sentence) ? sentence.text.split(CLAUSES).flatMap((clause) => toldBy(clause, sentence)) : [];
    kept.set(sentence, found);
  }
  return found;
}

function isReadable({ text, passage }: Sentence): boolean {
  return !/[?!:"“”()]/.test(text) && passage.source?.source_type !== 'knowledge';
}

function toldBy(written: string, sentence: Sentence): Told[] {
  const bare = written.trim().replace(/\.$/, '');
  const text = `${bare.slice(0, 1).toUpperCase()}${bare.slice(1)}.`;
  const clause = leansOutside(text) ? undefined : readClause(text);
  if (clause === undefined) return [];
  const of = withoutArticle(text.slice(0, clause.subject.end));
  const says = withoutNextVerb(text.slice(clause.verb.start).replace(/\.$/, '').replace(FURTHER, ''));
  if (!isNameOf(of) || !isSaid(says)) return [];
  return leaks(says, of) || leaks(of, says) ? [] : [{ of, says, sentence }];
}

/** "Sorts and packs proteins" stays whole, "makes lipids and detoxifies drugs" ends before its next verb. */
function withoutNextVerb(says: string): string {
  const { verbs } = grammar();
  const [first = '', next = ''] = says.split(' and ');
  const word = next.split(' ')[0]?.toLowerCase() ?? '';
  const isVerb = (/s$/.test(word) && verbs.has(word) && next.includes(' ')) || GOES_ON.test(says.slice(first.length));
  return isVerb && first.includes(' ') ? first : says;
}

function isNameOf(of: string): boolean {
  const words = of.toLowerCase().split(' ');
  const { small, genericNouns, verbs } = grammar();
  return (
    words.length <= LONGEST_NAME &&
    /^[\p{L}\p{N}][\p{L}\p{N}'’ +-]+$/u.test(of) &&
    !POINTS.test(of) &&
    !words.some((word) => small.has(word) || word === 'and' || word === 'or') &&
    !(words.length > 1 && verbs.has(words[0] as string) && /(?:ing|ed)$/.test(words[0] as string)) &&
    !genericNouns.has(termKey(of)) &&
    !OF_SOMETHING.test(of) &&
    !/^(?:common|typical|usual|important|main|major|early|late|first|several|patients?|people|persons?|author|students?)\b/i.test(
      of,
    )
  );
}

function isSaid(says: string): boolean {
  const plain = says.replace(ACROSS, 'across');
  return (
    says.length <= LONGEST &&
    !POSSIBLE.test(says) &&
    !grammar().advised.test(says) &&
    !isNegated(says) &&
    !POINTS.test(plain) &&
    !/[,:]/.test(says) &&
    !/\d/.test(says) &&
    contentStems(says).size >= FEWEST_SAID &&
    !grammar().small.has(plain.split(' ').at(-1)?.toLowerCase() ?? '')
  );
}
