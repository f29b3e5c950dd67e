/** What a study found, outcome by outcome: two trials may agree on attacks and differ on quality of life. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { sentencesOf } from '../../text/index.ts';
import { effectsIn } from './appraisal.ts';
import { foldText, hasAny, hasPhrase } from './words.ts';

const words = z.array(z.string());
const schema = z.strictObject({
  outcomes: z.record(
    z.string(),
    z.strictObject({ good: z.enum(['more', 'fewer']), harm: z.literal(true).optional(), words }),
  ),
  kinds: words,
  changes: z.strictObject({ same: words, better: words, worse: words, up: words, down: words }),
  effect: words,
  openings: words,
});

let known: z.infer<typeof schema> | undefined;

export function outcomeWords(): z.infer<typeof schema> {
  known ??= schema.parse(parse(readFileSync(join(import.meta.dirname, 'outcomes.yml'), 'utf8')));
  return known;
}

export type Change = 'favours' | 'same' | 'against';

export interface Result {
  /** By its name in outcomes.yml, with what narrows it: "severe attacks". */
  readonly outcome: string;
  /** As the text calls it: flares. */
  readonly said: string;
  readonly change: Change;
}

/** Each outcome once: what is said of it first, for a text says its main result first. */
export function resultsIn(text: string): Result[] {
  const found = new Map<string, Result>();
  for (const clause of sentencesOf(text).flatMap(clausesOf))
    for (const { outcome, said } of outcomesIn(clause)) {
      const change = changeIn(clause, outcome);
      if (change !== undefined && !found.has(outcome)) found.set(outcome, { outcome, said, change });
    }
  return [...found.values()];
}

/** The outcomes that words name, the longer name before the shorter one inside it. */
export function outcomesIn(text: string): Pick<Result, 'outcome' | 'said'>[] {
  const { outcomes, kinds } = outcomeWords();
  let plain = foldText(text);
  const named = Object.entries(outcomes)
    .flatMap(([id, { words }]) => words.map((word) => ({ id, word })))
    .toSorted((a, b) => b.word.length - a.word.length);
  const found = new Map<string, string>();
  for (const { id, word } of named) {
    if (!hasPhrase(plain, word)) continue;
    const kind = kinds.find((each) => hasPhrase(plain, `${each} ${word}`));
    const narrow = (name: string) => (kind === undefined ? name : `${kind} ${name}`);
    if (!found.has(narrow(id))) found.set(narrow(id), narrow(word));
    plain = plain.replaceAll(word, ' ');
  }
  return [...found].map(([outcome, said]) => ({ outcome, said }));
}

/** "… fell, but quality of life did not change": each part speaks for itself where it names an outcome. */
function clausesOf(sentence: string): string[] {
  const parts = sentence.split(/;\s|,? (?:but|whereas|while|although|though) |, and (?=\p{Ll})/u);
  return parts.length > 1 && parts.every((part) => outcomesIn(part).length > 0) ? parts : [sentence];
}

/** What a clause says became of an outcome. Undefined where it says nothing. */
export function changeIn(clause: string, outcome: string): Change | undefined {
  const { changes } = outcomeWords();
  const plain = foldText(clause);
  if (hasAny(plain, changes.same)) return 'same';
  const [effect] = effectsIn(clause);
  if (effect !== undefined && effect.direction === undefined) return 'same';
  if (hasAny(plain, changes.better)) return 'favours';
  if (hasAny(plain, changes.worse)) return 'against';
  const good = goodOf(outcome);
  const [up, down] = [hasAny(plain, changes.up), hasAny(plain, changes.down)];
  if (up === down) return effect?.direction === 'unclear' ? undefined : effect?.direction;
  return up === (good === 'more') ? 'favours' : 'against';
}

function baseOf(outcome: string): string {
  const { outcomes, kinds } = outcomeWords();
  if (outcome in outcomes) return outcome;
  return outcome.slice((kinds.find((kind) => outcome.startsWith(`${kind} `)) ?? '').length).trim();
}

export function goodOf(outcome: string): 'more' | 'fewer' {
  return outcomeWords().outcomes[baseOf(outcome)]?.good ?? 'fewer';
}

/** What a study was about: the first outcome it tells of that treatment is given for. */
export function mainResult(results: readonly Result[]): Result | undefined {
  return results.find(({ outcome }) => outcomeWords().outcomes[baseOf(outcome)]?.harm !== true);
}

interface Judged {
  readonly results?: readonly Result[] | undefined;
  readonly direction: 'favours' | 'against' | 'unclear';
  readonly setback?: string | undefined;
}

/** Whether two studies of the same thing say the same: by the outcomes they share; without any, by their verdict. */
export function compareResults(a: Judged, b: Judged): 'agree' | 'differ' | undefined {
  const [mine, theirs] = [a.results ?? [], b.results ?? []];
  const pairs = mine.flatMap((one) => {
    const other = theirs.find(({ outcome }) => outcome === one.outcome);
    return other === undefined ? [] : [(one.change === 'favours') === (other.change === 'favours')];
  });
  const alike = pairs.filter(Boolean).length;
  if (pairs.length > 0) return alike * 2 === pairs.length ? undefined : alike * 2 > pairs.length ? 'agree' : 'differ';
  const isByOutcome = mine.length > 0 && theirs.length > 0 && !a.setback && !b.setback;
  if (isByOutcome || a.direction === 'unclear' || b.direction === 'unclear') return undefined;
  return a.direction === b.direction ? 'agree' : 'differ';
}
