/** Checks on how code is made: headers, fields, names, exports, state, tests. */
import { findHardCoded } from '../deeds/readings.ts';
import { bareCode } from '../deeds/scope.ts';
import { type Check, seen } from '../seen.ts';
import { findSymbol, onCode, symbolsOf, textOf } from './symbols.ts';

export const SHAPE: Readonly<Record<string, Check>> = {
  header_has: onCode((artifact, { name = '', other = '' }) => {
    const found = findSymbol(artifact, name);
    if (found === undefined) return undefined;
    // Decorators and attributes right above it: `#[derive(Clone)]`.
    const above = artifact.text.slice(0, found.start).trimEnd().split('\n').reverse();
    const end = above.findIndex((line) => !/^\s*(?:#\[|@)/.test(line));
    const lead = above.slice(0, end < 0 ? above.length : end).join(' ');
    const wanted = other.replace(/[^\w]/g, '.');
    // Rust says it apart from the definition: `impl fmt::Display for Version`.
    const apart = new RegExp(`\\bimpl(?:<[^>]*>)?\\s+(?:\\w+::)*${wanted}(?:<[^>]*>)?\\s+for\\s+${found.name}\\b`);
    return seen(
      new RegExp(`\\b${wanted}\\b`).test(`${lead} ${found.header}`) ||
        (artifact.code.language === 'rust' && apart.test(bareCode(artifact))),
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
  has_tests: onCode((artifact) => {
    const test =
      /\b(?:test|it|describe)\s*\(\s*["'`]|\bdef\s+test_|@Test\b|\bfunc\s+Test[A-Z]|#\[(?:\w+::)?test\]|\bunittest\b|\bTEST\s*\(|@pytest/.exec(
        bareCode(artifact),
      );
    return seen(test !== null, test === null ? 'There are no tests.' : 'There are tests.', { at: test?.index });
  }),
  hard_coded: onCode((artifact, { what = '', what2 = '' }) => findHardCoded(artifact, what || what2)),
};

function isGlobal(text: string, name: string | undefined, language: string, kind: string): boolean {
  if (kind !== 'definition' || name === undefined) return false;
  const bare = text.replace(/^(?:\s*(?:\/\/|#)[^\n]*\n|\/\*[\s\S]*?\*\/\s*)*/, '');
  if (language === 'python') return /^[a-z_]\w*\s*(?::[^=]+)?=(?!=)/.test(bare) && !/^\w+\s*=\s*lambda\b/.test(bare);
  if (/^(?:typescript|tsx|javascript)$/.test(language))
    return (
      /^(?:export\s+)?(?:let|var)\b|^(?:export\s+)?const\s+\w+[^=]*=\s*(?:new\s+(?:Map|Set|Array)|\[|\{)/.test(bare) &&
      !/=>|as const|Object\.freeze/.test(bare)
    );
  if (language === 'go') return /^var\b/.test(bare);
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
