/** Why something is so, as a sentence gives the reason: "Iodine must wait, since it would otherwise feed the synthesis." */
import { inSentence } from '../material/things.ts';
import { isItem } from './causes.ts';
import { readClause } from './clause.ts';
import type { Sentence } from './corpus.ts';
import { ADVERB, clausesOf, type Frame, readFrames } from './frames.ts';
import { headingOf, withSubject } from './subject.ts';
import { contentStems, mentions, termKey, withoutArticle } from './terms.ts';

export interface Reason {
  readonly sentence: Sentence;
  /** "Why should aspirin be avoided in thyroid storm?" */
  readonly stem: string;
  /** "it displaces thyroid hormone from its globulin", or a thing: "skip lesions". */
  readonly why: string;
  /** Of what it is the reason. */
  readonly of: string;
}

const GIVEN = /^(.{8,140}?),? (?:because|since) (?!then\b|of\b|the 1|19|20)(.{10,140})$/;
const OWED = /^(.{8,140}?),? because of (?:the |an? )?(.{6,60})$/;
const ASKS = /^(is|are|must|should|can|cannot|may|was|were) (.+)$/;
const HAS = /^(has|have) to (.+)$/;
const POINTS =
  /\b(?:this|these|those|such|the former|the latter)\b|^(?:that|there)\b|\b(?:first|instead|then|too|also)$/i;
const LEANS = /\b(?:before|after|when|while|until|if|with|by|of|for|to) (?:it|they|them)\b/i;
const FEWEST_STEMS = 2;

export function readReasons(sentence: Sentence): Reason[] {
  const { stands, text, passage } = sentence;
  if (!stands || !/\b(?:because|since|as)\b/.test(text) || /[?!:"“”()]/.test(text)) return [];
  if (passage.source?.source_type === 'knowledge') return [];
  const framed = readFrames(sentence).flatMap((frame) => {
    const { why, asksWhy, x } = frame;
    const stem = asksWhy === undefined ? undefined : placed(asksWhy, frame);
    return why === undefined || stem === undefined || !isReason(why) ? [] : [{ sentence, stem, why, of: x }];
  });
  if (framed.length > 0) return framed;
  return clausesOf(sentence.text).flatMap((clause) => readPlain(clause, sentence) ?? []);
}

/** "Why should beta blockers be avoided?" In what, its case or the heading says; else everybody would answer something else. */
function placed(stem: string, { c, sentence, row }: Frame): string | undefined {
  if (c !== undefined || row.rivals !== 'used' || / (?:in|with|during|after|before) /.test(stem)) return stem;
  const heading = sentence.about ?? headingOf(sentence.passage);
  if (heading === undefined) return undefined;
  return mentions(termKey(stem), heading) ? stem : `${heading.slice(0, 1).toUpperCase()}${heading.slice(1)}: ${stem}`;
}

function readPlain(clause: string, sentence: Sentence): Reason | undefined {
  const [, said = '', why = ''] = OWED.exec(clause) ?? GIVEN.exec(clause) ?? [];
  if (said === '' || !isReason(why) || /[,;]/.test(said)) return undefined;
  const read = readClause(`${said}.`);
  if (read === undefined) return undefined;
  const subject = said.slice(read.subject.start, read.subject.end).replace(ADVERB, '');
  if (!isItem(withoutArticle(subject)) || /^(?:it|they|this|these|that|he|she)\b/i.test(subject)) return undefined;
  const rest = said.slice(read.subject.end).trim();
  const [, has = '', done = ''] = HAS.exec(rest) ?? [];
  const [, verb = '', what = ''] = ASKS.exec(rest) ?? [];
  if (POINTS.test(rest) || (has === '' && verb === '')) return undefined;
  const who = /^(?:an?|the) /i.test(subject) ? lowerFirst(subject) : inSentence(subject, sentence.passage.text);
  const stem =
    has !== '' ? `Why ${has === 'has' ? 'does' : 'do'} ${who} have to ${done}?` : `Why ${verb} ${who} ${what}?`;
  // "before it is given": of what stands in another clause, and here nothing says what.
  if (LEANS.test(rest)) return undefined;
  const asks = withSubject(stem, why, sentence, true);
  return asks === undefined ? undefined : { sentence, stem: asks, why, of: withoutArticle(subject) };
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function isReason(why: string): boolean {
  return contentStems(why).size >= FEWEST_STEMS && !POINTS.test(why) && !/[;:]/.test(why);
}
