/** What a question holds against what: the medicine it asks about, at which dose, and its rival. */
import { stem } from '../text/index.ts';
import { abstractWords } from './evidence/abstract.ts';
import { outcomeWords } from './evidence/outcome-words.ts';
import type { Named, PairAsked } from './evidence/seeing.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { appraisal, foldText, hasAny } from './evidence/words.ts';
import { medicinesIn } from './treating.ts';

export interface Comparing extends PairAsked {
  /** What is asked of the first: that it is better, as good, or worse. Undefined: which of them, or nothing. */
  readonly hope?: 'better' | 'equal' | 'worse' | undefined;
  /** As the question writes it. */
  readonly rival?: string | undefined;
}

const DOSE = /(?<![\d.])\d+(?:[.,]\d+)?\s?(?:mg|g|mcg|µg|μg|ug|ml|iu|units?)(?:\/kg)?\b/iu;

export function pairAsked(question: string, rows: readonly EvidenceRow[]): Comparing {
  const plain = foldText(question);
  const found = medicinesIn(question, rows)
    .map(({ text, name }) => ({ text, at: plain.indexOf(foldText(text)), names: name.length > 0 ? name : [] }))
    .map((each) => ({
      ...each,
      names: [
        ...new Set([
          ...each.names,
          ...foldText(each.text)
            .split(/[\s-]+/)
            .map(stem),
        ]),
      ],
    }))
    .toSorted((a, b) => a.at - b.at);
  const [first] = found;
  if (first === undefined) return {};
  const { comparing } = outcomeWords();
  const isCompared = hasAny(plain, [...comparing.marks, ...comparing.better, ...comparing.worse, ...comparing.equal]);
  const link = linkIn(plain, isCompared ? [...comparing.links, ...comparing.weak] : comparing.links, first.at);
  const [front, back] = link === undefined ? [plain, ''] : [plain.slice(0, link.at), plain.slice(link.end)];
  const other = found.find(({ at }) => link !== undefined && at >= link.end);
  const none = [...abstractWords().compared, ...abstractWords().none, 'no treatment'];
  const dose = DOSE.exec(back)?.[0];
  const against: (Named & { said: string }) | undefined =
    other !== undefined
      ? { names: other.names, ...doseIn(back.slice(back.indexOf(foldText(other.text)))), said: other.text }
      : link !== undefined && hasAny(back, none)
        ? { names: [], isNone: true, said: 'placebo or nothing' }
        : link !== undefined && dose !== undefined
          ? { names: first.names, ...doseIn(back), said: `${first.text} ${dose}` }
          : undefined;
  // Several, and none of them against another: each source is seen by what it is on.
  if (against === undefined && found.length > 1) return {};
  const arm: Named = { names: first.names, ...doseIn(front.slice(first.at)) };
  if (against === undefined) return { arm };
  const hope = (['equal', 'worse', 'better'] as const).find((each) => hasAny(plain, comparing[each]));
  return { arm, against, rival: against.said, ...(hope && { hope }) };
}

/** The first of them behind the medicine that is asked about. */
function linkIn(plain: string, links: readonly string[], after: number): { at: number; end: number } | undefined {
  return links
    .flatMap((word) =>
      [...plain.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'gu'))].map(({ index }) => ({
        at: index,
        end: index + word.length,
      })),
    )
    .filter(({ at }) => at > after)
    .toSorted((a, b) => a.at - b.at || b.end - a.end)[0];
}

function doseIn(text: string): { dose?: string } {
  const dose = DOSE.exec(text.split(/\s/).slice(0, NEAR).join(' '))?.[0];
  return dose === undefined ? {} : { dose: dose.replace(/(\d)\s*(\p{L})/u, '$1 $2') };
}

const NEAR = 6;

/** What it costs is no matter of whether it works. */
export function isOnEffect(question: string): boolean {
  const plain = appraisal().aspects['cost']!.asked.reduce(
    (text, cost) => text.replaceAll(cost, ' '),
    foldText(question),
  );
  return hasAny(plain, outcomeWords().effect);
}
