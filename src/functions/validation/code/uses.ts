/** Checks on what code uses and imports. */
import { judgeNamed } from '../deeds/index.ts';
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import type { Groups } from '../recognise.ts';
import { around, type Check, findWord, type Seen, seen } from '../seen.ts';
import { isStandard } from '../standard.ts';
import { onCode, textOf } from './symbols.ts';

function bareName(said: string): string {
  return said
    .replace(/^["'`]|["'`]$/g, '')
    .replace(/\(\)$/, '')
    .replace(/\.$/, '');
}

/** Where a name is used: a keyword, a call, a type, a command; comments and strings do not count. */
export function findUse(artifact: CodeArtifact, said: string): number {
  const name = bareName(said);
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
export function isCodeName(said: string): boolean {
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
  const at = isCodeName(name) ? findUse(artifact, name) : -1;
  if (at >= 0) return seen(true, `${name} is used.`, { evidence: around(artifact.text, at), at });
  if (!isCodeName(name)) return undefined;
  const quoted = artifact.code.strings.find((span) => findWord(textOf(artifact, span), bareName(name)) >= 0);
  if (quoted === undefined) return seen(false, `${name} is not used.`);
  // `ssh host "sudo reboot"`: in a shell a string may be a command, elsewhere it may be handed on as one.
  const place = { evidence: around(artifact.text, quoted.start), at: quoted.start };
  const isShell = artifact.code.language === 'shell';
  return { ...seen(isShell, `${name} stands in a string.`, place), likely: true };
}

export const USES: Readonly<Record<string, Check>> = {
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
};
