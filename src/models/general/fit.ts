/** How well a message fits what agents and tools say about themselves. */
import { porterStem, splitName } from '../../text/index.ts';
import { lexicon } from './words.ts';

export interface Choice {
  readonly name: string;
  readonly description: string;
  /** Names and descriptions of what it takes. */
  readonly takes?: string | undefined;
}

export interface Fit<C extends Choice> {
  readonly choice: C;
  readonly score: number;
}

const IN_NAME = 1.5;
const IN_DESCRIPTION = 1;
const IN_INPUT = 0.5;
const GENERIC = 0.25;
/** Unknown words count half: they may be the object of the request rather than another request. */
const UNKNOWN = 0.5;
/** A long message is not less of a request: its words beyond these do not dilute what matched. */
const COUNTED_WORDS = 6;
const THRESHOLD = 0.2;

/**
 * The choices that fit, best first; on equal scores, in the order given. A word weighs the more the fewer choices have
 * it. None fits on verbs alone ("write", "show"): something that the message is about must be named.
 */
export function rankByFit<C extends Choice>(message: string, choices: readonly C[]): Fit<C>[] {
  const { stop, generic } = lexicon();
  const words = new Set(stemsOf(message));
  const wanted = [...words].filter((word) => !stop.has(word) && word.length > 1);
  const profiles = choices.map(profileOf);
  const weigh = (word: string) => {
    const having = profiles.filter((profile) => profile.has(word)).length;
    const rarity = Math.log(1 + (choices.length + 0.5) / (Math.max(having, 1) + 0.5));
    return rarity * (generic.has(word) ? GENERIC : 1) * (having === 0 ? UNKNOWN : 1);
  };
  const weights = new Map(wanted.map((word) => [word, weigh(word)]));
  const total = [...weights.values()]
    .sort((a, b) => b - a)
    .slice(0, COUNTED_WORDS)
    .reduce((sum, w) => sum + w, 0);
  return choices
    .map((choice, i) => ({ choice, score: scoreOf(profiles[i]!, weights, total, generic) }))
    .filter(({ score }) => score >= THRESHOLD)
    .sort((a, b) => b.score - a.score);
}

/** A hyphenated word counts in parts and as one: "to-do" is "todo" too. */
function stemsOf(text: string): string[] {
  const joined = text.match(/\p{L}+(?:-\p{L}+)+/gu)?.map((word) => word.replaceAll('-', '')) ?? [];
  return splitName([text, ...joined].join(' ')).map(porterStem);
}

/** Where each stem stands: the best place counts. */
function profileOf(choice: Choice): Map<string, number> {
  const profile = new Map<string, number>();
  const places: [string, number][] = [
    [choice.takes ?? '', IN_INPUT],
    [choice.description, IN_DESCRIPTION],
    [choice.name, IN_NAME],
  ];
  for (const [text, place] of places) for (const word of stemsOf(text)) profile.set(word, place);
  return profile;
}

function scoreOf(
  profile: ReadonlyMap<string, number>,
  weights: ReadonlyMap<string, number>,
  total: number,
  generic: ReadonlySet<string>,
): number {
  let sum = 0;
  let telling = false;
  for (const [word, weight] of weights) {
    const place = profile.get(word);
    if (place === undefined) continue;
    sum += place * weight;
    telling ||= !generic.has(word) && place > IN_INPUT;
  }
  return telling ? sum / total : 0;
}
