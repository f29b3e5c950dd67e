/** What an authority or a payer decided by a document, and for whom. */
import type { SourceItem } from '../../sources/research/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { populations } from '../population.ts';
import { diseaseStates, type Whom, whomIn } from '../whom.ts';
import { sideOf } from './advice.ts';
import { authorityIn, VERDICTS, type Verdict, verdictIn } from './decisions.ts';
import { designOf } from './design.ts';
import { headOf } from './head.ts';
import { appraisal, foldText, hasAny, nameIn } from './words.ts';

export interface Ruling {
  /** Who decided: FDA, NICE. */
  readonly by: string;
  readonly verdict: Verdict;
  /** For whom, where it says so: what is approved for adults is not for children. */
  readonly whom?: Whom | undefined;
  /** The sentence that says so. */
  readonly told: string;
}

/** What an authority or a payer decided, by its own paper or by who tells of it: a refusal before what was hoped for. */
export function rulingOf(item: SourceItem): Ruling | undefined {
  const { id } = designOf(item);
  const { payers, paid, unpaid } = appraisal().decisions;
  const sentences = [...sentencesOf(item.text), item.title];
  const whole = headOf(item);
  if (id === 'coverage') {
    const told =
      sentences.find((each) => hasAny(foldText(each), paid)) ?? sentences.find((each) => sideOf(foldText(each)));
    if (told === undefined) return undefined;
    // "Does not recommend reimbursement": the verb phrase decides, as in advice.
    const isRefused = hasAny(foldText(told), unpaid) || sideOf(foldText(told)) === 'against';
    const by = nameIn(whole, payers) ?? 'a payer';
    return { by, verdict: isRefused ? 'refused' : 'granted', told, ...whomOf(item, [told]) };
  }
  if (id !== 'regulatory' && id !== 'told_decision') return undefined;
  const by = authorityIn(item, id === 'told_decision') ?? 'an authority';
  // What its title says is what was decided; what was before it the text may tell too.
  const titled = verdictIn(item.title);
  for (const verdict of titled === undefined ? VERDICTS : [titled]) {
    const told = sentences.find((each) => verdictIn(each) === verdict);
    if (told !== undefined) {
      const same = sentences.filter((each) => verdictIn(each) === verdict);
      return { by, verdict, told, ...whomOf(item, same) };
    }
  }
  return undefined;
}

/** For whom it was decided: the sentence says so, or the title. The illness that it is for limits nothing. */
function whomOf({ title }: SourceItem, told: readonly string[]): { whom?: Whom } {
  const { left_out } = populations();
  const disease = diseaseStates(`${title}. ${told.join(' ')}`);
  const [whom] = [...told, title].flatMap((text) =>
    hasAny(foldText(text), left_out) ? [] : (whomIn(text, disease) ?? []),
  );
  return whom === undefined ? {} : { whom };
}
