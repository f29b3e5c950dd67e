/** Checks on code, by its parser: what it defines, calls, avoids, and how it is made. */
import { type Check, readNumber, seen } from '../seen.ts';
import { SQL } from '../sql.ts';
import { ERRORS } from './errors.ts';
import { MEMBERS } from './members.ts';
import { QUERIES } from './queries.ts';
import { RELATIONS } from './relations.ts';
import { SHAPE } from './shape.ts';
import { SHELL } from './shell.ts';
import { each, findSymbol, isExported, isPublic, measureOf, onCode, symbolsOf, textOf } from './symbols.ts';
import { TESTS } from './tests.ts';
import { isCodeName, USES } from './uses.ts';

export const CODE: Readonly<Record<string, Check>> = {
  ...SQL,
  ...MEMBERS,
  ...USES,
  ...ERRORS,
  ...SHELL,
  ...QUERIES,
  ...SHAPE,
  ...RELATIONS,
  ...TESTS,
  defines_kind: onCode((artifact, { kind = '', verb }) => {
    const all = symbolsOf(artifact, kind);
    const found = verb === undefined ? all[0] : all.find((one) => isExported(artifact, one.name, one));
    const none = all.length > 0 ? `No ${kind} is exported.` : `There is no ${kind}.`;
    return seen(found !== undefined, found === undefined ? none : `${found.name} is one.`, { at: found?.start });
  }),
  defines: onCode((artifact, { name = '', kind = '', public: scope = '', verb = '' }) => {
    const wanted = name.replace(/\(\)$/, '');
    const found = symbolsOf(artifact, kind, '').find((one) => one.name.toLowerCase() === wanted.toLowerCase());
    const constant =
      /constant|variable/i.test(kind) || kind === ''
        ? artifact.code.chunks.find((one) => one.name?.split(', ').includes(wanted))
        : undefined;
    if (found === undefined && constant === undefined && !isCodeName(name) && !/^[a-z]+$/.test(name)) return undefined;
    if (found === undefined && constant === undefined)
      return seen(false, `No ${kind || 'definition'} is called ${wanted}.`);
    if (/export/i.test(`${verb} ${scope}`) && !isExported(artifact, wanted, found))
      return seen(false, `${wanted} is defined and not exported.`, { at: found?.start });
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
    const callables = artifact.code.symbols.filter((one) => one.callable !== undefined);
    const named = callables.filter((one) => one.name === name?.replace(/\(\)$/, ''));
    // "The search is recursive": a word for what the file does, and no name of it.
    const all = named.length > 0 || (name !== undefined && isCodeName(name)) ? named : callables;
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
    const nothing = /^(?:None|void|\(\)|unit|Promise<void>)$/i.test(declared.trim());
    if (nothing && !/^(?:none|void|nothing|null|unit|undefined)\b/i.test(said))
      return seen(false, `${found.name} is declared to return nothing.`, { at: found.start });
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
