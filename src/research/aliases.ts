/**
 * One medicine under several names. A paper says what it was called before or is sold as, and its name in another language
 * differs by its marks and its last letter; with that, the papers that know it by another name are on it too.
 */
import type { SourceItem } from '../sources/research/index.ts';
import { withoutAccents } from '../text/index.ts';
import { type Declared, isCalled } from './evidence/declared.ts';
import { foldText, hasPhrase } from './evidence/words.ts';
import type { Topic } from './topic.ts';
import { medicinesOf } from './treating.ts';

/** What is asked about that may have other names: the medicines; where nothing is known, the unknown words. */
export function namesAsked(topic: Topic): string[] {
  const medicines = medicinesOf(topic).map(({ text }) => text);
  const words = topic.subjects.length === 0 ? topic.words.map(({ text }) => text) : [];
  return [...new Set([...medicines, ...words].map(foldText))].filter((name) => name.length >= SHORTEST);
}

const SHORTEST = 5;
/** A name that leads to another that leads to another: further than that it is hearsay. */
const STEPS = 2;
const MOST = 12;

/** By each name that was asked for: what else the papers call the same. */
export function aliasesIn(names: readonly string[], pairs: readonly Declared[]): Map<string, string> {
  const found = new Map<string, string>();
  let edge = names.map((name) => ({ name, asked: name }));
  for (let step = 0; step < STEPS && edge.length > 0; step++) {
    const next = edge.flatMap(({ name, asked }) =>
      pairs
        .flatMap((pair) => (isCalled(pair.as, name) ? [pair.name] : isCalled(pair.name, name) ? [pair.as] : []))
        .map((other) => ({ name: other, asked })),
    );
    edge = next.filter(({ name }) => !names.includes(name) && !found.has(name));
    for (const { name, asked } of edge) if (found.size < MOST) found.set(name, asked);
  }
  return found;
}

/** How the name may be written in another language, to search by. */
export function spellingsOf(names: readonly string[]): string[] {
  const single = names.filter((name) => /^\p{L}{7,}$/u.test(name));
  return [...new Set(single.flatMap((name) => ENDINGS.map((ending) => `${baseOf(name)}${ending}`)))].filter(
    (name) => !names.includes(name),
  );
}

const ENDINGS = ['', 'e', 'a', 'o'];

/** Losartán and losartan, metformine and metformin: the same but for marks and the vowel at its end. */
export function isSameSubstance(one: string, other: string): boolean {
  return one.length >= 7 && other.length >= 7 && rootOf(one) === rootOf(other);
}

const baseOf = (name: string) => name.replace(/[aeo]$/, '');

function rootOf(name: string): string {
  return baseOf(withoutAccents(name.toLowerCase())).replaceAll('ph', 'f').replaceAll('th', 't').replaceAll('y', 'i');
}

/** A paper that tells of it by another name, with that noted. */
export function withAliases(
  item: SourceItem,
  names: readonly string[],
  aliases: ReadonlyMap<string, string>,
): SourceItem {
  const plain = foldText(`${item.title}. ${item.text}`);
  const declared = [...aliases].filter(([name]) => hasPhrase(plain, name)).map(([name, as]) => ({ name, as }));
  const words = new Set(plain.match(/\p{L}{7,}/gu) ?? []);
  const abroad = names.flatMap((as) =>
    [...words].filter((word) => word !== as && isSameSubstance(word, as)).map((name) => ({ name, as })),
  );
  const also = [...declared, ...abroad];
  return also.length === 0 ? item : { ...item, also };
}
