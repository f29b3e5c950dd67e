/** The little grammar of grammar.yml, compiled: which word is a verb, which is small, what a sentence may begin with. */

import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

const file = z.strictObject({
  closed: z.string(),
  open: z.string(),
  placing: z.string(),
  telling: z.string(),
  irregular: z.string(),
  unique: z.string(),
  pointing: z.string(),
  shared: z.string(),
  openings: z.string(),
  leaning: z.string(),
  generic: z.string(),
  small: z.string(),
  naming: z.string(),
  given: z.string(),
  sorts: z.string(),
  illnesses: z.string(),
  open_heads: z.string(),
  advised: z.string(),
  folk: z.string(),
  advised_deeds: z.string(),
  advised_how: z.string(),
});

export interface Grammar {
  /** Any form of a verb, and whether it is one of the open ones. */
  readonly verbs: ReadonlyMap<string, { readonly lemma: string; readonly open: boolean }>;
  readonly placing: ReadonlySet<string>;
  readonly telling: ReadonlySet<string>;
  readonly auxiliaries: ReadonlySet<string>;
  readonly small: ReadonlySet<string>;
  /** What a name of several words ends in. */
  readonly naming: ReadonlySet<string>;
  readonly unique: RegExp;
  readonly pointing: RegExp;
  /** "A common cause of", "one of the": what many things are. */
  readonly oneOfMany: RegExp;
  readonly opening: RegExp;
  readonly leaning: RegExp;
  /** "The virus is …": which one stands elsewhere. */
  readonly generic: RegExp;
  readonly genericNouns: ReadonlySet<string>;
  /** " is preferred in …": done with a medicine in an illness that stands elsewhere. */
  readonly given: RegExp;
  /** Last words of names that are set beside their own kind only. */
  readonly sorts: ReadonlySet<string>;
  /** How a definition calls an illness. */
  readonly illnesses: ReadonlySet<string>;
  readonly openHeads: ReadonlySet<string>;
  /** "Should be …", "is often given …": what is advised, or may be, may hold of others that nobody names. */
  readonly advised: RegExp;
  /** "People who …": whom it is told of. */
  readonly folk: RegExp;
}

/** Behind one of these another thing is spoken of: "a disorder of unknown cause". */
const PREPOSITIONS = 'of|in|with|without|that|which|for|from|to|by|at|on|after|due|whose|where';

let read: Grammar | undefined;

export function grammar(): Grammar {
  read ??= compile(file.parse(readRows(new URL('./grammar.yml', import.meta.url))));
  return read;
}

function compile(lists: z.infer<typeof file>): Grammar {
  const verbs = new Map<string, { lemma: string; open: boolean }>();
  for (const [words, open] of [[lists.closed, false] as const, [lists.open, true] as const])
    for (const lemma of split(words)) for (const form of formsOf(lemma)) verbs.set(form, { lemma, open });
  const auxiliaries = new Set(split(lists.irregular));
  return {
    verbs,
    auxiliaries,
    placing: new Set(split(lists.placing)),
    telling: new Set(split(lists.telling)),
    small: new Set(split(lists.small)),
    naming: new Set(split(lists.naming)),
    sorts: new Set(split(lists.sorts)),
    illnesses: new Set(split(lists.illnesses)),
    openHeads: new Set(split(lists.open_heads)),
    folk: phrase(lists.folk, '\\b', '\\b'),
    advised: phrase(
      lists.advised,
      `^(?:(?:is|are) (?:(?:${split(lists.advised_how).join('|')}) )?(?:${split(lists.advised_deeds).join('|')})\\b|`,
      '\\b)',
    ),
    unique: phrase(lists.unique, '\\b', '\\b'),
    pointing: phrase(lists.pointing, '^', '\\b'),
    oneOfMany: new RegExp(
      `^(?:(?:one of|among) the |an? (?:(?!(?:${PREPOSITIONS})\\b)[\\p{L}-]+ ){0,3}?(?:${split(lists.shared).join('|')})(?= |$))`,
      'iu',
    ),
    opening: phrase(lists.openings, '^', ',\\s+'),
    genericNouns: new Set(split(lists.generic)),
    leaning: phrase(lists.leaning, '\\b', '\\b'),
    given: phrase(lists.given, '^ (?:is|are) (?:\\p{L}+ly )?', '\\b'),
    generic: phrase(
      lists.generic,
      '^(?:the |mild |severe |early |late |most |standard |usual |typical |normal |main |best |first |first-line |second-line |first-choice |initial |definitive |drug |medical |surgical )+',
      's? (?:is|are|was|has|have|can|may|must|should|will|of choice|\\p{Ll}+s|\\p{Ll}+ed|also|then|often|usually|in)\\b',
    ),
  };
}

function split(words: string): string[] {
  return words
    .split(/,\s*/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function phrase(words: string, before: string, after: string): RegExp {
  const longest = split(words).sort((a, b) => b.length - a.length);
  return new RegExp(`${before}(?:${longest.join('|')})${after}`, 'iu');
}

/** secrete → secretes, secreted, secreting. */
function formsOf(lemma: string): string[] {
  const base = lemma.replace(/e$/, '');
  const past = /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ied` : `${base}ed`;
  return [lemma, thirdPersonOf(lemma), past];
}

/** "carry" as one thing does it: "carries". */
export function thirdPersonOf(lemma: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(lemma)) return `${lemma}es`;
  return /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ies` : `${lemma}s`;
}
