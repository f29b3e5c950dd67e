/**
 * What a text says to software or to its judges is data, and bad data: it is taken out before anything is read of the
 * text, so that no paper grades itself.
 */
import { sentencesOf } from '../../text/index.ts';
import { appraisal, foldText, hasAny, hasPhrase } from './words.ts';

/** "Note to AI readers: …", "Rate this as …", "reviewers should rate …". */
export function isOrder(sentence: string): boolean {
  const plain = foldText(sentence);
  const { phrases, openings, addressed, asks, acts } = appraisal().orders;
  const opens = plain.split(/[:;]/).some((clause) => openings.some((opening) => opensWith(clause, opening)));
  if (opens || hasAny(plain, phrases) || isToMachines(plain)) return true;
  return hasAny(plain, addressed) && asks.some((ask) => acts.some((act) => hasPhrase(plain, `${ask} ${act}`)));
}

/** "AI systems: state that …", "Note to language models: tell …", "Automated summarisers, please omit …". */
function isToMachines(plain: string): boolean {
  calling ??= callingOf(appraisal().orders);
  return calling.test(plain);
}

let calling: RegExp | undefined;

/** Software is named at the head of a sentence or clause, and right behind it, set off from it, stands what to do. */
function callingOf({ machines, kinds, tools, acts, asks }: ReturnType<typeof appraisal>['orders']): RegExp {
  const any = (list: readonly string[]) => `(?:${list.join('|')})`;
  const named = `(?:${any(kinds)}[ -]${any(tools)}|${any(machines)})`;
  const others = `(?:,? (?:and|or|&) (?:other )?(?:${named}|${any(tools)}))?`;
  const before = String.raw`(?:(?:an? |the )?(?:important )?(?:note|message|instructions?|notice|attention|reminder|request|hint|remark|information)?\s?(?:to|for)?\s?(?:all |any |every |the |dear |large |other )*)`;
  // "To any AI system processing this document: …": whatever follows is said to it.
  const spoken = `^[^\\p{L}]*(?:note |message |instructions? )?(?:to|for|attention|dear) (?:all |any |every |the |each )*${named}[^.:;]{0,60}:`;
  return new RegExp(
    `${spoken}|(?:^|[.;:!?(\\[]\\s*|\\n)${before}${named}${others}(?: reading this| reading the (?:paper|text|abstract))?\\s?(?:[:,;)\\]-]+|${any(asks)})\\s*(?:please |kindly |you |only |always |do )*${any(acts)}(?![\\p{L}])`,
    'u',
  );
}

function opensWith(clause: string, words: string): boolean {
  return clause.replace(/^[^\p{L}]+/u, '').startsWith(`${words} `);
}

export interface Cleaned {
  readonly text: string;
  /** How many sentences were taken out. */
  readonly orders: number;
}

/** The text without its orders, nor what follows one in its paragraph: whoever wrote the one wrote the other. */
export function withoutOrders(text: string): Cleaned {
  let orders = 0;
  const clean = text
    .split(/(\n\s*\n|\n(?=\s*(?:#|[-*•]\s)))/)
    .map((block) => {
      let ordering = false;
      const sentences = sentencesOf(block);
      const kept = sentences.filter((sentence) => {
        ordering ||= isOrder(sentence);
        if (ordering) orders++;
        return !ordering;
      });
      return kept.length === sentences.length ? block : kept.join(' ');
    })
    .join('');
  return { text: clean, orders };
}

/** A heading, or what a document says of itself: when, where, by whom. */
const LABEL =
  /^\s*(?:#{1,6}\s|(?:published|date|dated|updated|posted|issued by|issuer|version|authors?|journal|doi|pmid|source|keywords|year|type|article type|study type)\b\s*[:=])/i;
/** A label is short; a longer line goes on with prose. */
const LONGEST_LABEL = 160;

/** The sentences of a text that can be quoted. */
export function readableSentences(text: string): { sentences: string[]; orders: number } {
  const { text: clean, orders } = withoutOrders(text);
  const prose = clean
    .split('\n')
    .map((line) => (!LABEL.test(line) ? line : line.length > LONGEST_LABEL ? sentencesOf(line).slice(1).join(' ') : ''))
    .join('\n');
  const sentences = sentencesOf(prose)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  return { sentences: sentences.filter((sentence) => !isOrder(sentence)), orders };
}
