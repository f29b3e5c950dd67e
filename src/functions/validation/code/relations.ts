/** Checks on what a symbol is declared as, what the functions of a file are for, and whether what is imported is used. */
import type { CodeSymbol } from '../../../reading/index.ts';
import { splitName, wordsIn } from '../../../text/index.ts';
import { areKin } from '../../../text/lexicon.ts';
import { isStopword } from '../../text/words.ts';
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import { numbersOf } from '../facts/numbers.ts';
import { type Check, readNumber, type Seen, seen } from '../seen.ts';
import { findSymbol, isExported, isPublic, onCode } from './symbols.ts';

export const RELATIONS: Readonly<Record<string, Check>> = {
  symbol_is: onCode((artifact, { name = '', what = '' }) => {
    const found = findSymbol(artifact, name);
    if (found === undefined) return undefined;
    const place = { at: found.start };
    const message = `It reads: ${found.header.trim().slice(0, 80)}`;
    const own = isDeclared(artifact, found, found.header, what.toLowerCase());
    if (own) return seen(true, message, place);
    // A decorator or a line above it may say so: that it belongs to it is likely.
    const above = artifact.text
      .slice(Math.max(0, found.start - 60), found.start)
      .split(/\n\s*\n/)
      .at(-1)!;
    return { ...seen(isDeclared(artifact, found, above, what.toLowerCase()), message, place), likely: true };
  }),
  has_member: onCode((artifact, { owner = '', name = '', kind = '' }) => {
    const whole = findSymbol(artifact, owner);
    if (whole === undefined) return undefined;
    const wanted = name.replace(/\(\)$/, '');
    // A method in Go or Rust stands outside the type.
    const own = artifact.code.symbols.find(
      (one) => one.name === wanted && (one.parent === whole.name || (one.start > whole.start && one.end <= whole.end)),
    );
    return seen(own !== undefined, `${whole.name} has ${own === undefined ? 'no' : 'the'} ${kind} ${wanted}.`, {
      at: (own ?? whole).start,
    });
  }),
  imports_used: onCode((artifact) => judgeImports(artifact)),
  capacity: onCode((artifact, { n, what = '' }) => judgeCapacity(artifact, readNumber(n) ?? 0, what)),
  has_purpose: onCode((artifact, { words = '' }) => judgePurpose(artifact, words)),
};

function isDeclared(artifact: CodeArtifact, symbol: CodeSymbol, text: string, what: string): boolean {
  const { code } = artifact;
  const hidden = code.language === 'c' ? /\bstatic\b/.test(symbol.header) : !isPublic(symbol, code.language);
  if (what === 'private') return hidden;
  if (what === 'public') return !hidden;
  if (what === 'exported') return isExported(artifact, symbol.name, symbol);
  if (what === 'generic') return /[<[]\s*[A-Z]\w*/.test(text);
  return new RegExp(`\\b${what}(?:method)?\\b`, 'i').test(text);
}

const IMPORTED = /\{([^}]*)\}|\bas\s+(\w+)|\bimport\s+(?:type\s+)?([\w.]+)|\buse\s+[\w:]*?(\w+);/g;

function judgeImports(artifact: CodeArtifact): Seen | undefined {
  const { code } = artifact;
  if (!/^(?:typescript|tsx|javascript|python|java|rust)$/.test(code.language) || code.imports.length === 0)
    return undefined;
  let bare = bareCode(artifact, true);
  for (const { start, end } of code.imports) bare = bare.slice(0, start) + ' '.repeat(end - start) + bare.slice(end);
  const names = code.imports.flatMap(({ text, start }) =>
    namesOf(text, code.language).map((name) => ({ name, start })),
  );
  const unused = names.find(({ name }) => !new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(bare));
  return unused === undefined
    ? { ...seen(true, 'Each imported name comes up again.'), likely: true }
    : seen(false, `${unused.name} is imported and not used.`, { at: unused.start });
}

function namesOf(text: string, language: string): string[] {
  if (language === 'python') {
    const list = /\bimport\s+\(?([\s\S]+?)\)?\s*$/.exec(text)?.[1] ?? '';
    return list
      .split(',')
      .map((one) => (/\bas\s+(\w+)/.exec(one)?.[1] ?? one.trim().split('.')[0]!).trim())
      .filter((one) => /^\w+$/.test(one));
  }
  return [...text.matchAll(IMPORTED)]
    .flatMap(([, list, alias, plain, used]) => list?.split(',') ?? [alias ?? plain ?? used ?? ''])
    .map((one) =>
      one
        .trim()
        .split(/\s+as\s+|\./)
        .at(-1)!
        .replace(/^type\s+/, ''),
    )
    .filter((one) => /^[\w$]+$/.test(one) && one !== 'from');
}

const REFUSES =
  /\b(?:throw|raise|exit|panic|abort|die|reject|refuse|Err)\b|\breturn\s+(?:-\d|err|Err|false|null|nil|None|errors?\.)/;
const TOO_MANY = />=?\s*([A-Za-z_]\w*|\d[\d_]*)/;

/** A limit below what is asked for refuses it; that nothing refuses it does not show that it is coped with. */
function judgeCapacity({ code }: CodeArtifact, asked: number, what: string): Seen | undefined {
  const values = new Map(code.values.map(({ name, value }) => [name.split(/[.\s]/).at(-1)!, value]));
  const unit = what.toLowerCase().replace(/s$/, '');
  for (const { condition, outcome, start } of code.guards) {
    const limit = TOO_MANY.exec(condition)?.[1];
    if (limit === undefined || !REFUSES.test(outcome) || !condition.toLowerCase().includes(unit)) continue;
    const [most] = numbersOf(limit, values);
    if (most !== undefined && most < asked)
      return {
        ...seen(false, `More than ${most} are refused.`, { evidence: condition.slice(0, 100), at: start }),
        likely: true,
      };
  }
  return undefined;
}

/** "A function for taking a byte out": one whose name says to do so; the name is all there is to go by. */
function judgePurpose({ code }: CodeArtifact, said: string): Seen | undefined {
  const [verb, ...rest] = wordsIn(said).map(({ lower }) => lower);
  const objects = rest.filter((word) => !isStopword(word));
  if (verb === undefined) return undefined;
  const bare = verb.replace(/(?:ing|s)$/, '');
  const isDeed = (part: string) => [verb, bare, `${bare}e`].some((one) => areKin(one, part) || one === part);
  const callables = code.symbols.filter(({ callable }) => callable !== undefined);
  const named = callables.filter(({ name }) => splitName(name).some((part) => isDeed(part.toLowerCase())));
  const whole = named.find(({ name, parent = '', callable }) => {
    const words = [name, parent, ...callable!.parameters].flatMap(splitName).map((part) => part.toLowerCase());
    return objects.length === 0 || objects.some((object) => words.some((word) => areKin(object, word)));
  });
  const found = whole ?? (named.length === 1 ? named[0] : undefined);
  if (found !== undefined) return { ...seen(true, `${found.name} is one.`, { at: found.start }), likely: true };
  return named.length > 0 ? undefined : { ...seen(false, `No function is named for it.`), likely: true };
}
