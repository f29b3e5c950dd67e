/** The names that a chapter defines, each with its definition: what a definition of one of them is best set beside, if they are of one sort. */
import type { Asked } from '../facts/askable.ts';
import type { Corpus, Sentence } from '../facts/corpus.ts';
import { grammar } from '../facts/grammar.ts';
import { isPlural, termKey } from '../facts/terms.ts';
import type { Thing } from '../facts/things.ts';

export interface Defined {
  readonly thing: Thing;
  readonly definition: string;
}

export function openNames(corpus: Corpus, askedOf: (sentence: Sentence) => readonly Asked[]) {
  const kept = new Map<string, readonly Defined[]>();
  return (chapter: string): readonly Defined[] => {
    let held = kept.get(chapter);
    if (held === undefined) {
      const sentences = corpus.sentences.filter(({ passage }) => passage.chapter === chapter);
      held = sentences.flatMap((sentence) =>
        askedOf(sentence).flatMap((asked) =>
          asked.kind === 'name' && !asked.isRole ? [{ thing: asked.thing, definition: asked.definition }] : [],
        ),
      );
      kept.set(chapter, held);
    }
    return held;
  };
}

/** An illness beside illnesses, a sign beside signs: by the last word of the name, and by what the definition calls it. */
export function areOfOneSort(own: Defined, other: Defined): boolean {
  const [mine, theirs] = [own, other].map(sortOf);
  return mine === theirs && isPlural(own.thing.name) === isPlural(other.thing.name);
}

/** What stands before this tells what kind of thing it is; behind it, what tells it apart. */
const APART =
  /\b(?:that|which|who|whose|where|when|of|by|due|with|without|from|after|during|because|caused|in|to|for)\b|,/i;

export function sortOf({ thing, definition }: Defined): string {
  const { sorts, illnesses } = grammar();
  const last = termKey(thing.name).split(' ').at(-1) ?? '';
  if (sorts.has(last)) return last;
  if (thing.concept?.kind === 'condition') return 'illness';
  if (thing.concept !== undefined) return thing.concept.kind;
  const genus = termKey(definition.replace(/^(?:an?|the) /i, '').split(APART)[0] ?? '').split(' ');
  return genus.some((word) => illnesses.has(word)) || illnesses.has(last) ? 'illness' : (genus.at(-1) ?? '');
}
