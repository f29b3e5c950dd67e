import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { failRun, reject } from '../cypher/reject.ts';

/**
 * `=~`: the whole text must match. A pattern that could backtrack for long runs under a watchdog, since nothing else can
 * stop a regular expression once it has started.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const expression = compilePattern(pattern);
  if (isTame(text, pattern)) return expression.test(text);
  try {
    return runInNewContext(
      'expression.test(text)',
      { expression, text },
      { timeout: isMainThread ? 40 : 250 },
    ) as boolean;
  } catch {
    throw reject('limit', 'A regular expression took too long.', {
      hint: 'Use CONTAINS, STARTS WITH or a simpler pattern.',
    });
  }
}

const compiled = new Map<string, RegExp>();

function compilePattern(pattern: string): RegExp {
  const known = compiled.get(pattern);
  if (known) return known;
  const flags = /^\(\?([imsu]+)\)/.exec(pattern);
  const body = flags ? pattern.slice(flags[0].length) : pattern;
  const letters = new Set(['u', ...(flags?.[1] ?? '').replace('u', '')]);
  try {
    const made = new RegExp(`^(?:${body})$`, [...letters].join(''));
    if (compiled.size > 200) compiled.clear();
    compiled.set(pattern, made);
    return made;
  } catch {
    throw failRun('InvalidArgumentValue', 'The text after =~ is no regular expression.');
  }
}

function isTame(text: string, pattern: string): boolean {
  const repeats = pattern.match(/[*+{?]/g)?.length ?? 0;
  return text.length <= 300 && repeats <= 2 && !pattern.includes('\\1') && !/\)[*+{]/.test(pattern);
}
