/** Finds the files below a path. What is not a plain file inside it is named with the reason, and never opened. */
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type Ignored, readIgnore } from './ignore.ts';

export interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
}

export interface Skip {
  readonly file: string;
  readonly why: string;
}

export interface Walk {
  readonly files: FoundFile[];
  readonly skipped: Skip[];
}

/** Everything below `path`, in the order of names. Throws what the file system says of `path` itself. */
export function walkFiles(path: string): Walk {
  const root = realpathSync(path);
  const walk: Walk = { files: [], skipped: [] };
  const stat = statSync(root);
  if (stat.isDirectory()) walkFolder(root, root, rulesAbove(root), walk, 0);
  else if (stat.isFile()) walk.files.push({ path: root, size: stat.size, mtime: stat.mtimeMs });
  else walk.skipped.push({ file: root, why: 'It is not a regular file.' });
  return walk;
}

const NEVER = new Set(['node_modules', '.git']);
const DEEPEST = 64;

interface Rules {
  readonly folder: string;
  readonly ignored: Ignored;
}

function walkFolder(folder: string, root: string, above: readonly Rules[], walk: Walk, depth: number): void {
  if (depth > DEEPEST)
    return void walk.skipped.push({ file: folder, why: `It lies more than ${DEEPEST} folders deep.` });
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch (thrown) {
    return void walk.skipped.push({ file: folder, why: `The folder cannot be read (${codeOf(thrown)}).` });
  }
  const rules = [...above, ...rulesOf(folder)];
  for (const name of names) {
    if (NEVER.has(name)) continue;
    visit(join(folder, name), root, rules, walk, depth);
  }
}

function visit(path: string, root: string, rules: readonly Rules[], walk: Walk, depth: number): void {
  try {
    const stat = lstatSync(path);
    if (isIgnored(path, stat.isDirectory(), rules)) return;
    if (stat.isSymbolicLink()) walk.skipped.push({ file: path, why: describeLink(path, root) });
    else if (stat.isDirectory()) walkFolder(path, root, rules, walk, depth + 1);
    else if (stat.isFile()) walk.files.push({ path, size: stat.size, mtime: stat.mtimeMs });
    else walk.skipped.push({ file: path, why: 'It is not a regular file.' });
  } catch (thrown) {
    walk.skipped.push({ file: path, why: `It cannot be read (${codeOf(thrown)}).` });
  }
}

function describeLink(path: string, root: string): string {
  try {
    const target = realpathSync(path);
    return target === root || target.startsWith(root + sep)
      ? 'It is a link; what it leads to is indexed where it stands.'
      : 'It is a link that leads out of the folder.';
  } catch {
    return 'It is a link that leads nowhere.';
  }
}

function rulesOf(folder: string): Rules[] {
  try {
    return [{ folder, ignored: readIgnore(readFileSync(join(folder, '.gitignore'), 'utf8')) }];
  } catch {
    return [];
  }
}

/** The rules of the folders above count too, up to the top of the repository. */
function rulesAbove(root: string): Rules[] {
  const rules: Rules[] = [];
  for (let at = root; !isTop(at) && dirname(at) !== at; ) {
    at = dirname(at);
    rules.unshift(...rulesOf(at));
    if (isTop(at)) return rules;
  }
  return [];
}

function isTop(folder: string): boolean {
  try {
    lstatSync(join(folder, '.git'));
    return true;
  } catch {
    return false;
  }
}

function isIgnored(path: string, isFolder: boolean, rules: readonly Rules[]): boolean {
  for (const { folder, ignored } of rules.toReversed()) {
    const verdict = ignored(relative(folder, path).replaceAll(sep, '/'), isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

export function codeOf(thrown: unknown): string {
  return (thrown as NodeJS.ErrnoException).code ?? 'unknown';
}
