/** Checks on code, by its parser: what it defines, calls, avoids, and how it is made. */
import type { CodeSymbol, Span } from '../../reading/index.ts';
import { MEMBERS } from './code/members.ts';
import { judgeNamed } from './deeds/index.ts';
import { findHardCoded } from './deeds/readings.ts';
import { bareCode, type CodeArtifact } from './deeds/scope.ts';
import type { Groups } from './recognise.ts';
import { type Artifact, around, type Check, readNumber, type Seen, seen } from './seen.ts';
import { SQL } from './sql.ts';
import { isStandard } from './standard.ts';

type CodeCheck = (artifact: CodeArtifact, groups: Groups) => Seen | undefined;

/** A check that needs code: of what is none, nothing can be said by it. */
function onCode(check: CodeCheck): Check {
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

function symbolsOf({ code }: CodeArtifact, kind = '', scope = ''): CodeSymbol[] {
  const bare = kind
    .toLowerCase()
    .replace(/(?:sses)$/, 'ss')
    .replace(/indexes$/, 'index')
    .replace(/(?<!s)s$/, '');
  const wanted = KINDS[bare] ?? [bare];
  const own = code.symbols.filter(({ kind: one }) => kind === '' || ANYTHING.has(bare) || wanted.includes(one));
  return /public|exported/i.test(scope) ? own.filter((one) => isPublic(one, code.language)) : own;
}

function isPublic({ name, header, parent }: CodeSymbol, language: string): boolean {
  if (language === 'go') return /^\p{Lu}/u.test(name);
  if (language === 'python') return !name.startsWith('_');
  if (language === 'rust') return /\bpub\b/.test(header);
  if (language === 'java') return /\bpublic\b/.test(header);
  if (language === 'typescript' || language === 'tsx' || language === 'javascript')
    return parent !== undefined ? !/\bprivate\b|^#/.test(header) : true;
  return !/\bstatic\b/.test(header);
}

function findSymbol(artifact: CodeArtifact, said: string): CodeSymbol | undefined {
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

/** Where a name is used: a keyword, a call, a type, a command; comments and strings do not count. */
export function findUse(artifact: CodeArtifact, said: string): number {
  const name = said
    .replace(/^["'`]|["'`]$/g, '')
    .replace(/\(\)$/, '')
    .replace(/\.$/, '');
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const flags = artifact.code.language === 'sql' || /^[A-Z][a-z]+$/.test(name) ? 'iu' : 'u';
  const before = /^[\p{L}\p{N}_]/u.test(name) ? '(?<![\\p{L}\\p{N}_-])' : '';
  const after = /[\p{L}\p{N}_]$/u.test(name) ? '(?![\\p{L}\\p{N}_-])' : '';
  const pattern = new RegExp(before + escaped + after, flags);
  const at = bareCode(artifact, true).search(pattern);
  if (at >= 0) return at;
  const imported = artifact.code.imports.find(({ text }) => new RegExp(escaped, 'i').test(text));
  return imported?.start ?? -1;
}

/** A word of code: written as one, or one that the languages have. */
function isCodeName(said: string): boolean {
  const name = said.replace(/^["'`]|["'`]$/g, '');
  return (
    said !== name ||
    /[_.:$#@()]|[a-z][A-Z]|^[A-Z][a-z]+[A-Z]|\d/.test(name) ||
    KEYWORDS.has(name.toLowerCase()) ||
    /^[A-Z]{2,}$|^[A-Z][a-z]{2,}$/.test(name)
  );
}

const KEYWORDS = new Set(
  (
    'eval exec goto var let any unsafe unwrap panic sudo malloc free gets strcpy strcat sprintf printf print println echo exit require async await yield lambda ' +
    'global nonlocal assert pass try catch throw defer go select switch union cursor drop truncate delete insert join distinct limit ' +
    'static final synchronized volatile const typeof instanceof with macro struct enum class interface trait generics axios lodash jquery numpy pandas requests express react ' +
    'curl wget rm mktemp trap getopts sed awk grep docker ssh chmod scanf atoi memcpy realloc calloc alloca fopen system popen fork threading asyncio pickle sqlalchemy flask django bcrypt argon2 md5 sha1 rand random'
  ).split(' '),
);

function uses(artifact: CodeArtifact, { name = '' }: Groups): Seen | undefined {
  const named = isCodeName(name) ? undefined : judgeNamed(artifact, name);
  if (named !== undefined) return { ...named, likely: true };
  const at = findUse(artifact, name);
  if (at >= 0) return seen(true, `${name} is used.`, { evidence: around(artifact.text, at), at });
  return isCodeName(name) ? seen(false, `${name} is not used.`) : undefined;
}

function each(symbols: readonly CodeSymbol[], holds: (symbol: CodeSymbol) => boolean, what: string): Seen | undefined {
  if (symbols.length === 0) return undefined;
  const odd = symbols.find((one) => !holds(one));
  return odd === undefined
    ? seen(true, `Each of the ${symbols.length} has ${what}.`)
    : seen(false, `${odd.name} (line ${odd.line}) has no ${what}.`, { at: odd.start });
}

function measureOf(symbol: CodeSymbol, what: string): number {
  const { callable } = symbol;
  if (/param|argument/i.test(what)) return callable?.parameters.length ?? 0;
  if (/level/i.test(what)) return callable?.nesting ?? 0;
  if (/complex/i.test(what)) return callable?.cyclomatic ?? 1;
  return symbol.endLine - symbol.line + 1;
}

function textOf({ text }: Artifact, { start, end }: Span): string {
  return text.slice(start, end);
}

export const CODE: Readonly<Record<string, Check>> = {
  ...SQL,
  ...MEMBERS,
  defines_kind: onCode((artifact, { kind = '' }) => {
    const found = symbolsOf(artifact, kind)[0];
    return seen(found !== undefined, found === undefined ? `There is no ${kind}.` : `${found.name} is one.`, {
      at: found?.start,
    });
  }),
  defines: onCode((artifact, { name = '', kind = '', public: scope = '' }) => {
    const wanted = name.replace(/\(\)$/, '');
    const found = symbolsOf(artifact, kind, '').find((one) => one.name.toLowerCase() === wanted.toLowerCase());
    const constant =
      /constant|variable/i.test(kind) || kind === ''
        ? artifact.code.chunks.find((one) => one.name?.split(', ').includes(wanted))
        : undefined;
    if (found === undefined && constant === undefined && !isCodeName(name) && !/^[a-z]+$/.test(name)) return undefined;
    if (found === undefined && constant === undefined)
      return seen(false, `No ${kind || 'definition'} is called ${wanted}.`);
    const hidden = found !== undefined && /private/i.test(scope) && isPublic(found, artifact.code.language);
    const flagged =
      found !== undefined &&
      /async|static|abstract/i.test(scope) &&
      !new RegExp(`\\b${scope.slice(0, 5)}`, 'i').test(found.header);
    return seen(!hidden && !flagged, `${wanted} is defined${found === undefined ? '' : ` in line ${found.line}`}.`, {
      at: found?.start,
    });
  }),
  each_documented: onCode((artifact, { kind, public: scope }) =>
    each(symbolsOf(artifact, kind, scope), ({ documented }) => documented, 'words for the reader'),
  ),
  documented: onCode((artifact, { name = '' }) => {
    const found = findSymbol(artifact, name);
    return (
      found &&
      seen(found.documented, `${found.name} is ${found.documented ? '' : 'not '}documented.`, { at: found.start })
    );
  }),
  each_typed: onCode((artifact, { kind, public: scope, what = '' }) => {
    const symbols = symbolsOf(artifact, kind, scope).filter(({ callable }) => callable !== undefined);
    const returns = /return/i.test(what);
    return each(
      symbols,
      ({ callable, name }) =>
        (returns || callable!.typed) && (callable!.returns !== '' || /^(?:__init__|constructor)$/.test(name)),
      returns ? 'return type' : 'types on all of it',
    );
  }),
  limit: onCode((artifact, { n, what = '' }) => {
    const limit = readNumber(n) ?? 0;
    const odd = symbolsOf(artifact)
      .filter(({ callable }) => callable !== undefined)
      .find((one) => measureOf(one, what) > limit);
    return seen(
      odd !== undefined,
      odd === undefined ? `None has more than ${limit} ${what}.` : `${odd.name} has ${measureOf(odd, what)} ${what}.`,
      { at: odd?.start },
    );
  }),
  limit_under: onCode((artifact, { n, what = '' }) => {
    const limit = readNumber(n) ?? 0;
    const odd = symbolsOf(artifact)
      .filter(({ callable }) => callable !== undefined)
      .find((one) => measureOf(one, what) > limit);
    return seen(
      odd === undefined,
      odd === undefined ? `Each has at most ${limit} ${what}.` : `${odd.name} has ${measureOf(odd, what)} ${what}.`,
      { at: odd?.start },
    );
  }),
  takes_count: onCode((artifact, { name = '', n }) => {
    const found = findSymbol(artifact, name);
    if (found?.callable === undefined) return undefined;
    return seen(
      found.callable.parameters.length === readNumber(n),
      `${found.name} takes ${found.callable.parameters.length}.`,
      { at: found.start },
    );
  }),
  takes_named: onCode((artifact, { name = '', other = '', type }) => {
    const found = findSymbol(artifact, name);
    if (found?.callable === undefined) return undefined;
    const one = found.callable.parameters.find((parameter) => new RegExp(`\\b${other}\\b`).test(parameter));
    return seen(
      one !== undefined && (type === undefined || one.includes(type)),
      `${found.name} takes ${found.callable.parameters.join(', ') || 'nothing'}.`,
      { at: found.start },
    );
  }),
  is_async: onCode((artifact, { name = '' }) => {
    const callable = artifact.code.symbols.filter((one) => one.callable !== undefined);
    const found = name === '' ? (callable.length === 1 ? callable[0] : undefined) : findSymbol(artifact, name);
    const source = found && textOf(artifact, { start: found.start, end: Math.min(found.end, found.start + 200) });
    return (
      found &&
      seen(
        /^(?:export\s+)?(?:default\s+)?(?:public\s+|static\s+|pub\s+)*async\b|=\s*async\b|Promise<|Future</.test(
          source!,
        ),
        `${found.name} is ${/async/.test(source!) ? '' : 'not '}asynchronous.`,
        { at: found.start },
      )
    );
  }),
  is_recursive: onCode((artifact, { name }) => {
    const all = artifact.code.symbols.filter(
      (one) => one.callable !== undefined && (name === undefined || one.name === name.replace(/\(\)$/, '')),
    );
    if (all.length === 0) return undefined;
    const own = all.find((one) =>
      artifact.code.calls.some((call) => call.within === one.name && call.name.split(/\.|::/).at(-1) === one.name),
    );
    return seen(own !== undefined, own === undefined ? 'No function calls itself.' : `${own.name} calls itself.`, {
      at: own?.start,
    });
  }),
  returns: onCode((artifact, { name = '', type = '' }) => {
    const found = findSymbol(artifact, name);
    if (found === undefined) return undefined;
    const said = type.trim();
    const declared = found.callable?.returns ?? '';
    const body = textOf(artifact, found);
    if (new RegExp(`\\breturn\\s+${said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*(?:;|\\n|\\}|$)`, 'i').test(body))
      return seen(true, `${found.name} returns ${said}.`, { at: found.start });
    const single = /^[\w<>[\]|&*?.]+$/.test(said);
    if (!single) return undefined;
    const alias = TYPES.find((names) => names.includes(said.toLowerCase()));
    const names = alias ?? [said.toLowerCase()];
    const holds = names.some((one) =>
      new RegExp(`(?<![\\w])${one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'i').test(declared),
    );
    if (declared !== '') return seen(holds, `${found.name} is declared to return ${declared}.`, { at: found.start });
    return /^\d+$|^(?:true|false|null|none|nil)$/i.test(said)
      ? seen(false, `${found.name} never returns ${said}.`)
      : undefined;
  }),
  uses: onCode(uses),
  uses_any: onCode((artifact, { list = '' }) => {
    const names = list
      .split(/,\s*(?:or |and |nor )?|\s+(?:or|and|nor)\s+/)
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const results = names.map((name) => uses(artifact, { name }));
    const used = results.find((one) => one?.holds);
    if (used !== undefined) return used;
    return results.some((one) => one === undefined) ? undefined : seen(false, `None of ${names.join(', ')} is used.`);
  }),
  standard_only: onCode(({ code }) => {
    const odd = code.imports.find(({ text }) => !isStandard(text, code.language));
    return seen(
      odd === undefined,
      odd === undefined
        ? 'Only the standard library is imported.'
        : `${odd.text.trim()} is not of the standard library.`,
      { at: odd?.start },
    );
  }),
  third_party: onCode(({ code }) => {
    const odd = code.imports.find(({ text }) => !isStandard(text, code.language));
    return seen(
      odd !== undefined,
      odd === undefined ? 'Nothing else is imported.' : `${odd.text.trim()} is imported.`,
      { at: odd?.start },
    );
  }),
  imports: onCode(({ code }, { name = '' }) => {
    const found = code.imports.find(({ text }) =>
      new RegExp(`(?<![\\w])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w])`, 'i').test(text),
    );
    return seen(found !== undefined, found === undefined ? `${name} is not imported.` : `${name} is imported.`, {
      at: found?.start,
    });
  }),
  has_tests: onCode((artifact) => {
    const test =
      /\b(?:test|it|describe)\s*\(\s*["'`]|\bdef\s+test_|@Test\b|\bfunc\s+Test[A-Z]|#\[(?:\w+::)?test\]|\bunittest\b|\bTEST\s*\(|@pytest/.exec(
        bareCode(artifact),
      );
    return seen(test !== null, test === null ? 'There are no tests.' : 'There are tests.', { at: test?.index });
  }),
  header_has: onCode((artifact, { name = '', other = '' }) => {
    const found = findSymbol(artifact, name);
    if (found === undefined) return undefined;
    const lead = artifact.text.slice(Math.max(0, found.start - 160), found.start);
    return seen(
      new RegExp(`\\b${other.replace(/[^\w]/g, '.')}\\b`).test(`${lead.split(/\n\s*\n/).at(-1)} ${found.header}`),
      `It reads: ${found.header.slice(0, 80)}`,
      { at: found.start },
    );
  }),
  any_header_has: onCode((artifact, { name = '' }) => {
    const pattern = new RegExp(`\\b${name.replace(/[^\w]/g, '.')}\\b`);
    const found =
      artifact.code.symbols.find(({ header, callable }) => callable === undefined && pattern.test(header)) ??
      (artifact.code.language === 'rust' && pattern.test(bareCode(artifact)) ? artifact.code.symbols[0] : undefined);
    return /^[A-Z]/.test(name)
      ? seen(
          found !== undefined,
          found === undefined ? `Nothing does so with ${name}.` : `It reads: ${found.header.slice(0, 80)}`,
          { at: found?.start },
        )
      : undefined;
  }),
  class_is: onCode((artifact, { name, what = '' }) => {
    const found =
      name === undefined || /^(?:is|the)$/.test(name) ? symbolsOf(artifact, 'class')[0] : findSymbol(artifact, name);
    if (found === undefined) return undefined;
    const word = /dataclass|frozen/i.test(what)
      ? /@dataclass|frozen\s*=\s*True/
      : /generic/i.test(what)
        ? /<\w/
        : new RegExp(`\\b${what}\\b`, 'i');
    const lead = artifact.text
      .slice(Math.max(0, found.start - 120), found.start)
      .split('\n')
      .slice(-3)
      .join('\n');
    return /immutable/i.test(what)
      ? undefined
      : seen(word.test(`${lead}\n${found.header}`), `It reads: ${found.header.slice(0, 80)}`, { at: found.start });
  }),
  fields_private: onCode((artifact, { what = '' }) => {
    const fields = [
      ...(artifact.code.places.get('field_declaration') ?? []),
      ...(artifact.code.places.get('public_field_definition') ?? []),
    ];
    if (fields.length === 0) return undefined;
    const odd = fields.find((span) => !new RegExp(`\\b${what}\\b|^#`, 'i').test(textOf(artifact, span)));
    return seen(
      odd === undefined,
      odd === undefined ? `All are ${what}.` : `"${textOf(artifact, odd).trim().slice(0, 60)}" is not.`,
      { at: odd?.start },
    );
  }),
  global_variables: onCode((artifact) => {
    const found = artifact.code.chunks.find((chunk) =>
      isGlobal(chunk.text, chunk.name, artifact.code.language, chunk.kind),
    );
    return seen(found !== undefined, found === undefined ? 'There are none.' : `${found.name} is one.`, {
      evidence: found?.text.slice(0, 80),
    });
  }),
  sql_parameterised: onCode((artifact) => {
    const { found, any } = builtSql(artifact);
    return any
      ? seen(found === undefined, found === undefined ? 'Values are bound.' : 'A query is put together from strings.', {
          evidence: found && textOf(artifact, found).slice(0, 100),
          at: found?.start,
        })
      : undefined;
  }),
  sql_concatenated: onCode((artifact) => {
    const { found, any } = builtSql(artifact);
    return any
      ? seen(
          found !== undefined,
          found === undefined ? 'No query is put together from strings.' : 'A query is put together from strings.',
          { at: found?.start },
        )
      : undefined;
  }),
  bare_except: onCode((artifact) => {
    const found = /\bexcept\s*:|\bexcept\s+(?:Base)?Exception\b|\bcatch\s*\(\s*(?:\.\.\.|Exception|Throwable)\b/.exec(
      bareCode(artifact),
    );
    return seen(found !== null, found === null ? 'There is none.' : 'There is one.', {
      evidence: found?.[0],
      at: found?.index,
    });
  }),
  empty_catch: onCode((artifact) => {
    const found = /\bexcept\b[^\n]*:\s*\n?\s*(?:pass|\.\.\.)\s*(?:\n|$)|\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}/.exec(
      bareCode(artifact),
    );
    return seen(found !== null, found === null ? 'None is empty.' : 'One is empty.', {
      evidence: found?.[0].trim(),
      at: found?.index,
    });
  }),
  caught: onCode((artifact, { name }) => judgeCaught(artifact, name)),
  throws: onCode((artifact, { type = '', where, case: on }) => {
    if (/^(?:error|exception)$/i.test(type)) return undefined;
    const bare = bareCode(artifact);
    const at = bare.search(new RegExp(`\\b(?:throw|raise|panic|Err|errors|return)\\b[^\\n;]{0,80}\\b${type}\\b`));
    if (at < 0) return seen(false, `Nothing raises ${type}.`);
    if (where !== undefined) {
      const found = findSymbol(artifact, where);
      if (found !== undefined && !new RegExp(`\\b${type}\\b`).test(textOf(artifact, found)))
        return seen(false, `${found.name} does not raise ${type}.`);
    }
    if (on !== undefined && !speaksOf(artifact, on, at)) return undefined;
    return seen(true, `${type} is raised.`, { evidence: around(artifact.text, at), at });
  }),
  shebang: ({ text }) =>
    seen(text.startsWith('#!'), text.startsWith('#!') ? text.split('\n')[0]! : 'The first line is no shebang.'),
  strict_mode: onCode((artifact, { flag = '' }) => {
    const bare = bareCode(artifact);
    const wants = (letter: string, word: string) =>
      new RegExp(`^\\s*set\\s+-\\w*${letter}|^\\s*set\\s+(?:-\\w+\\s+)*-o\\s+${word}|^#!.*\\s-\\w*${letter}`, 'm').test(
        bare,
      );
    const needs = [
      [/errexit|strict|-\w*e/, wants('e', 'errexit')],
      [/nounset|strict|-\w*u/, wants('u', 'nounset')],
      [/pipefail|strict/, /pipefail/.test(bare)],
    ] as const;
    const asked = needs.filter(([pattern]) => pattern.test(flag));
    return asked.length === 0
      ? undefined
      : seen(
          asked.every(([, has]) => has),
          asked.every(([, has]) => has) ? 'It is set.' : 'It is not set.',
        );
  }),
  quoted_variables: onCode((artifact, groups) => {
    const { places } = artifact.code;
    const quoted = [
      ...(places.get('string') ?? []),
      ...(places.get('test_command') ?? []),
      ...(places.get('arithmetic_expansion') ?? []),
      ...(places.get('variable_assignment') ?? []),
      ...(places.get('heredoc_body') ?? []),
      ...(places.get('c_style_for_statement') ?? []),
    ];
    const open = [...(places.get('simple_expansion') ?? []), ...(places.get('expansion') ?? [])].find(
      (one) =>
        !/^\$(?:\?|#|\$|!)/.test(textOf(artifact, one)) &&
        !quoted.some(({ start, end }) => start <= one.start && end >= one.end),
    );
    const wanted = /unquoted/i.test(groups['0'] ?? '') ? open !== undefined : open === undefined;
    return seen(wanted, open === undefined ? 'All are quoted.' : `${textOf(artifact, open)} is not.`, {
      at: open?.start,
    });
  }),
  names_style: onCode((artifact, { style = '' }) => {
    const pattern = /snake/i.test(style)
      ? /^_*[a-z][a-z0-9_]*$/
      : /camel/i.test(style)
        ? /^[a-z][a-zA-Z0-9]*$/
        : /^[A-Z][a-zA-Z0-9]*$/;
    const odd = artifact.code.symbols
      .filter(({ callable, name }) => callable !== undefined && !/^(?:__\w+__|constructor)$/.test(name))
      .find(({ name }) => !pattern.test(name));
    return seen(odd === undefined, odd === undefined ? 'All are.' : `${odd.name} is not.`, { at: odd?.start });
  }),
  hard_coded: onCode((artifact, { what = '', what2 = '' }) => findHardCoded(artifact, what || what2)),
  default_export: onCode((artifact, { what = '' }) =>
    seen(
      /default/i.test(what)
        ? /\bexport\s+default\b|\bmodule\.exports\s*=/.test(bareCode(artifact))
        : /\bexport\s+(?!default)/.test(bareCode(artifact)),
      'By its export statements.',
    ),
  ),
  magic_main: onCode((artifact) => {
    const found = findSymbol(artifact, 'main') !== undefined || /__name__\s*==\s*["']__main__["']/.test(artifact.text);
    return seen(found, found ? 'There is one.' : 'There is none.');
  }),
};

const TYPES: readonly (readonly string[])[] = [
  ['promise'],
  ['string', 'str', '&str', 'char \\*'],
  ['boolean', 'bool'],
  ['integer', 'int', 'i32', 'u32', 'i64', 'u16', 'number', 'long', 'bigint'],
  ['list', 'array', 'vec', '\\[\\]', 'sequence'],
  ['dict', 'dictionary', 'map', 'record', 'mapping'],
  ['error', 'err'],
  ['void', 'none', 'nothing', 'unit'],
];

function isGlobal(text: string, name: string | undefined, language: string, kind: string): boolean {
  if (kind !== 'definition' || name === undefined) return false;
  const bare = text.replace(/^(?:\s*(?:\/\/|#)[^\n]*\n|\/\*[\s\S]*?\*\/\s*)*/, '');
  if (language === 'python') return /^[a-z_]\w*\s*(?::[^=]+)?=(?!=)/.test(bare) && !/^\w+\s*=\s*lambda\b/.test(bare);
  if (/^(?:typescript|tsx|javascript)$/.test(language))
    return (
      /^(?:export\s+)?(?:let|var)\b|^(?:export\s+)?const\s+\w+[^=]*=\s*(?:new\s+(?:Map|Set|Array)|\[|\{)/.test(bare) &&
      !/=>|as const|Object\.freeze/.test(bare)
    );
  if (language === 'go') return /^var\b/.test(bare) && !/errors\.New|regexp\.MustCompile/.test(bare);
  if (language === 'c')
    return (
      !/^(?:#|typedef|struct\s+\w+\s*\{|enum|union|declaration)/.test(bare) &&
      !/^(?:static\s+)?(?:inline\s+)?[\w\s*]+\([^;{]*\)\s*[{;]/.test(bare) &&
      !/^\s*(?:static\s+)?const\b/.test(bare) &&
      /;\s*$/.test(bare)
    );
  if (language === 'rust') return /^(?:pub\s+)?static\s+mut\b/.test(bare);
  return language === 'shell' && /^\w+=/.test(bare);
}

const QUERY = /\b(?:SELECT\s+[\w*"`]|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\b/i;

/** A query that is put together: interpolated, added up or formatted. */
function builtSql(artifact: CodeArtifact): { found: Span | undefined; any: boolean } {
  const { text, code } = artifact;
  const queries = code.strings.filter((span) => QUERY.test(textOf(artifact, span)));
  const found = queries.find((span) => {
    const said = textOf(artifact, span);
    const after = text.slice(span.end, span.end + 12);
    const before = text.slice(Math.max(0, span.start - 12), span.start);
    return /^[rR]?[fF]["']/.test(said)
      ? /\{[^}]+\}/.test(said)
      : /\$\{[^}]+\}/.test(said) ||
          /^\s*(?:\+|%\s*[\w(]|\.format\()/.test(after) ||
          /\+\s*$/.test(before) ||
          /(?:Sprintf|format!|String\.format|sprintf)\($/.test(before.trimEnd());
  });
  return { found, any: queries.length > 0 };
}

function judgeCaught(artifact: CodeArtifact, name: string | undefined): Seen | undefined {
  const { code, text } = artifact;
  const bare = bareCode(artifact);
  if (code.language === 'go')
    return seen(/\berr\s*!=\s*nil\b/.test(bare) && !/\b_\s*(?:,\s*_)?\s*:?=\s*\w+[.(]/.test(bare), 'By `err != nil`.');
  if (code.language === 'rust')
    return seen(
      !/\.unwrap\(\)|\.expect\(/.test(bare) && /\bmatch\b|\?;|\bif let\b|map_err|unwrap_or/.test(bare),
      'By how results are taken.',
    );
  if (code.language === 'shell')
    return seen(/\bset\s+-\w*e|\|\|\s*\w|\bif\s+!|\btrap\b/.test(bare), 'By set -e, trap or ||.');
  const tries = [
    ...(code.places.get('try_statement') ?? []),
    ...(code.places.get('try_with_resources_statement') ?? []),
  ];
  if (code.language === 'c') return undefined;
  if (name === undefined)
    return seen(tries.length > 0, tries.length > 0 ? 'There is a try.' : 'There is no try.', { at: tries[0]?.start });
  const calls = code.calls.filter((call) => call.name.split(/\.|::/).includes(name.replace(/\(\)$/, '')));
  if (calls.length === 0) return undefined;
  const open = calls.find(
    (call) =>
      !tries.some(({ start, end }) => start <= call.start && end >= call.end) &&
      !/^\s*\.(?:catch|then\([^)]*,)/.test(text.slice(call.end, call.end + 40)),
  );
  return seen(open === undefined, open === undefined ? 'Each call stands in a try.' : `Line ${open.line} does not.`, {
    at: open?.start,
  });
}

/** Whether the lines around a place have to do with a case: some word of it stands there. */
export function speaksOf({ text }: Artifact, phrase: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - 240), at + 160).toLowerCase();
  const words =
    phrase
      .toLowerCase()
      .match(/[a-z]{3,}/g)
      ?.filter((word) => !/^(?:the|and|for|when|with|that|invalid|given|are|is|not|input|value|values)$/.test(word)) ??
    [];
  return words.length === 0 || words.some((word) => near.includes(word.replace(/s$/, '')));
}
