/** Checks on fields and variables: who may see them, whether they may change. */
import { type Artifact, type Check, type Seen, seen } from '../seen.ts';

interface Member {
  readonly text: string;
  readonly start: number;
}

const FIELDS = ['field_declaration', 'public_field_definition', 'property_signature', 'field_definition'];

export function fieldsOf({ code, text }: Artifact): Member[] {
  const spans = FIELDS.flatMap((type) => [...(code?.places.get(type) ?? [])]);
  return spans.map(({ start, end }) => ({ text: text.slice(start, end), start }));
}

/** Who may see a field, by the rules of its language. */
function isSeen(what: string, { text }: Member, language: string): boolean | undefined {
  const said = what.toLowerCase();
  if (said === 'private' && /^(?:typescript|tsx|javascript)$/.test(language)) return /\bprivate\b|^\s*#/.test(text);
  if (said === 'public' && /^(?:typescript|tsx|javascript)$/.test(language))
    return !/\b(?:private|protected)\b|^\s*#/.test(text);
  if (language === 'rust' && /^(?:public|private)$/.test(said)) return /^\s*pub\b/.test(text) === (said === 'public');
  if (language === 'go' && /^(?:public|private|exported)$/.test(said))
    return /^\s*\p{Lu}/u.test(text) === (said !== 'private');
  if (language === 'java' && said === 'mutable') return !/\bfinal\b/.test(text);
  return new RegExp(`\\b${said}\\b`).test(text);
}

function named(name: string): (member: Member) => boolean {
  const bare = name.replace(/[`"']/g, '');
  return ({ text }) =>
    new RegExp(`(?<![\\w])${bare.replace(/\W/g, '.')}(?![\\w])`).test(text.split(/[=:{]/).slice(0, 2).join(' '));
}

function onFields(
  check: (
    fields: readonly Member[],
    language: string,
    groups: Readonly<Record<string, string | undefined>>,
  ) => Seen | undefined,
): Check {
  return (artifact, groups) =>
    artifact.code === undefined ? undefined : check(fieldsOf(artifact), artifact.code.language, groups);
}

export const MEMBERS: Readonly<Record<string, Check>> = {
  field_is: onFields((fields, language, { name = '', what = '' }) => {
    const found = fields.find(named(name));
    return (
      found &&
      seen(isSeen(what, found, language) === true, `It reads: ${found.text.trim().slice(0, 60)}`, { at: found.start })
    );
  }),
  any_field_is: onFields((fields, language, { what = '' }) => {
    if (fields.length === 0) return undefined;
    const kinds = what.toLowerCase().split(/\s+/);
    const found = fields.find((field) => kinds.every((kind) => isSeen(kind, field, language) === true));
    return seen(
      found !== undefined,
      found === undefined ? `None is ${what}.` : `"${found.text.trim().slice(0, 60)}" is ${what}.`,
      { at: found?.start },
    );
  }),
};
