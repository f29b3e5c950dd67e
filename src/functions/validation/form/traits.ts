/** Criteria about what files of a kind have or do (traits.yml): a container file runs as a user, a page names its language. */
import { z } from 'zod';
import { sheet } from '../../analysis/sheet.ts';
import { type Artifact, type Seen, seen } from '../seen.ts';

const folded = z.string().transform((source) => new RegExp(source, 'i'));
const lined = z.string().transform((source) => new RegExp(source, 'gim'));

const row = z.strictObject({
  files: folded,
  said: folded,
  shown: lined.optional(),
  each: lined.optional(),
  all: folded.optional(),
  /** What must also stand in the file for each; ID is what `all` called `id`. */
  linked: z.string().optional(),
  opposite: z.boolean().default(false),
  example: z.string(),
});
export type Row = z.infer<typeof row>;

export const readTraits = sheet('./traits.yml', import.meta.url, z.array(row));

const DENIES = /\b(?:no|not|never|without|lacks?|nor|avoids?)\b|n't\b/gi;
/** Somebody is to be told of it; or how long, how often, how well. */
const ELSEWHERE =
  /\b(?:mentions?|explains?|says?|states?|why|how|when|because|than|seconds?|minutes?|faster|smaller)\b/i;

export function judgeTraits({ text, path, code }: Artifact, criterion: string): Seen | undefined {
  if (path === undefined || code !== undefined || ELSEWHERE.test(criterion)) return undefined;
  const found = readTraits().find(({ files, said }) => files.test(path) && said.test(criterion));
  const own = found && weighTrait(found, text);
  if (own === undefined) return undefined;
  const denied = (criterion.match(DENIES)?.length ?? 0) % 2 === 1;
  return { ...own, holds: own.holds !== (denied !== found!.opposite), likely: true };
}

export function weighTrait({ shown, each, all, linked }: Row, text: string): Seen | undefined {
  if (shown !== undefined) {
    const at = text.search(shown);
    return seen(at >= 0, at >= 0 ? 'The file shows it.' : 'Nothing in the file shows it.', at >= 0 ? { at } : {});
  }
  const parts = [...text.matchAll(each!)];
  if (parts.length === 0) return undefined;
  const odd = parts.find(({ 0: part }) => {
    const match = all!.exec(part);
    const id = match?.groups?.['id'];
    return (
      match === null ||
      (linked !== undefined && id !== undefined && !new RegExp(linked.replace('ID', id), 'i').test(text))
    );
  });
  return seen(
    odd === undefined,
    odd === undefined ? `It holds of all ${parts.length}.` : `"${odd[0].slice(0, 60)}" breaks it.`,
    {
      at: odd?.index,
    },
  );
}
