/** What may hold of a member of a domain, by the syntax tree; undefined where that cannot be told in its language. */
import type { CodeArtifact } from '../deeds/scope.ts';
import type { Member } from './domains.ts';
import { isPublic } from './symbols.ts';

export type Predicate =
  | 'documented'
  | 'returns_typed'
  | 'typed'
  | 'returns_error'
  | 'final'
  | 'static'
  | 'private'
  | 'public'
  | 'async'
  | 'abstract'
  | 'readonly'
  | 'synchronized'
  | 'generic'
  | 'recursive'
  | 'snake'
  | 'camel'
  | 'pascal'
  | 'upper';
export type Measure = 'lines' | 'parameters' | 'levels' | 'complexity';

const STYLES: Readonly<Record<string, RegExp>> = {
  snake: /^_*[a-z][a-z0-9_]*$/,
  camel: /^_*[a-z][a-zA-Z0-9]*$/,
  pascal: /^[A-Z][a-zA-Z0-9]*$/,
  upper: /^[A-Z][A-Z0-9_]*$/,
};
/** Not named by whoever wrote the file. */
const GIVEN = /^(?:__\w+__|constructor)$/;
const UNTYPED = new Set(['shell', 'sql']);

export function holds(artifact: CodeArtifact, member: Member, predicate: Predicate): boolean | undefined {
  const { symbol, name, text } = member;
  const { language } = artifact.code;
  const header = symbol === undefined ? text : `${leadOf(artifact.text, symbol.start)} ${symbol.header}`;
  switch (predicate) {
    case 'documented':
      return symbol?.documented;
    case 'returns_typed':
      return UNTYPED.has(language) || symbol?.callable === undefined
        ? undefined
        : symbol.callable.returns !== '' || GIVEN.test(symbol.name);
    case 'typed':
      return isTyped(member, language);
    case 'returns_error':
      return symbol?.callable === undefined ? undefined : /\b(?:error|Result|Err)\b/.test(symbol.callable.returns);
    case 'recursive':
      return artifact.code.calls.some((call) => call.within === name && call.name.split(/\.|::/).at(-1) === name);
    case 'private':
    case 'public':
      return symbol === undefined
        ? new RegExp(`\\b${predicate}\\b`).test(text)
        : isPublic(symbol, language) === (predicate === 'public');
    case 'snake':
    case 'camel':
    case 'pascal':
    case 'upper':
      return GIVEN.test(name) || STYLES[predicate]!.test(name);
    case 'readonly':
      return /\b(?:readonly|final|const|val)\b|frozen\s*=\s*True/.test(header);
    case 'generic':
      return /<\s*[A-Z]\w*|\[[A-Z]\w*\s/.test(header);
    default:
      return new RegExp(`\\b${predicate}\\b`).test(header);
  }
}

function isTyped({ symbol, text, name }: Member, language: string): boolean | undefined {
  if (UNTYPED.has(language)) return undefined;
  if (!/^(?:python|typescript|tsx|javascript)$/.test(language)) return true;
  // A parameter by itself.
  if (symbol !== undefined && text === name && symbol.name !== name)
    return /^(?:self|cls|\*|\/)$/.test(text) || /:/.test(text);
  if (symbol?.callable === undefined) return undefined;
  return symbol.callable.typed && (symbol.callable.returns !== '' || GIVEN.test(symbol.name));
}

function leadOf(text: string, start: number): string {
  return text
    .slice(Math.max(0, start - 160), start)
    .split('\n')
    .slice(-3)
    .filter((line, index, lines) => index === lines.length - 1 || /^\s*[@#]/.test(line))
    .join('\n');
}

export function measure({ symbol }: Member, what: Measure): number | undefined {
  if (symbol === undefined) return undefined;
  if (what === 'lines') return symbol.endLine - symbol.line + 1;
  const { callable } = symbol;
  if (callable === undefined) return undefined;
  return what === 'parameters'
    ? callable.parameters.length
    : what === 'levels'
      ? callable.nesting
      : callable.cyclomatic;
}
