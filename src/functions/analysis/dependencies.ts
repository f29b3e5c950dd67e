/** What an artifact depends on: imports of code, entries of manifests; what is unpinned, doubled or unused. */
import { type Finding, type Location, locator, makeFinding, type Severity } from './finding.ts';
import type { Language } from './language.ts';
import { CODE, type Scan } from './scan.ts';

export interface Dependency {
  readonly name: string;
  readonly kind: 'package' | 'relative' | 'builtin';
  readonly version?: string;
  readonly line: number;
}

export interface Dependencies {
  readonly dependencies: readonly Dependency[];
  readonly findings: readonly Finding[];
}

export function readImports(scanned: Scan, language: Language): Dependencies {
  const locate = locator(scanned.text);
  const dependencies: Dependency[] = [];
  const findings: Finding[] = [];
  const seen = new Map<string, number>();
  for (const pattern of language.imports)
    for (const match of scanned.withoutComments.matchAll(pattern)) {
      const at = match.index + (match[0].length - match[0].trimStart().length);
      if (scanned.kinds[at] !== CODE && !(language.name === 'go' && match[0].trimStart().startsWith('"'))) continue;
      const name = match.groups?.name ?? '';
      const place = locate(at);
      const statement = match[0].trim();
      if (seen.has(statement) && language.name !== 'go')
        findings.push(say('duplicate-import', 'minor', place, `${name} is imported twice.`, 'Keep one import.'));
      seen.set(statement, place.line);
      dependencies.push({ name, kind: kindOf(name), line: place.line });
    }
  if (language.name === 'python') findings.push(...unusedInPython(scanned));
  return { dependencies: dependencies.sort((a, b) => a.line - b.line), findings };
}

function kindOf(name: string): Dependency['kind'] {
  if (/^(?:\.|\/|@\/|~\/|#)/.test(name)) return 'relative';
  return /^(?:node:|std::|std$)/.test(name) ? 'builtin' : 'package';
}

/** Names that an import binds and nothing uses. */
function unusedInPython(scanned: Scan): Finding[] {
  const locate = locator(scanned.text);
  const found: Finding[] = [];
  const everywhere = countWords(scanned.bare);
  if (everywhere.has('__all__')) return [];
  for (const match of scanned.bare.matchAll(/^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+([^\n(*]{1,400})$/gm)) {
    const here = countWords(match[0]);
    for (const part of match[1]!.split(',')) {
      const bound = (/\bas[ \t]+(\w+)/.exec(part)?.[1] ?? part.trim().split('.')[0]!).trim();
      if (bound !== '' && (everywhere.get(bound) ?? 0) === (here.get(bound) ?? 0))
        found.push(
          say('unused-import', 'minor', locate(match.index), `${bound} is imported and not used.`, 'Take it out.'),
        );
    }
  }
  return found;
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/\w+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** package.json, requirements.txt, pyproject's list, go.mod; undefined where the text is no manifest. */
export function readManifest(text: string, fileName = ''): Dependencies | undefined {
  const entries = readPackageJson(text) ?? readGoModule(text) ?? readRequirements(text, fileName);
  if (entries === undefined) return undefined;
  const findings: Finding[] = [];
  const seen = new Map<string, number>();
  for (const { name, version = '', line } of entries) {
    const place = { line, column: 1 };
    const loose = looseness(version);
    if (loose !== undefined)
      findings.push(
        say(
          'unpinned',
          loose,
          place,
          `${name} is not pinned to one version.`,
          'Name the version, and keep a lock file.',
        ),
      );
    if (/^(?:git\+|git:|https?:|file:|github:)/.test(version))
      findings.push(
        say(
          'not-from-registry',
          'minor',
          place,
          `${name} does not come from the registry.`,
          'Take a published version.',
        ),
      );
    if (seen.has(name))
      findings.push(say('duplicate-dependency', 'major', place, `${name} is listed twice.`, 'Keep one entry.'));
    seen.set(name, line);
  }
  return { dependencies: entries, findings };
}

/** How much a version leaves open. */
function looseness(version: string): Severity | undefined {
  if (version === '' || version === '*' || /^(?:latest|x|next|>=?)/.test(version)) return 'major';
  return /^[\^~]|^~=|[<>]|\.\*|\|\|/.test(version) ? 'info' : undefined;
}

function readPackageJson(text: string): Dependency[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const lists = Object.entries(parsed).filter(
    ([key, value]) => /^(?:dev|peer|optional)?dependencies$/i.test(key) && typeof value === 'object' && value !== null,
  );
  if (lists.length === 0) return undefined;
  const locate = locator(text);
  return lists.flatMap(([list, entries]) => {
    const from = Math.max(0, text.indexOf(`"${list}"`));
    return Object.entries(entries as Record<string, unknown>).map(([name, version]) => ({
      name,
      kind: 'package' as const,
      version: String(version),
      line: locate(Math.max(0, text.indexOf(`"${name}"`, from))).line,
    }));
  });
}

function readGoModule(text: string): Dependency[] | undefined {
  if (!/^module[ \t]+\S+/m.test(text)) return undefined;
  const locate = locator(text);
  return [...text.matchAll(/^[ \t]*(?:require[ \t]+)?([\w.-]+\.[\w./-]+)[ \t]+(v[\w.+-]+)/gm)].map((match) => ({
    name: match[1]!,
    kind: 'package' as const,
    version: match[2]!,
    line: locate(match.index).line,
  }));
}

const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)(?:\[[\w, -]*\])?[ \t]*((?:===?|~=|!=|>=?|<=?)[^;#]*)?(?:[;#].*)?$/;

function readRequirements(text: string, fileName: string): Dependency[] | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const own = lines.filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('-'));
  const named = /requirements[\w.-]*\.txt$|constraints\.txt$/.test(fileName);
  const pinned = own.filter((line) => /[=<>~]=/.test(line)).length;
  if (own.length === 0 || !own.every((line) => REQUIREMENT.test(line)) || (!named && pinned === 0)) return undefined;
  return lines.flatMap((line, index) => {
    const match = line.startsWith('-') || line.startsWith('#') ? null : REQUIREMENT.exec(line);
    if (match === null) return [];
    const version = (match[2] ?? '').trim().replace(/^===?\s*/, '');
    return [{ name: match[1]!.toLowerCase(), kind: 'package' as const, version, line: index + 1 }];
  });
}

function say(rule: string, severity: Severity, location: Location, message: string, fix_hint: string): Finding {
  return makeFinding({ rule, severity, category: 'dependency', location, message, fix_hint });
}
