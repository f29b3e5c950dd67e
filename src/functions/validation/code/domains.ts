/** The domains that a criterion may quantify over, as the syntax tree has them. */
import type { CodeSymbol } from '../../../reading/index.ts';
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import { fieldsOf } from './members.ts';
import { isExported, isPublic, symbolsOf } from './symbols.ts';

export type Domain =
  | 'function'
  | 'method'
  | 'callable'
  | 'class'
  | 'struct'
  | 'type'
  | 'interface'
  | 'enum'
  | 'definition'
  | 'parameter'
  | 'field'
  | 'variant'
  | 'test'
  | 'table'
  | 'view'
  | 'index'
  | 'import';

export interface Member {
  readonly name: string;
  readonly text: string;
  readonly start: number;
  readonly line: number;
  readonly symbol?: CodeSymbol | undefined;
  /** Where it ends, if it is no symbol: a test that is a call. */
  readonly end?: number | undefined;
}

/** Undefined: such things are not told apart in this language. */
export function membersOf(
  artifact: CodeArtifact,
  domain: Domain,
  within: CodeSymbol | undefined,
  scope: string | undefined,
): Member[] | undefined {
  const { code } = artifact;
  const inside = ({ start }: { readonly start: number }) =>
    within === undefined || (start > within.start && start < within.end);
  const own = (symbols: readonly CodeSymbol[]) =>
    symbols.filter((one) => inside(one) && one !== within).map((one) => fromSymbol(artifact, one));
  const all = (): Member[] | undefined => {
    switch (domain) {
      case 'callable':
      case 'function':
      case 'method':
        return own(
          code.symbols.filter(
            ({ callable, kind, parent, name }) =>
              (callable !== undefined || kind === 'function') &&
              (domain !== 'method' || ((kind === 'method' || parent !== undefined) && !isConstructor(name, parent))),
          ),
        );
      case 'parameter':
        return callablesOf(artifact, within).flatMap((one) =>
          one.callable!.parameters.map((text) => ({ name: text, text, start: one.start, line: one.line, symbol: one })),
        );
      case 'field':
        return fieldsOf(artifact)
          .filter(inside)
          .map(({ text, start }) => ({ name: text.trim().slice(0, 40), text, start, line: lineAt(artifact, start) }));
      case 'variant':
        return within === undefined ? undefined : variantsOf(artifact, within);
      case 'import':
        return code.imports.map(({ text, start }) => ({
          name: text.trim(),
          text,
          start,
          line: lineAt(artifact, start),
        }));
      case 'test':
        return testsOf(artifact);
      default:
        return own(symbolsOf(artifact, domain));
    }
  };
  return all()?.filter((member) => isInScope(artifact, member, scope));
}

function isConstructor(name: string, parent: string | undefined): boolean {
  return name === parent || name === 'constructor' || name === '__init__';
}

function callablesOf({ code }: CodeArtifact, within: CodeSymbol | undefined): CodeSymbol[] {
  return code.symbols.filter(
    (one) =>
      one.callable !== undefined &&
      (within === undefined || one === within || (one.start > within.start && one.end <= within.end)),
  );
}

function fromSymbol({ text }: CodeArtifact, symbol: CodeSymbol): Member {
  const { name, start, end, line } = symbol;
  return { name, text: text.slice(start, end), start, line, symbol };
}

function lineAt({ text }: CodeArtifact, at: number): number {
  return text.slice(0, at).split('\n').length;
}

function isInScope(artifact: CodeArtifact, { symbol, text }: Member, scope: string | undefined): boolean {
  if (scope === undefined) return true;
  if (scope === 'async' || scope === 'static') return new RegExp(`\\b${scope}\\b`).test(symbol?.header ?? text);
  const open =
    symbol === undefined
      ? !/\bprivate\b/.test(text)
      : symbol.parent === undefined
        ? isExported(artifact, symbol.name, symbol)
        : isPublic(symbol, artifact.code.language);
  return open === (scope === 'public');
}

/** What an enumeration lists. */
function variantsOf(artifact: CodeArtifact, { start, end, name }: CodeSymbol): Member[] | undefined {
  const bare = bareCode(artifact).slice(start, end);
  if (artifact.code.language === 'python')
    return [...bare.matchAll(/^\s+([A-Za-z_]\w*)\s*=/gm)].map((match) =>
      memberAt(artifact, match[1]!, start + match.index),
    );
  const open = bare.indexOf('{');
  if (!/\b(?:enum|union|sealed)\b/.test(bare.slice(0, Math.max(open, 0)) || bare)) return undefined;
  const body = open < 0 ? bare.slice(bare.indexOf('=') + 1) : bare.slice(open + 1, bare.lastIndexOf('}'));
  const found: Member[] = [];
  let depth = 0;
  let from = 0;
  const push = (to: number) => {
    const text = body
      .slice(from, to)
      .replace(/#\[[^\]]*\]/g, ' ')
      .trim();
    if (text !== '') found.push(memberAt(artifact, text.split(/[\s({=]/)[0]!, start + open + 1 + from));
    from = to + 1;
  };
  for (let at = 0; at < body.length; at++) {
    if (/[({[<]/.test(body[at]!)) depth++;
    else if (/[)}\]>]/.test(body[at]!)) depth--;
    else if (body[at] === ',' && depth === 0) push(at);
    // Java: after the constants come fields and methods.
    else if (body[at] === ';' && depth === 0) {
      push(at);
      return found;
    }
  }
  push(body.length);
  return found.filter(({ name: one }) => one !== name);
}

function memberAt(artifact: CodeArtifact, name: string, start: number): Member {
  return { name, text: name, start, line: lineAt(artifact, start) };
}

const TEST =
  /\b(?:test|it)(?:\.\w+)?\s*\(\s*["'`]([^"'`]*)|\bdef\s+(test_\w+)|@Test\b[\s\S]{0,120}?\s(\w+)\s*\(|\bfunc\s+(Test\w+)|#\[(?:\w+::)?test\][\s\S]{0,80}?\bfn\s+(\w+)/g;

function testsOf(artifact: CodeArtifact): Member[] {
  const { symbols, calls } = artifact.code;
  return [...bareCode(artifact).matchAll(TEST)].map((match) => {
    const name = match.slice(1).find((one) => one !== undefined) ?? 'test';
    const inMatch = ({ start }: { readonly start: number }) =>
      start >= match.index - 1 && start <= match.index + match[0].length;
    const symbol = symbols.find((one) => one.name === name && one.nameStart >= match.index && inMatch(one));
    const own = symbol ?? symbols.find((one) => one.name === name);
    return { ...memberAt(artifact, name, match.index), symbol: own, end: calls.find(inMatch)?.end };
  });
}
