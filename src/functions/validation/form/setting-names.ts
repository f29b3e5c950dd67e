/** Settings by the words that people have for them: "the memory limit" is `resources.limits.memory`. */
import { splitName, wordsIn } from '../../../text/index.ts';
import { areKin } from '../../../text/lexicon.ts';
import type { Setting } from '../../analysis/configuration.ts';
import { root } from '../../statements/wording.ts';
import { isStopword } from '../../text/words.ts';

/** What says nothing of which setting is meant. */
const PLAIN = new Set(
  'setting settings option value field key entry property parameter number configuration config file service application app variable level own amount size'.split(
    ' ',
  ),
);

/** The words by which a setting is asked for; with those that are plain where there are no others. */
export function nameWords(said: string): string[] {
  const words = wordsIn(said.replace(/[-_.`"]/g, ' ')).map(({ lower }) => lower);
  const own = words.filter((word) => !isStopword(word) && word.length > 1);
  const strict = own.filter((word) => !PLAIN.has(word));
  return strict.length > 0 ? strict : own;
}

export function partsOfPath(path: string): string[] {
  return path.split(/[.[\]]+/).filter((part) => part !== '' && !/^\d+$/.test(part));
}

const SHORTEST = 3;

/** One word for the other, or the beginning of it: "maximum" and `max`, "automatic" in `autosave`. */
export function fitsPart(word: string, part: string): boolean {
  const names = splitName(part).map((one) => one.toLowerCase());
  return names.some((name) => {
    if (root(name) === root(word) || areKin(word, name)) return true;
    const [short, long] = word.length < name.length ? [word, name] : [name, word];
    if (short.length >= SHORTEST && long.startsWith(short)) return true;
    // A compound that is written as one word.
    const begin = root(word).slice(0, 4);
    return begin.length >= SHORTEST && name.length > word.length / 2 + SHORTEST && name.includes(begin);
  });
}

/** The settings that have all of these words, those with the fewest others first. */
export function findSettings(settings: readonly Setting[], said: string): Setting[] {
  const words = nameWords(said);
  if (words.length === 0) return [];
  const fitting = settings.flatMap((setting) => {
    const parts = partsOfPath(setting.path);
    if (!words.every((word) => parts.some((part) => fitsPart(word, part)))) return [];
    const extra = parts.filter((part) => !words.some((word) => fitsPart(word, part))).length;
    const last = parts.at(-1)!;
    return [{ setting, extra: extra + (words.some((word) => fitsPart(word, last)) ? 0 : 1) }];
  });
  const least = Math.min(...fitting.map(({ extra }) => extra));
  return fitting.filter(({ extra }) => extra === least).map(({ setting }) => setting);
}
