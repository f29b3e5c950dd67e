/** What a file defines, by kind, by name, by who may see it; what each of them must have. */
import type { CodeSymbol, Span } from '../../../reading/index.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import type { Groups } from '../recognise.ts';
import { type Artifact, type Check, type Seen, seen } from '../seen.ts';

export type CodeCheck = (artifact: CodeArtifact, groups: Groups) => Seen | undefined;

/** A check that needs code: of what is none, nothing can be said by it. */
export function onCode(check: CodeCheck): Check {
  return (artifact, groups) => (artifact.code === undefined ? undefined : check(artifact as CodeArtifact, groups));
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  function: ['function', 'method', 'procedure'],
  method: ['method', 'function'],
  class: ['class', 'struct', 'interface'],
  type: ['type', 'struct', 'enum', 'interface', 'class', 'trait'],
  interface: ['interface', 'type', 'trait'],
  struct: ['struct', 'type'],
  module: ['module', 'namespace'],
  namespace: ['namespace', 'module'],
};

/** Words for whatever a file defines. */
const ANYTHING = new Set(['identifier', 'symbol', 'item', 'definition', 'declaration', 'name']);

export function symbolsOf({ code }: CodeArtifact, kind = '', scope = ''): CodeSymbol[] {
  const bare = kind
    .toLowerCase()
    .replace(/(?:sses)$/, 'ss')
    .replace(/indexes$/, 'index')
    .replace(/(?<!s)s$/, '');
  const wanted = KINDS[bare] ?? [bare];
  const own = code.symbols.filter(({ kind: one }) => kind === '' || ANYTHING.has(bare) || wanted.includes(one));
  return /public|exported/i.test(scope) ? own.filter((one) => isPublic(one, code.language)) : own;
}

export function isPublic({ name, header, parent }: CodeSymbol, language: string): boolean {
  if (language === 'go') return /^\p{Lu}/u.test(name);
  if (language === 'python') return !name.startsWith('_');
  if (language === 'rust') return /\bpub\b/.test(header);
  if (language === 'java') return /\bpublic\b/.test(header);
  if (language === 'typescript' || language === 'tsx' || language === 'javascript')
    return parent !== undefined ? !/\bprivate\b|^#/.test(header) : true;
  return !/\bstatic\b/.test(header);
}

/** Whether other files can have it. A script says so at the definition or in a list of its own. */
export function isExported(artifact: CodeArtifact, name: string, symbol: CodeSymbol | undefined): boolean {
  const { language } = artifact.code;
  if (!/^(?:typescript|tsx|javascript)$/.test(language)) return symbol === undefined || isPublic(symbol, language);
  const own = name.replace(/[^\w$]/g, '').replace(/\$/g, '\\$');
  const declared = `^\\s*export\\s+(?:default\\s+|declare\\s+|abstract\\s+|async\\s+)*(?:function\\s*\\*?|class|interface|type|enum|const|let|var|namespace)\\s+${own}\\b`;
  const listed = `\\bexport\\s*(?:type\\s*)?\\{[^}]*\\b${own}\\b(?!\\s*:)[^}]*\\}|\\bexport\\s+default\\s+${own}\\b|\\bexports\\b[^;\\n]*[.{,=]\\s*${own}\\b`;
  return new RegExp(`${declared}|${listed}`, 'm').test(artifact.text);
}

export function findSymbol(artifact: CodeArtifact, said: string): CodeSymbol | undefined {
  const parts = said.replace(/\(\)$/, '').split(/\.|::|#/);
  const name = parts.at(-1)!;
  const named = artifact.code.symbols.filter(
    (one) => one.name === name || one.name.toLowerCase() === name.toLowerCase(),
  );
  const owner = parts.at(-2);
  return (
    named.find(({ parent }) => owner === undefined || parent?.toLowerCase() === owner.toLowerCase()) ??
    (owner === undefined ? undefined : named.find(({ level }) => level === 1))
  );
}

export function each(
  symbols: readonly CodeSymbol[],
  holds: (symbol: CodeSymbol) => boolean,
  what: string,
): Seen | undefined {
  if (symbols.length === 0) return undefined;
  const odd = symbols.find((one) => !holds(one));
  return odd === undefined
    ? seen(true, `Each of the ${symbols.length} has ${what}.`)
    : seen(false, `${odd.name} (line ${odd.line}) has no ${what}.`, { at: odd.start });
}

export function measureOf(symbol: CodeSymbol, what: string): number {
  const { callable } = symbol;
  if (/param|argument/i.test(what)) return callable?.parameters.length ?? 0;
  if (/level/i.test(what)) return callable?.nesting ?? 0;
  if (/complex/i.test(what)) return callable?.cyclomatic ?? 1;
  return symbol.endLine - symbol.line + 1;
}

export function textOf({ text }: Artifact, { start, end }: Span): string {
  return text.slice(start, end);
}
