/**
 * Parts of words that tell two terms apart however alike they are written: amylase and amylose, dysphagia and dysphasia,
 * ostomy and otomy. A slip of the pen does not change one of them into another.
 */
import { fold } from '../../text/index.ts';
import { answerWords } from './words.ts';

/** Whether two words differ in such a part, at the beginning or at the end. */
export function differInPart(a: string, b: string): boolean {
  const [one, other] = [fold(a), fold(b)];
  if (one === other) return false;
  const { begins, ends } = answerWords().telling;
  return (
    begins.some((group) =>
      areOthers(
        group,
        (part) => one.startsWith(part),
        (part) => other.startsWith(part),
      ),
    ) ||
    ends.some((group) =>
      areOthers(
        group,
        (part) => one.endsWith(part),
        (part) => other.endsWith(part),
      ),
    )
  );
}

/** Each word has a part of the group, the longest that fits, and not the same one. */
function areOthers(
  group: readonly string[],
  isFirst: (part: string) => boolean,
  isSecond: (part: string) => boolean,
): boolean {
  const [one, other] = [group.find(isFirst), group.find(isSecond)];
  return one !== undefined && other !== undefined && one !== other;
}
