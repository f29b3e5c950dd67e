/** What code does, by what shows it (concepts.yml): an encoding, a lock, a check, a call that prints. */
import { z } from 'zod';
import { splitName, stem, wordsIn } from '../../text/index.ts';
import { sheet } from '../analysis/sheet.ts';
import { isStopword } from '../text/words.ts';
import type { Criterion } from './criterion.ts';
import { type Artifact, around, type Seen, seen } from './form.ts';

const concept = z.strictObject({
  says: z.array(z.string()),
  shown: z.string(),
  /** Comments and strings may show it too. */
  strings: z.boolean().default(false),
  languages: z.array(z.string()).optional(),
});

export const readConcepts = sheet('./concepts.yml', import.meta.url, z.array(concept));
type Concept = z.infer<typeof concept>;
type CodeArtifact = Artifact & { readonly code: NonNullable<Artifact['code']> };

/** A name that is asked for ("uses a mutex"). */
export function judgeConcept(artifact: CodeArtifact, name: string): Seen | undefined {
  const found = findConcept(name, artifact.code.language);
  return found === undefined ? undefined : look(artifact, found);
}

/** A whole criterion ("City names are URL-encoded"): shown only where the code speaks of its other words too. */
export function judgeDeed(artifact: CodeArtifact, { rest, negative }: Criterion): Seen | undefined {
  const found = findConcept(rest, artifact.code.language);
  if (found === undefined) return undefined;
  const result = look(artifact, found);
  // That each and every one does it, one place does not show.
  if (result.holds && !negative && /\b(?:every|each|all|always|only)\b/i.test(rest)) return undefined;
  if (!result.holds || negative) return result;
  const said = new Set(found.says.flatMap((phrase) => wordsIn(phrase).map(({ lower }) => stem(lower))));
  const names = new Set([...artifact.code.names].flatMap((one) => splitName(one).map((part) => stem(part))));
  for (const { lower } of wordsIn(artifact.text)) names.add(stem(lower));
  const open = wordsIn(rest).filter(
    ({ lower }) =>
      !isStopword(lower) && !said.has(stem(lower)) && !THIN.has(lower) && !names.has(stem(lower)) && !/^\d/.test(lower),
  );
  return open.length === 0 ? result : undefined;
}

const THIN = new Set(
  'uses use using used all every each any code function method file input output value values data when before after properly correctly checks check makes make given script program user users default defaults access work works result results name names string strings text texts failed'.split(
    ' ',
  ),
);

function findConcept(said: string, language: string): Concept | undefined {
  const folded = ` ${said.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const fitting = readConcepts().filter(
    ({ says, languages }) =>
      (languages === undefined || languages.includes(language)) && says.some((phrase) => holds(folded, phrase)),
  );
  // The one that is said at most length is meant.
  return fitting.sort((a, b) => longest(b, folded) - longest(a, folded))[0];
}

/** Word beginnings, in this order, with at most two words between. */
function holds(folded: string, phrase: string): boolean {
  const words = phrase.split(' ').map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''));
  return new RegExp(` ${words.join('\\S*(?: \\S+){0,2} ')}`, 'u').test(folded);
}

function longest({ says }: Concept, folded: string): number {
  return Math.max(...says.filter((phrase) => holds(folded, phrase)).map((phrase) => phrase.length));
}

function look({ text, code }: CodeArtifact, { shown, strings }: Concept): Seen {
  let bare = text;
  for (const { start, end } of strings
    ? code.comments
    : [...code.comments, ...code.strings.filter((span) => !/\$\{/.test(text.slice(span.start, span.end)))])
    bare = bare.slice(0, start) + bare.slice(start, end).replace(/[^\n]/g, ' ') + bare.slice(end);
  const match = new RegExp(shown, 'm').exec(bare);
  return match === null
    ? seen(false, 'Nothing in the code shows it.')
    : seen(true, `Shown by "${match[0].trim().slice(0, 40)}".`, {
        evidence: around(text, match.index),
        at: match.index,
      });
}
