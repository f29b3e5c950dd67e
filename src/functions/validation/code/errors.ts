/** Checks on errors: raised, caught, dropped. */
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import { type Artifact, around, type Check, type Seen, seen } from '../seen.ts';
import { findSymbol, onCode, textOf } from './symbols.ts';

export const ERRORS: Readonly<Record<string, Check>> = {
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
};

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
