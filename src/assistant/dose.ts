/** How much of a medicine in a day, and how often, and whether an answer names less as the most. */
const UNITS: Readonly<Record<string, number>> = { g: 1_000, mg: 1, mcg: 0.001, µg: 0.001 };

export function milligrams(dose: string): number | undefined {
  const [, count, unit] = /^([\d.]+)\s*(g|mg|mcg|µg)\b/i.exec(dose.replace(/(?<=\d),(?=\d{3}\b)/g, '')) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit!.toLowerCase()]!;
}

const A_DAY = /([\d.,]+)\s*(g|mg|mcg|µg)\s+(?:a day|in 24 hours|per day|daily)/gi;

/** The sentence of the answer that so much is against: more than the most that it names, or what is never taken daily. */
export function againstDose(answer: string, milligramsADay: number): string | undefined {
  const sentences = answer.replace(/\[\^[^\]]*\]|\*+/g, '').split(/(?<=[.!])\s+|\n/);
  const named = sentences.flatMap((sentence) =>
    [...sentence.matchAll(A_DAY)].map(([, count, unit]) => ({ sentence, most: milligrams(`${count} ${unit}`) ?? 0 })),
  );
  const most = named.toSorted((one, other) => other.most - one.most)[0];
  const warning =
    most !== undefined && milligramsADay > most.most
      ? most.sentence
      : sentences.find((sentence) => /\bnever daily\b/i.test(sentence));
  return warning === undefined ? undefined : `That is ${sayAmount(milligramsADay)} a day. ${warning.trim()}`;
}

function sayAmount(milligramsADay: number): string {
  return milligramsADay >= 1_000 ? `${milligramsADay / 1_000} g` : `${milligramsADay} mg`;
}

const HOURS = /\bevery (\d+)(?:\s*(?:to|-|–)\s*\d+)?\s*(?:hours|hrs?|h)\b/gi;
const COUNTS: Readonly<Record<string, number>> = {
  once: 1,
  one: 1,
  twice: 2,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
};
const TIMES =
  /\b(once|twice|(?:(?:one|two|three|four|five|six|\d+)(?:\s*(?:to|or|-|–)\s*))?(?:one|two|three|four|five|six|\d+) times?)\s+(?:a|per|each|every|in a) day\b|\b(once|twice) daily\b/gi;

/** The sentence of the answer that so many times a day are against: the shortest pause, or the most times, that it names. */
export function againstOften(answer: string, timesADay: number): string | undefined {
  const sentences = answer.replace(/\[\^[^\]]*\]|\*+/g, '').split(/(?<=[.!])\s+|\n/);
  // What is for children is no measure for who takes it.
  const named = sentences
    .filter((sentence) => !/\bchild(?:ren)?\b|\bbab(?:y|ies)\b/i.test(sentence))
    .map((sentence) => ({ sentence, most: mostTimes(sentence) }))
    .find(({ most }) => most !== undefined);
  if (named === undefined || timesADay <= named.most!) return undefined;
  return `That is ${timesADay} times a day. ${named.sentence.trim()}`;
}

/** How often a day at most, by what a sentence says. */
function mostTimes(sentence: string): number | undefined {
  const hours = [...sentence.matchAll(HOURS)].map(([, count]) => Math.floor(24 / Number(count)));
  const counts = [...sentence.matchAll(TIMES)].flatMap(([said]) =>
    (said.toLowerCase().match(/[a-z]+|\d+/g) ?? []).flatMap(
      (word) => COUNTS[word] ?? (/^\d+$/.test(word) ? [Number(word)] : []),
    ),
  );
  const all = [...hours, ...counts].filter((count) => count > 0);
  return all.length === 0 ? undefined : Math.max(...all);
}
