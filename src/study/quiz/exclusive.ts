/** Whether what is said of a thing is its own, so that it can be matched with it: not what it brings about, not a complaint, not how it is. */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { withoutArticle } from '../facts/terms.ts';
import { conceptsIn } from '../facts/things.ts';
import { readQuantities } from '../facts/values.ts';

const file = z.strictObject({ effects: z.array(z.string()), example: z.string(), not: z.string() });

let read: { readonly effects: RegExp; readonly example: string; readonly not: string } | undefined;

export function exclusive(): NonNullable<typeof read> {
  if (read === undefined) {
    const { effects, ...rest } = file.parse(readRows(new URL('./exclusive.yml', import.meta.url)));
    const forms = effects.flatMap((verb) => [
      verb,
      verb.replace(/^is /, 'are '),
      verb.replace(/(?<=^\p{L}{3,})s$/u, ''),
    ]);
    const adverb = '(?:(?:also|often|usually|mostly|mainly|particularly|especially|\\p{L}+ly) )*';
    read = {
      effects: new RegExp(`^${adverb}(?:${forms.join('|')})\\b|^(?:is|are) ${adverb}(?:${beOf(effects)})\\b`, 'iu'),
      ...rest,
    };
  }
  return read;
}

const beOf = (effects: readonly string[]) =>
  effects
    .filter((verb) => verb.startsWith('is '))
    .map((verb) => verb.slice(3))
    .join('|');

/** What an illness complains of and what a remedy brings about others do as well. */
export function isExclusive(says: string): boolean {
  return !exclusive().effects.test(says) && openCatalogue().find(says, { kinds: ['symptom'] }).length === 0;
}

/** A figure with its unit, or something by its name. */
export function isNameOrFigure(value: string): boolean {
  if (readQuantities(value).some(({ unit }) => unit !== '')) return true;
  const bare = withoutArticle(value);
  const isNamed = conceptsIn(bare).some(
    ({ concept, start, end }) => concept.kind !== 'symptom' && start === 0 && end === bare.length,
  );
  return isNamed || /^(?:\p{Lu}[\p{L}-]*)?\p{Lu}[\p{Lu}\d-]+[\p{L}\d]*$/u.test(bare);
}
