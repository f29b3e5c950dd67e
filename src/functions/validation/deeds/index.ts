/**
 * What code does, by what shows it: deeds (a lock, a retry, a call that prints), guards ("throws when the amount is
 * negative") and values ("defaults to 30"). A criterion is met only where each of its words is accounted for; of what
 * nothing in the code speaks, nothing is done.
 */
import type { Span } from '../../../reading/index.ts';
import { root } from '../../statements/wording.ts';
import { around, type Seen, seen } from '../seen.ts';
import { judgeErrors } from './errors.ts';
import { judgeGuard } from './guards.ts';
import { judgeMutation } from './mutation.ts';
import { LAST_READINGS, numbersAsked, READINGS } from './readings.ts';
import { bareCode, type CodeArtifact, decoratedAt, isKnown, namesIn, type Scope, scopeOf, wordsOf } from './scope.ts';
import { type Deed, readDeeds } from './sheets.ts';
import { judgeSql } from './sql.ts';
import { judgeValue } from './values.ts';
import { type Asked, matchPhrase, readAsked, rootsOfName, sameRoot } from './wording.ts';

/** The criterion as it stands; `holds` answers it with its denial counted in. All of it is likely, none of it measured. */
export function judgeDeed(artifact: CodeArtifact, text: string): Seen | undefined {
  return firstOf(
    [judgeMutation, ...READINGS, judgeSql, judgeErrors, judgeGuard, judgeValue, judgeTurnedOff, judgePlainly],
    artifact,
    text,
  );
}

/** What is left where nothing in the code speaks plainly: deeds that nothing shows, numbers that do not come up. */
export function judgeSilence(artifact: CodeArtifact, text: string, meaning: Meaning): Seen | undefined {
  const spoken: typeof judgeShown = (_, asked, scope) => judgeSpoken(artifact, asked, scope, meaning);
  return firstOf([...LAST_READINGS, judgeShown, spoken], artifact, text);
}

function firstOf(readings: readonly (typeof judgeShown)[], artifact: CodeArtifact, text: string): Seen | undefined {
  const asked = readAsked(text);
  const scope = scopeOf(artifact, asked);
  for (const read of readings) {
    const found = read(artifact, asked, scope);
    if (found !== undefined) return { ...found, likely: true };
  }
  return undefined;
}

/** So much of what a criterion speaks of must come up in the code before it is taken to be done. */
const ENOUGH = 0.5;

/** A word that means something alike counts a little less. */
const NEARLY = 0.8;

/** Whether a word means (nearly) the same as one of these. */
export interface Meaning {
  near(word: string, others: ReadonlySet<string>): boolean;
}

/**
 * What comes up in the code, in names that say it: the line that says most of it is the evidence. Of what does not come up
 * nothing is done; that something forbidden does not come up in these words proves nothing.
 */
function judgeSpoken(artifact: CodeArtifact, asked: Asked, scope: Scope, { near }: Meaning): Seen | undefined {
  const found = findDeeds(asked, artifact.code.language);
  const own = [
    ...scope.words,
    ...found.flatMap(({ deed, words }) => [...words, ...deed.also.flatMap((one) => one.split(' ').map(root))]),
  ];
  const known = wordsOf(artifact);
  const wanted = asked.words.filter(({ lower }, index, all) => all.findIndex((one) => one.lower === lower) === index);
  const numbers = numbersAsked(asked).length;
  if (wanted.length + numbers === 0) return undefined;
  const names = namesIn(artifact);
  const hits = wanted.reduce((sum, { lower, root: one }) => {
    if (own.some((other) => sameRoot(one, other)) || isKnown(known, one)) return sum + 1;
    return near(lower, names) ? sum + NEARLY : sum;
  }, 0);
  const comesUp = (hits + numbers) / (wanted.length + numbers) >= ENOUGH && !(asked.universal && !asked.negative);
  if (!comesUp) return asked.negative ? undefined : seen(false, 'The code does not speak of it.');
  const place = lineOf(artifact, wanted);
  return place && seen(!asked.negative, 'The code speaks of it.', place);
}

/** The line in whose names most of the words stand. */
function lineOf(artifact: CodeArtifact, wanted: Asked['words']): { evidence: string; at: number } | undefined {
  let best: { evidence: string; at: number; hits: number } | undefined;
  let at = 0;
  for (const line of bareCode(artifact).split('\n')) {
    const roots = new Set((line.match(/[A-Za-z_]\w+/g) ?? []).flatMap(rootsOfName));
    const hits = wanted.filter(({ root: one }) => isKnown(roots, one)).length;
    if (hits > (best?.hits ?? 0))
      best = {
        evidence: artifact.text
          .slice(at, at + line.length)
          .trim()
          .slice(0, 120),
        at,
        hits,
      };
    at += line.length + 1;
  }
  return best && { evidence: best.evidence, at: best.at };
}

/** A name that is asked for ("uses a mutex"). */
export function judgeNamed(artifact: CodeArtifact, name: string): Seen | undefined {
  const asked = readAsked(name);
  const [found] = findDeeds(asked, artifact.code.language);
  if (found === undefined || asked.content.length > found.words.length) return undefined;
  const at = look(artifact, found.deed, undefined);
  return at === undefined ? seen(false, 'Nothing in the code shows it.') : shownAt(artifact, at);
}

/** What shows that it is not done settles it, whatever else is said of it. */
function judgeTurnedOff(artifact: CodeArtifact, asked: Asked): Seen | undefined {
  const places = findDeeds(asked, artifact.code.language).map(({ deed }) => lookAgainst(artifact, deed));
  const at = places.find((one) => one >= 0);
  return at === undefined
    ? undefined
    : seen(asked.negative, 'The code turns it off.', { evidence: around(artifact.text, at), at });
}

/** The same where every word is accounted for. */
function judgePlainly(artifact: CodeArtifact, asked: Asked, scope: Scope): Seen | undefined {
  const found = findDeeds(asked, artifact.code.language);
  return found.length > 0 && isAccounted(artifact, asked, scope, found)
    ? judgeShown(artifact, asked, scope)
    : undefined;
}

/** Every deed that is named must be shown; of a denial, that one of them is not shown is enough. */
function judgeShown(artifact: CodeArtifact, asked: Asked, scope: Scope): Seen | undefined {
  const found = findDeeds(asked, artifact.code.language);
  if (found.length === 0) return undefined;
  const within = scope.symbols.length > 0 ? scope.symbols : undefined;
  const known = wordsOf(artifact);
  // "The log files are compressed": that the word stands there is enough of what is only named.
  const named = found.length > 1 ? found.filter(({ words }) => !words.every((word) => isKnown(known, word))) : found;
  const places = (named.length > 0 ? named : found).map(({ deed }) => look(artifact, deed, within));
  if (places.includes(undefined)) return seen(asked.negative, 'Nothing in the code shows it.');
  const at = places[0]!;
  if (!isAccounted(artifact, asked, scope, found)) return undefined;
  if (asked.negative) return shownAt(artifact, at, false);
  // That each and every one does it, one place does not show.
  return asked.universal ? undefined : shownAt(artifact, at);
}

function shownAt({ text }: CodeArtifact, at: number, holds = true): Seen {
  return seen(holds, 'The code shows it.', { evidence: around(text, at), at });
}

interface Found {
  readonly deed: Deed;
  readonly words: readonly string[];
}

/** Those that are said, the ones with most words first; no word is counted twice. */
function findDeeds(asked: Asked, language: string): Found[] {
  const fitting = readDeeds().flatMap((deed): Found[] => {
    if (deed.languages !== undefined && !deed.languages.includes(language)) return [];
    const { words } = matchPhrase(asked, deed.says);
    return words.length === 0 ? [] : [{ deed, words }];
  });
  const length = ({ words }: Found) => words.length * 100 + words.join('').length;
  const taken: string[] = [];
  return fitting
    .sort((a, b) => length(b) - length(a))
    .filter(({ words }) => {
      const free = words.every((word) => !taken.some((other) => sameRoot(word, other)));
      if (free) taken.push(...words);
      return free;
    });
}

/** Whether each word that carries meaning is a deed's, names something in the code, or stands in it. */
function isAccounted(artifact: CodeArtifact, asked: Asked, scope: Scope, found: readonly Found[]): boolean {
  const said = found.flatMap(({ deed, words }) => [
    ...words,
    ...[...deed.says, ...deed.also].flatMap((one) => one.split(' ').map(root)),
  ]);
  const own = [...said, ...scope.words];
  const known = wordsOf(artifact);
  return asked.content.every((one) => own.some((other) => sameRoot(one, other)) || isKnown(known, one));
}

function look(artifact: CodeArtifact, deed: Deed, within: readonly Span[] | undefined): number | undefined {
  const { text, code } = artifact;
  if (deed.comments) return code.comments[0]?.start;
  const bare = bareCode(artifact, !deed.strings);
  const flags = code.language === 'sql' ? 'mi' : 'm';
  if (lookAgainst(artifact, deed) >= 0) return undefined;
  if (deed.usual) return within?.[0]?.start ?? 0;
  for (const { start: from, end } of within ?? [{ start: 0, end: text.length }]) {
    const start = decoratedAt(text, from);
    const at = bare.slice(start, end).search(new RegExp(deed.shown, flags));
    if (at >= 0) return start + at;
  }
  return undefined;
}

/** Where something shows that it is not done; below 0: nowhere. */
function lookAgainst(artifact: CodeArtifact, { against, strings }: Deed): number {
  const flags = artifact.code.language === 'sql' ? 'mi' : 'm';
  return against === undefined ? -1 : bareCode(artifact, !strings).search(new RegExp(against, flags));
}
