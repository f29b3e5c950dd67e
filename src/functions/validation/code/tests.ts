/** "There is a test for the empty string": a test whose name or body has to do with each word of it. */
import { splitName, wordsIn } from '../../../text/index.ts';
import { areKin } from '../../../text/lexicon.ts';
import { root } from '../../statements/wording.ts';
import { isStopword } from '../../text/words.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { isThin, sameRoot } from '../deeds/wording.ts';
import { type Check, type Seen, seen } from '../seen.ts';
import { membersOf } from './domains.ts';
import { onCode } from './symbols.ts';

/** What a value is called, by how it is written. */
const WRITTEN: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:empty|blank)$/, /""|''|``|\[\]|\{\}|\bempty\b/i],
  [/^(?:list|array|slice|vector)$/, /\[|vec!|List\b/],
  [/^(?:string|text|input)$/, /["'`]/],
  [/^negative$/, /[(,=\s]-\s?\d|negative/i],
  [/^zero$/, /\b0\b|zero/i],
  [/^(?:null|missing|none|nil|undefined)$/, /\bnull\b|\bNone\b|\bnil\b|undefined|missing/],
  [/^(?:error|errors|exception|failure|invalid|rejected)$/, /throw|raise|[eE]rr|is_err|fail|invalid|reject/],
];

export const TESTS: Readonly<Record<string, Check>> = {
  test_for: onCode((artifact, { words = '' }) => judgeTests(artifact, words)),
};

function judgeTests(artifact: CodeArtifact, said: string): Seen | undefined {
  const wanted = wordsIn(said)
    .map(({ lower }) => lower)
    .filter((word) => !isStopword(word) && (!isThin(word) || WRITTEN.some(([name]) => name.test(word))));
  if (wanted.length === 0) return undefined;
  const tests = membersOf(artifact, 'test', undefined, undefined) ?? [];
  if (tests.length === 0) return { ...seen(false, 'There are no tests.'), likely: true };
  const found = tests.find(({ start, name }, index) => {
    const body = artifact.text.slice(start, tests[index + 1]?.start ?? endOf(artifact, start));
    const words = new Set(
      [...splitName(name), ...(body.match(/[A-Za-z_]\w*/g) ?? []).flatMap(splitName)].map((one) => one.toLowerCase()),
    );
    return wanted.every((word) => speaksOf(word, words, body));
  });
  return {
    ...seen(found !== undefined, found === undefined ? 'No test has to do with it.' : `${found.name} does.`, {
      at: found?.start,
    }),
    likely: true,
  };
}

function endOf({ code, text }: CodeArtifact, start: number): number {
  return (
    code.symbols.find((one) => one.start <= start && one.end > start && one.callable !== undefined)?.end ?? text.length
  );
}

function speaksOf(word: string, words: ReadonlySet<string>, body: string): boolean {
  if (WRITTEN.some(([name, shown]) => name.test(word) && shown.test(body))) return true;
  return [...words].some((one) => one === word || sameRoot(root(one), root(word)) || areKin(one, word));
}
