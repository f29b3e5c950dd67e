/** How much of a medicine in a day, and whether an answer names less as the most. */
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
