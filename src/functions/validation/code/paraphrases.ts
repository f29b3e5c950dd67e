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

/** "Uses X instead of Y": two criteria in one. */
export function splitCompound(criterion: string): readonly string[] {
  const match =
    /^(?<one>.+?)(?:,? (?:instead of|rather than|and not|but not)|, not(?: as| with)?) (?<other>[^,]+)$/i.exec(
      criterion,
    );
  const { one, other } = match?.groups ?? {};
  if (one === undefined || other === undefined || /\b(?:if|when|whether)\b/i.test(criterion)) return [criterion];
  return [one, `Does not use ${other.replace(/^(?:using|calling|an? |the )+/i, '')}`];
}
