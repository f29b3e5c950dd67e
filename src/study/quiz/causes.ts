/** Lists of causes are asked for whole and in own words: what else causes it is no matter of options then. */
import { type Cause, type Caused, joined } from '../facts/causes.ts';
import { headingOf } from '../facts/subject.ts';
import { contentStems, isPlural } from '../facts/terms.ts';
import { areClose, thingOf } from '../facts/things.ts';
import { inSentence } from '../material/things.ts';
import type { Passage, QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

export function askForCauses(kind: QuestionKind, caused: Caused): Draft | undefined {
  if (kind !== 'short') return undefined;
  const { sentence, items } = caused;
  return {
    ...{ kind: 'short', relation: 'cause', stem: withHeading(causeStem(caused), caused.of, sentence.passage) },
    key: { kind: 'text', text: joined(items), also: [] },
    reason: `The material says: “${sentence.text}”`,
    ...{ passage: sentence.passage, words: sentence.text },
  };
}

/** Of an attack: of what, the heading says. */
export function withHeading(stem: string, of: string, passage: Passage): string {
  const heading = EVENT.test(of) ? headingOf(passage) : undefined;
  return heading === undefined || stem.startsWith(heading) ? stem : `${heading}: ${stem}`;
}

const WRONG = 3;

/** What causes a thing, in own words, or among what causes other things in this course. */
export function askForCause(
  kind: QuestionKind,
  cause: Cause,
  causes: readonly Cause[],
  chance: Chance,
): Draft | undefined {
  if (kind !== 'short' && kind !== 'choice') return undefined;
  const { sentence, of, by } = cause;
  const stem = `What ${isPlural(of) ? 'are' : 'is'} ${lowerUnlessProper(of)} caused by?`;
  const settled = {
    ...{ relation: 'cause' as const, stem, reason: `The material says: “${sentence.text}”` },
    ...{ passage: sentence.passage, words: sentence.text },
  };
  if (kind === 'short') return { kind, key: { kind: 'text', text: by, also: [] }, ...settled };
  const own = contentStems(`${of} ${by}`);
  const wrong: string[] = [];
  for (const other of chance.shuffle(causes)) {
    const isApart = [...contentStems(`${other.of} ${other.by}`)].every(
      (stem) => !own.has(stem) || WIDE_KINDS.has(stem),
    );
    if (wrong.length < WRONG && isApart && !wrong.includes(other.by) && !areClose(thingOf(by), thingOf(other.by)))
      wrong.push(other.by);
  }
  if (wrong.length < WRONG) return undefined;
  const { options, label } = lettered(by, wrong, chance);
  return { kind, options, key: { kind: 'option', label, text: upperFirst(by) }, ...settled };
}

/** Words that tell no more than that it is a thing of medicine: prerenal and postrenal injury are two. */
export const WIDE_KINDS = contentStems(
  'injury disease failure disorder syndrome acute chronic infection damage poisoning attack deficiency',
);

export function causeStem({ of, what, joint, asks, isUnder }: Caused): string {
  if (isUnder === true && what !== EXAMPLES) return `${upperFirst(of)}: What are the ${what} that the material names?`;
  if (asks !== undefined) return asks.replace('{it}', lowerUnlessProper(of));
  if (what === EXAMPLES) return `Which ${of.toLowerCase()} does the material name?`;
  return `What are the ${ofThing(what, joint, lowerUnlessProper(of))}?`;
}

/** "Causes of gout"; "drugs that raise INR" go on without a joint. */
export function ofThing(what: string, joint: string, of: string): string {
  if (what === EXAMPLES) return of.toLowerCase();
  const whole = ONE_EVENT.test(of) ? `${/^[aeiou]/i.test(of) ? 'an' : 'a'} ${of}` : of;
  return [what, joint, whole].filter((part) => part !== '').join(' ');
}

/** One of many: "triggers of an attack". */
const ONE_EVENT = /^(?:attack|episode|crisis|relapse|seizure|flare|exacerbation)$/i;
const EVENT = /^(?:attack|episode|relapse|seizure|flare|exacerbation)s?$|^cris[ie]s$/i;
/** What belongs to a class is named by the class. */
const EXAMPLES = 'examples';

export function lowerUnlessProper(of: string): string {
  return inSentence(of) === of && isProper(of) ? of : of.slice(0, 1).toLowerCase() + of.slice(1);
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
