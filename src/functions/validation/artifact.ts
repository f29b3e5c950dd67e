/** An artifact as the checks see it: its text, its code where it is code, and its settings as sentences. */
import { detectCode, readDocument, type Span } from '../../reading/index.ts';
import { readConfiguration } from '../analysis/configuration.ts';
import type { Artifact } from './seen.ts';

export interface Given {
  readonly artifact: string;
  readonly path?: string | undefined;
  readonly language?: string | undefined;
}

export async function readArtifact(given: Given): Promise<{ artifact: Artifact; settings: readonly string[] }> {
  const { artifact: text, path, language } = given;
  const code = await detectCode(text, { path, language });
  const document = code === undefined ? readDocument(text, { path }) : commentsOf(text, code.comments);
  return { artifact: { text, path, code, document }, settings: code === undefined ? settingsOf(given) : [] };
}

/** Of code, what it says in words is in its comments. */
function commentsOf(source: string, comments: readonly Span[]) {
  const words = source.replace(/[^\n]/g, ' ').split('');
  for (const { start, end } of comments)
    for (let at = start; at < end; at++) if (/[^\n#/*]/.test(source[at]!)) words[at] = source[at]!;
  return {
    format: 'plain' as const,
    source,
    words: words.join(''),
    blocks: comments.map(({ start, end }) => ({ kind: 'prose' as const, start, end })),
  };
}

/** `for: 10m` */
const PERIODS: Readonly<Record<string, string>> = { ms: 'ms', s: 'seconds', m: 'minutes', h: 'hours', d: 'days' };

/** A configuration as sentences: `tls: true` says that TLS is on. */
function settingsOf({ artifact: text, path, language }: Given): string[] {
  const named = /\.(?:json|ya?ml|toml|ini|env)$/i.test(path ?? '') || /^(?:json|ya?ml|toml|ini)$/i.test(language ?? '');
  if (!named && !/^\s*\{[\s\S]*\}\s*$/.test(text)) return [];
  const { settings } = readConfiguration(text, path, language);
  return settings.map(({ path: key, value }) => {
    const unit = /_(ms|s|sec|seconds|minutes|hours|days|mb|gb|kb|percent)$/i.exec(key)?.[1] ?? '';
    const name = key
      .replace(/_(?:ms|s|sec|seconds|minutes|hours|days|mb|gb|kb|percent)$/i, '')
      .replace(/\.\d+(?=\.|$)/g, '')
      .replace(/[._-]+/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2');
    const said = String(value).replace(/^(\d+)(ms|s|m|h|d)$/, (_, n: string, unit: string) => `${n} ${PERIODS[unit]}`);
    if (said === 'true') return `${name} is on.`;
    return said === 'false' ? `${name} is off.` : `${name} is ${said}${unit === '' ? '' : ` ${unit}`}.`;
  });
}
