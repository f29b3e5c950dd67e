/** MS may be two diseases: a short form is spelled out where something settles which, and asked back where nothing does. */

import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { readRows } from '../text/rows.ts';

const schema = z.record(z.string().regex(/^\p{Lu}\p{L}{1,5}$/u), z.array(z.string()).min(1));
interface ShortForm {
  readonly short: string;
  readonly meanings: readonly string[];
  readonly form: RegExp;
}

let known: readonly ShortForm[] | undefined;

function shortForms(): readonly ShortForm[] {
  known ??= Object.entries(schema.parse(readRows(join(import.meta.dirname, 'short-forms.yml')))).map(
    ([short, meanings]) => ({
      ...{ short, meanings },
      form: new RegExp(`(?<![\\p{L}\\p{N}/-])${short}(?![\\p{L}\\p{N}/-])`, 'u'),
    }),
  );
  return known;
}

export interface OpenForm {
  readonly short: string;
  readonly meanings: readonly string[];
}

export type SpelledOut =
  | { readonly text: string; readonly open?: undefined }
  | { readonly text: string; readonly open: OpenForm };

/** `follows`: what the agents that there are work on, in words; it settles too. */
export function spellOut(message: string, follows: readonly string[] = []): SpelledOut {
  let text = message;
  if (!/\p{Ll}/u.test(message)) return { text };
  for (const { short, meanings, form } of shortForms()) {
    if (!form.test(text)) continue;
    const meant = meanings.length === 1 ? meanings[0] : settle(text, meanings, follows);
    if (meant === undefined) return { text, open: { short, meanings } };
    text = text.replace(new RegExp(form, 'gu'), meant);
  }
  return { text };
}

let shorthand: { words: Readonly<Record<string, string>>; form: RegExp } | undefined;

/** "dx", "bili", "IGRA+": as it is written where there is time. */
export function writtenOut(message: string): string {
  if (shorthand === undefined) {
    const words = z.record(z.string(), z.string()).parse(readRows(join(import.meta.dirname, 'shorthand.yml')));
    const forms = Object.keys(words).toSorted((a, b) => b.length - a.length);
    shorthand = { words, form: new RegExp(`(?<![\\p{L}\\p{N}/-])(?:${forms.join('|')})(?![\\p{L}\\p{N}/-])`, 'gu') };
  }
  const { words, form } = shorthand;
  return message.replace(form, (said) => words[said]!).replace(/(?<=\p{Lu}{2})\+(?=[\s,;.?!)]|$)/gu, ' positive');
}

function settle(text: string, meanings: readonly string[], follows: readonly string[]): string | undefined {
  const only = (found: readonly string[]) => (found.length === 1 ? found[0] : undefined);
  return (
    only(meanings.filter((meaning) => speaksOf(text, meaning))) ??
    only(meanings.filter((meaning) => isTreatedIn(text, meaning))) ??
    only(meanings.filter((meaning) => follows.some((area) => speaksOf(area, meaning))))
  );
}

function idsIn(text: string): string[] {
  const long = ({ start, end }: { start: number; end: number }) => end - start > 3;
  return openCatalogue()
    .find(text, { kinds: ['condition', 'procedure'] })
    .filter(long)
    .map(({ concept }) => concept.id);
}

export function speaksOf(text: string, meaning: string): boolean {
  const catalogue = openCatalogue();
  const ids = idsIn(meaning);
  const isNamed = idsIn(text).some((id) => ids.some((of) => catalogue.isA(id, of)));
  return isNamed || text.toLowerCase().includes(meaning.toLowerCase());
}

/** A medicine that is named is given for it. */
function isTreatedIn(text: string, meaning: string): boolean {
  const catalogue = openCatalogue();
  const wanted = idsIn(meaning);
  const medicines = catalogue.find(text, { kinds: ['drug', 'drug_class'] });
  return medicines.some(({ concept }) =>
    catalogue.treats(concept.id).some(({ id }) => wanted.some((of) => catalogue.isA(id, of))),
  );
}

const TRIAL_NAME =
  /(?<![\p{L}\p{N}])(?:\p{Lu}{5,}(?:-\p{Lu}\p{L}{0,5}|-?\d{1,3})?|\p{Lu}{4}-\p{Lu}{1,4})(?![\p{L}\p{N}-])/gu;

/** "how many days off in bridge", "the tilde trial": a trial that titles name in capitals is that trial in small letters too. */
export function withTrialNames(question: string, titles: readonly string[]): string {
  const names = new Set(titles.flatMap(trialNamesIn));
  return [...names].reduce((text, name) => {
    const form = name.replace(/[^\p{L}\p{N}]/gu, '[ -]?');
    // What may be a word of the language too is the trial only where a trial may stand.
    const place = !/\d/.test(name)
      ? `(?:(?<=\\b(?:in|from|of)\\s(?:the\\s)?)${form}(?=\\s*(?:[?.,;]|$|trial|study))|${form}(?=\\s(?:trial|study)))`
      : form;
    return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${place}(?![\\p{L}\\p{N}])`, 'giu'), name);
  }, question);
}

/** "Did BOREALIS meet its primary endpoint?": trials go by names in capitals; who shouts names none. */
export function trialNamesIn(message: string): string[] {
  return /\p{Ll}/u.test(message) ? [...message.matchAll(TRIAL_NAME)].map(([name]) => name) : [];
}
