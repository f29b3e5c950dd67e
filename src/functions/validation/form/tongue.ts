/** In which language a text is written, by its script and its commonest words. */
import { type Seen, seen } from '../seen.ts';

const ALPHABETS: Readonly<Record<string, RegExp>> = {
  russian: /\p{Script=Cyrillic}/gu,
  chinese: /\p{Script=Han}/gu,
  japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
};
const COMMON: Readonly<Record<string, RegExp>> = {
  english: /\b(?:the|and|of|to|is|in|that|with|for|are|a|on|it|by|from|at)\b/gi,
  german: /\b(?:der|die|das|und|ist|nicht|mit|ein|eine|von|den|zu|im|auf|für)\b/gi,
  french: /\b(?:le|la|les|des|est|et|une|dans|pour|que|du|un|en|sur)\b/gi,
  dutch: /\b(?:de|het|een|en|van|niet|met|voor|zijn|op|dat|wordt|naar|ook|we)\b/gi,
  italian: /\b(?:il|di|che|gli|un|una|per|non|con|del|della|sono|è|nel|anche)\b/gi,
  portuguese: /\b(?:o|os|que|não|uma|para|com|do|da|em|é|mais|por|ao|dos)\b/gi,
  swedish: /\b(?:och|att|det|som|en|på|är|av|för|inte|till|med|den|har|om)\b/gi,
  danish: /\b(?:og|at|det|som|en|på|er|af|for|ikke|til|med|den|har|om)\b/gi,
  polish: /\b(?:w|i|na|nie|się|z|do|że|jest|oraz|po|od|dla|przez|są)\b/gi,
  spanish: /\b(?:el|los|las|es|una|para|que|con|por|del|en|un|y)\b/gi,
};

export function judgeTongue(words: string, language: string): Seen | undefined {
  const sample = words.slice(0, 20_000);
  const times = (pattern: RegExp) => (sample.match(pattern) ?? []).length;
  const letters = Math.max(1, times(/\p{L}/gu));
  const alphabet = ALPHABETS[language];
  if (alphabet !== undefined)
    return seen(
      times(alphabet) / letters > 0.2,
      `${Math.round((100 * times(alphabet)) / letters)} % of its letters are of that script.`,
    );
  const foreign = Object.values(ALPHABETS).some((pattern) => times(pattern) / letters > 0.3);
  if (foreign) return seen(false, 'It is in another script.');
  const [best, second] = Object.entries(COMMON)
    .map(([name, pattern]) => [name, times(pattern)] as const)
    .sort((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] < 1 || best[1] === second?.[1]) return undefined;
  const other = best[0] === language ? paragraphIn(sample, language) : undefined;
  if (other !== undefined) return seen(false, `A paragraph reads like ${other.language}.`, other);
  return seen(best[0] === language, `It reads like ${best[0]}.`);
}

/** So many common words of another language, and so many times those of its own, make a paragraph one of that. */
const FOREIGN = 4;
const TIMES = 3;

/** The first paragraph that is clearly in another language than the whole is to be. */
function paragraphIn(sample: string, wanted: string): { language: string; at: number; evidence: string } | undefined {
  for (const { 0: text, index: at } of sample.matchAll(/\S[\s\S]*?(?=\n\s*\n|\s*$)/g)) {
    const counts = Object.entries(COMMON).map(([name, pattern]) => [name, (text.match(pattern) ?? []).length] as const);
    const own = counts.find(([name]) => name === wanted)?.[1] ?? 0;
    const [most] = counts.sort((a, b) => b[1] - a[1]);
    if (most !== undefined && most[0] !== wanted && most[1] >= FOREIGN && most[1] >= TIMES * own)
      return { language: most[0], at, evidence: text.replace(/\s+/g, ' ').slice(0, 80) };
  }
  return undefined;
}
