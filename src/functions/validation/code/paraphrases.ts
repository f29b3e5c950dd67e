/** Criteria in the words that the checks of code know (paraphrases.yml). */
import { z } from 'zod';
import { sheet } from '../../analysis/sheet.ts';

const readSheet = sheet(
  './paraphrases.yml',
  import.meta.url,
  z.array(z.strictObject({ from: z.string(), to: z.string(), example: z.string() })),
);

let compiled: readonly { readonly from: RegExp; readonly to: string }[] | undefined;

export function paraphrase(criterion: string): string {
  compiled ??= readSheet().map(({ from, to }) => ({ from: new RegExp(from, 'i'), to }));
  const plain = criterion
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
  return compiled.reduce((text, { from, to }) => text.replace(from, to).replace(/\s+/g, ' ').trim(), plain);
}

/** "Uses X instead of Y", "exports both `a` and `b`": several criteria in one. */
export function splitCompound(criterion: string): readonly string[] {
  return splitContrast(criterion) ?? splitNames(criterion) ?? [criterion];
}

function splitContrast(criterion: string): readonly string[] | undefined {
  const match =
    /^(?<one>.+?)(?:,? (?:instead of|rather than|and not|but not)|, not(?: as| with)?) (?<other>[^,]+)$/i.exec(
      criterion,
    );
  const { one, other } = match?.groups ?? {};
  if (one === undefined || other === undefined || /\b(?:if|when|whether)\b/i.test(criterion)) return undefined;
  return [one, `Does not use ${other.replace(/^(?:using|calling|an? |the )+/i, '')}`];
}

const NAMES = /^(?<lead>[^`]*?)(?:\bboth )?(?<names>`[^`]+`(?:, `[^`]+`)*,? and `[^`]+`)(?<tail>[^`]*)$/i;

/** Each of the names is asked for by itself; "`a` and `b` are …" speaks of each of them. */
function splitNames(criterion: string): readonly string[] | undefined {
  const groups = NAMES.exec(criterion.trim().replace(/[.!]+$/, ''))?.groups;
  if (groups === undefined || /\b(?:between|either|or|neither|from|order|same|together|if|when)\b/i.test(criterion))
    return undefined;
  const tail = groups['lead']!.trim() === '' ? groups['tail']!.replace(/^ (?:both )?are\b/, ' is') : groups['tail']!;
  return [...groups['names']!.matchAll(/`[^`]+`/g)].map(([name]) => `${groups['lead']}${name}${tail}`);
}
