/** How many entries a part of data has, and whether one of a name is there, where the criterion names the part in plain words. */
import { parse } from 'yaml';
import { splitName, wordsIn } from '../../../text/index.ts';
import { type Artifact, readNumber, type Seen, seen } from '../seen.ts';

interface Part {
  readonly key: string;
  readonly value: object;
}

/** "There are exactly two development dependencies", "Defines a "lint" script". */
export function judgeEntries({ text, path, code }: Artifact, criterion: string): Seen | undefined {
  if (code !== undefined || !(/\.(?:json|ya?ml)$/i.test(path ?? '') || /^\s*[{[]/.test(text))) return undefined;
  const parts = partsIn(text);
  if (parts === undefined) return undefined;
  return judgeNumber(parts, criterion) ?? judgeName(parts, criterion);
}

const NUMBER =
  /^(?:the (?:file|document|configuration|config|compose file|manifest) )?(?:there (?:is|are)|has|have|lists?|defines?|declares?|contains?|names?|includes?) (?<bound>exactly|at least|at most|more than|fewer than|no more than|only|just)? ?(?<n>\d+|one|two|three|four|five|six|seven|eight|nine|ten|no) (?<what>[\w -]{3,40}?)(?<more> or (?:more|fewer|less))?$/i;
const PASSIVE =
  /^(?<bound>exactly|at least|at most|more than|fewer than|no more than|only)? ?(?<n>\d+|one|two|three|four|five|six|seven|eight|nine|ten|no) (?<what>[\w -]{3,40}?) (?:is|are) (?:defined|listed|declared|given|configured|set|named|there)$/i;

function judgeNumber(parts: readonly Part[], criterion: string): Seen | undefined {
  const plain = criterion.trim().replace(/[.!]+$/, '');
  const groups = (NUMBER.exec(plain) ?? PASSIVE.exec(plain))?.groups;
  const n = groups?.['n']?.toLowerCase() === 'no' ? 0 : readNumber(groups?.['n']);
  const part = groups === undefined ? undefined : findPart(parts, groups['what']!);
  if (n === undefined || part === undefined) return undefined;
  const has = Object.keys(part.value).length;
  const more = groups!['more']?.trim().toLowerCase();
  const bound =
    more === undefined ? (groups!['bound']?.toLowerCase() ?? '') : more === 'or more' ? 'at least' : 'at most';
  const holds =
    bound === 'at least'
      ? has >= n
      : /at most|no more/.test(bound)
        ? has <= n
        : bound === 'more than'
          ? has > n
          : bound === 'fewer than'
            ? has < n
            : has === n;
  return seen(holds, `"${part.key}" has ${has}: ${Object.keys(part.value).join(', ')}.`.slice(0, 200));
}

const NAMED =
  /^(?:the (?:file|document|configuration|config|manifest) )?(?:there (?:is|must be)|has|have|defines?|declares?|contains?|includes?|lists?|depends on|names?) (?<no>no )?(?:an? |the )?["'`](?<name>[^"'`]+)["'`] (?:as an? )?(?<what>[a-z][\w -]{2,30})$/i;

function judgeName(parts: readonly Part[], criterion: string): Seen | undefined {
  const groups = NAMED.exec(criterion.trim().replace(/[.!]+$/, ''))?.groups;
  const part = groups === undefined ? undefined : findPart(parts, groups['what']!);
  if (part === undefined) return undefined;
  const name = groups!['name']!;
  const there = Array.isArray(part.value) ? part.value.includes(name) : Object.hasOwn(part.value, name);
  return seen(there !== (groups!['no'] !== undefined), `"${name}" is${there ? '' : ' not'} under "${part.key}".`);
}

function partsIn(text: string): Part[] | undefined {
  const found: Part[] = [];
  const walk = (at: unknown, depth: number): void => {
    if (typeof at !== 'object' || at === null || depth > 20) return;
    for (const [key, value] of Object.entries(at)) {
      if (typeof value === 'object' && value !== null) found.push({ key, value });
      walk(value, depth + 1);
    }
  };
  try {
    walk(parse(text), 0);
    return found;
  } catch {
    return undefined;
  }
}

/** The one part whose name is made of these words: "development dependencies" is `devDependencies`. */
function findPart(parts: readonly Part[], said: string): Part | undefined {
  const wanted = wordsIn(said).map(({ lower }) => lower.replace(/s$/, ''));
  const fits = ({ key }: Part) => {
    const own = splitName(key).map((part) => part.toLowerCase().replace(/s$/, ''));
    return (
      own.length === wanted.length &&
      own.every((part, index) => {
        const other = wanted[index]!;
        return part === other || (part.length >= 3 && other.startsWith(part)) || same(part, other);
      })
    );
  };
  const found = parts.filter(fits);
  return found.length === 1 ? found[0] : undefined;
}

/** "dependencies", "dependency". */
function same(a: string, b: string): boolean {
  return a.replace(/ie$|y$/, '') === b.replace(/ie$|y$/, '');
}
