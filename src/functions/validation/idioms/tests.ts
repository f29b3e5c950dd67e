/** "There is a test for an unknown unit": the tests of a file, and what each of them speaks of. */
import { wordsIn } from '../../../text/index.ts';
import { areKin } from '../../../text/lexicon.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { isThin, readAsked, rootsOfName, sameRoot } from '../deeds/wording.ts';
import { type Seen, seen } from '../seen.ts';

const ASKS: readonly RegExp[] = [
  /^(?:there (?:is|are|must be|should be)|has|have|contains?|includes?|comes with)\s+(?:an?|at least one|some)?\s*(?:unit |automated )?tests?\s+(?:cases? )?(?:for|of|on|that covers?|covering|that checks?|which covers?)\s+(?<what>.+)$/i,
  /^(?<what>.+?)\s+(?:is|are)\s+(?:also )?(?:covered|exercised|checked|verified)\s+(?:by|in)\s+(?:an?|the|at least one|its own)?\s*(?:unit )?tests?$/i,
  /^(?<what>.+?)\s+(?:is|are|has been|have been)\s+(?:unit[- ])?tested$/i,
  /^(?:an?|one|some|the) (?:unit )?tests?\s+(?:covers?|checks?|exercises?)\s+(?<what>.+)$/i,
];

export interface Test {
  readonly start: number;
  readonly end: number;
}

const MARKS = /#\[(?:\w+::)?test\b|@Test\b|@ParameterizedTest\b|@pytest\b/;
const CALL = /\b(?:it|test)(?:\.\w+)*\s*\(\s*(['"`])/g;

/** Functions that are tests by name or mark, and calls of `it` and `test`. */
export function testsOf({ text, code }: CodeArtifact): Test[] {
  const named = code.symbols.filter(({ name, start, callable }) => {
    if (callable === undefined) return false;
    const above = text.slice(Math.max(0, start - 80), start + 40).split('\n');
    const marked = MARKS.test(above.slice(-4).join('\n'));
    return marked || /^test_|^Test[A-Z_]|^test[A-Z]/.test(name);
  });
  const calls = [...text.matchAll(CALL)].map(({ index }) => index);
  return [
    ...named.map(({ start, end }) => ({ start, end })),
    ...calls.map((start, at) => ({ start, end: calls[at + 1] ?? text.length })),
  ];
}

export function judgeTests(artifact: CodeArtifact, criterion: string): Seen | undefined {
  const what = ASKS.map((pattern) => pattern.exec(criterion)?.groups?.['what']).find((one) => one !== undefined);
  if (what === undefined || /^(?:it|this|everything|code|the code)$/i.test(what)) return undefined;
  const tests = testsOf(artifact);
  if (tests.length === 0) return seen(false, 'There is no test in it.');
  const wanted = readAsked(what).words.filter(({ lower }) => !isThin(lower));
  if (wanted.length === 0) return undefined;
  const found = tests.find(({ start, end }) => {
    const body = artifact.text.slice(start, end);
    const spoken = wordsIn(body.replace(/_/g, ' ')).flatMap(({ text }) => rootsOfName(text));
    return wanted.every(({ lower, root }) => spoken.some((one) => sameRoot(one, root) || areKin(one, lower)));
  });
  return found === undefined
    ? seen(false, `None of its ${tests.length} tests speaks of it.`, { at: tests[0]!.start })
    : seen(true, 'A test speaks of it.', {
        at: found.start,
        evidence: artifact.text.slice(found.start, found.end).split('\n').slice(0, 3).join(' ').slice(0, 120),
      });
}
