/** .gitignore: which files a folder's owner does not count as part of it. */

export type Ignored = (path: string, isFolder: boolean) => boolean | undefined;

/** The rules of one file. `path` is relative to its folder; the last rule that fits decides, undefined where none does. */
export function readIgnore(source: string): Ignored {
  const rules = source
    .split(/\r?\n/)
    .slice(0, MOST_RULES)
    .flatMap((line) => readRule(line) ?? []);
  return (path, isFolder) => {
    const rule = rules.findLast(({ pattern, foldersOnly }) => (isFolder || !foldersOnly) && pattern.test(path));
    return rule === undefined ? undefined : !rule.negated;
  };
}

const MOST_RULES = 2000;
/** A line with more stars than this is an attack on the matcher, not a rule. */
const MOST_STARS = 8;

interface Rule {
  readonly pattern: RegExp;
  readonly negated: boolean;
  readonly foldersOnly: boolean;
}

function readRule(line: string): Rule | undefined {
  let rule = line.replace(/(?<!\\)\s+$/, '');
  if (rule === '' || rule.startsWith('#') || rule.length > 300) return undefined;
  if (rule.split('*').length > MOST_STARS + 1) return undefined;
  const negated = rule.startsWith('!');
  if (negated) rule = rule.slice(1);
  const foldersOnly = rule.endsWith('/');
  if (foldersOnly) rule = rule.slice(0, -1);
  const anchored = rule.includes('/');
  if (rule.startsWith('/')) rule = rule.slice(1);
  if (rule === '') return undefined;
  try {
    return { pattern: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${toPattern(rule)}$`), negated, foldersOnly };
  } catch {
    return undefined;
  }
}

function toPattern(rule: string): string {
  return rule.replace(
    /\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]\\/]+\]|\\(.)|[.+^${}()|[\]\\]/g,
    (found, escaped: string | undefined) => {
      if (found === '**/') return '(?:.*/)?';
      if (found === '/**') return '/.*';
      if (found.startsWith('*')) return '[^/]*';
      if (found === '?') return '[^/]';
      if (found.startsWith('[') && found.length > 2) return found.replace('[!', '[^');
      return (escaped ?? found).replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
    },
  );
}
