/** Lists of causes are asked for whole and in own words: what else causes it is no matter of options then. */
import { type Caused, joined } from '../facts/causes.ts';
import { thingOf } from '../facts/things.ts';
import type { QuestionKind } from '../types.ts';
import type { Draft } from './question.ts';

export function askForCauses(kind: QuestionKind, caused: Caused): Draft | undefined {
  if (kind !== 'short') return undefined;
  const { sentence, items } = caused;
  return {
    ...{ kind: 'short', relation: 'cause', stem: causeStem(caused) },
    key: { kind: 'text', text: joined(items), also: [] },
    reason: `The material says: “${sentence.text}”`,
    ...{ passage: sentence.passage, words: sentence.text },
  };
}

export function causeStem({ of }: Caused): string {
  return `What are the causes of ${lowerUnlessProper(of)}?`;
}

export function lowerUnlessProper(of: string): string {
  return isProper(of) ? of : of.slice(0, 1).toLowerCase() + of.slice(1);
}

/** "Gitelman syndrome", "ARDS", "Escherichia coli sepsis": written so within a sentence too. */
function isProper(of: string): boolean {
  const [first = '', second = ''] = of.split(' ');
  if (!/^\p{Lu}\p{Ll}+$/u.test(first)) return true;
  if (/^(?:syndrome|disease|sign|palsy|phenomenon|thyroiditis|lymphoma|chorea|contracture)$/.test(second)) return true;
  return [`${first} ${second}`, of].some((name) =>
    thingOf(name).names.some((each) => each.startsWith(first) && each !== name),
  );
}
