/** Who decides whether something may be given, advised or paid for, and what a sentence says that they decided. */
import type { SourceItem } from '../../sources/research/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { ruleFor } from './alert-rules.ts';
import { headOf, issuersOf } from './head.ts';
import { appraisal, foldText, hasAny, nameIn } from './words.ts';

/** By whom it was issued: an authority's own paper is a decision, or what it tells the professions; a payer's is on who pays. */
export function issuedBy(item: SourceItem): string | undefined {
  if (item.preprint) return undefined;
  const { decisions, designs } = appraisal();
  const head = headOf(item);
  const authority = authorityIn(item);
  if (authority === undefined && hasAny(head, designs['news']!.labels)) return 'news';
  const sentences = [item.title, ...sentencesOf(item.text)];
  if (nameIn(head, decisions.payers) !== undefined)
    return sentences.some((each) => hasAny(foldText(each), decisions.paid)) ? 'coverage' : undefined;
  if (authority === undefined) return undefined;
  if (sentences.some((each) => verdictIn(each) !== undefined)) return 'regulatory';
  return hasAny(foldText(item.text), decisions.warned) ? 'communication' : undefined;
}

/** The gravest first. An opinion for it, or a negative one, is no decision yet. */
export const VERDICTS = ['withdrawn', 'suspended', 'refused', 'negative', 'opinion', 'granted'] as const;

export type Verdict = (typeof VERDICTS)[number];

export function verdictIn(sentence: string): Verdict | undefined {
  const { granted, refused, pending, opinion, negative } = appraisal().decisions;
  const plain = foldText(sentence);
  const alert = ruleFor(sentence, 'regulatory')?.kind;
  if (alert === 'withdrawn' || alert === 'suspended') return alert;
  // That trials may go on is no approval.
  if (alert === 'lifted') return hasAny(plain, MARKET) ? 'granted' : undefined;
  if (hasAny(plain, negative)) return 'negative';
  if (hasAny(plain, refused)) return 'refused';
  if (hasAny(plain, opinion)) return 'opinion';
  return hasAny(plain, granted) && !hasAny(plain, pending) ? 'granted' : undefined;
}

const MARKET = [
  'marketing authorisation',
  'marketing authorization',
  'authorisation of',
  'licence',
  'approval',
  'the market',
  're-authorised',
  'reauthorised',
  're-approved',
  'reapproved',
  'reintroduced',
];

/** Second-hand news of these is told; a refusal of old is history. */
const TOLD: readonly (Verdict | undefined)[] = ['granted', 'withdrawn', 'suspended'];

/** An authority lets something onto the market or takes it off, and a sentence says so. */
export function isDecision(sentence: string): boolean {
  return agencyIn(sentence) !== undefined && TOLD.includes(verdictIn(sentence));
}

/** Who decided: by its head; of second-hand news, by its text. */
export function authorityIn(item: SourceItem, isTold = false): string | undefined {
  const head = nameIn(headOf(item), appraisal().decisions.authorities);
  return head ?? agencyIn(issuersOf(item).join('. ')) ?? (isTold ? agencyIn(item.text) : undefined);
}

/** A known authority by its name, any other by how such bodies are called: "Halden Medicines Agency". */
export function agencyIn(text: string): string | undefined {
  const { authorities, bodies, fields, objects, granted, refused } = appraisal().decisions;
  const known = nameIn(foldText(text).replace(/(?<=\p{L})\.(?=\p{L})/gu, ''), authorities);
  if (known !== undefined) return known;
  const name = String.raw`\p{Lu}[\p{L}-]*`;
  const pattern = new RegExp(
    `(?:${name} )*(?:${bodies.join('|')})(?: (?:of|for) (?:the )?${name}(?: and ${name})?(?: ${name})?)*`,
    'gu',
  );
  const deeds = [...objects, ...granted, ...refused];
  return [...text.matchAll(pattern)]
    .map(([found]) => {
      const said = found.split(' ');
      const end = said.findIndex((word) => deeds.includes(word.toLowerCase()));
      return (end < 0 ? said : said.slice(0, end)).join(' ').replace(/^The /, '');
    })
    .find((found) => hasAny(foldText(found), fields));
}
