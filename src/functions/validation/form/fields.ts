/** Fields of a configuration: which there are, of which type, with which value. */
import { parse } from 'yaml';
import { readConfiguration } from '../../analysis/configuration.ts';
import type { Groups } from '../recognise.ts';
import { type Artifact, readNumber, type Seen, seen } from '../seen.ts';

function settingsOf({ text, path, code }: Artifact): readonly { path: string }[] | undefined {
  if (
    code !== undefined ||
    !(
      /\.(?:json|ya?ml|toml|ini|env)$/.test(path ?? '') ||
      /^\s*[{[]/.test(text) ||
      /^[\w.-]+\s*[:=]\s*\S*$/m.test(text)
    )
  )
    return undefined;
  const { settings, problems } = readConfiguration(text, path);
  return problems.length > 0 && settings.length === 0 ? undefined : settings;
}

export function allKeys(artifact: Artifact): string[] | undefined {
  const settings = settingsOf(artifact);
  if (settings === undefined) return undefined;
  return [
    ...new Set(
      settings.flatMap(({ path }) => path.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'))),
    ),
  ];
}

export function topKeys(artifact: Artifact): string[] | undefined {
  return allKeys(artifact)?.filter((key) => !key.includes('.'));
}

/** The value under a key, wherever it stands; undefined where there is none. */
function lookUp({ text, code }: Artifact, name: string): { readonly value: unknown } | undefined {
  if (code !== undefined) return undefined;
  let whole: unknown;
  try {
    whole = parse(text);
  } catch {
    return undefined;
  }
  const parts = name.toLowerCase().split('.');
  const walk = (at: unknown, depth: number): { value: unknown } | undefined => {
    if (typeof at !== 'object' || at === null || depth > 20) return undefined;
    for (const [key, inner] of Object.entries(at)) {
      if (key.toLowerCase() === parts.at(-1)) return { value: inner };
      const found = walk(inner, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const dotted = parts.reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null
        ? Object.entries(at).find(([key]) => key.toLowerCase() === part)?.[1]
        : undefined,
    whole,
  );
  return dotted === undefined ? walk(whole, 0) : { value: dotted };
}

const TYPES: readonly (readonly [RegExp, (value: unknown) => boolean])[] = [
  [/arrays?|lists?/i, Array.isArray],
  [/objects?|maps?|mappings?/i, (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
  [/strings?/i, (value) => typeof value === 'string'],
  [/positive/i, (value) => typeof value === 'number' && value > 0],
  [/integers?|whole/i, Number.isInteger],
  [/numbers?|numeric/i, (value) => typeof value === 'number'],
  [/booleans?/i, (value) => typeof value === 'boolean'],
  [/null/i, (value) => value === null],
  [
    /empty/i,
    (value) => value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0),
  ],
];

export function judgeFieldType(artifact: Artifact, { name = '', type = '' }: Groups): Seen | undefined {
  const found = lookUp(artifact, name);
  if (allKeys(artifact) === undefined) return undefined;
  if (found === undefined) return seen(false, `There is no "${name}".`);
  const wanted = TYPES.find(([pattern]) => pattern.test(type));
  return wanted && seen(wanted[1](found.value), `"${name}" is ${JSON.stringify(found.value).slice(0, 60)}.`);
}

/** "Has the keys a, b and c". */
export function judgeFields(artifact: Artifact, { list = '' }: Groups): Seen | undefined {
  const keys = allKeys(artifact)?.map((key) => key.toLowerCase());
  if (keys === undefined) return undefined;
  const names = list
    .split(/,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/)
    .map((one) => one.replace(/["'`]/g, '').trim().toLowerCase())
    .filter((one) => one !== '');
  const missing = names.find((name) => !keys.some((key) => key === name || key.endsWith(`.${name}`)));
  return seen(missing === undefined, missing === undefined ? 'All are there.' : `There is no "${missing}".`);
}

/** "The list has three entries": how many a field holds. */
export function judgeFieldSize(artifact: Artifact, { name = '', n = '' }: Groups): Seen | undefined {
  const found = lookUp(artifact, name);
  const limit = readNumber(n);
  if (found === undefined || typeof found.value !== 'object' || found.value === null || limit === undefined)
    return undefined;
  const has = Object.keys(found.value).length;
  return seen(has === limit, `"${name}" has ${has}.`);
}
