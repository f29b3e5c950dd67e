/**
 * What an artifact is where nobody says: code, a configuration, or a document. What it is called decides; without a name, code is
 * what a parser reads, a configuration is settings and nothing else, and everything else is a document (tables, logs and mails too).
 */
import { detectCode, findGrammar, unparsedSort } from '../../reading/index.ts';
import { formatByName, readConfiguration } from './configuration.ts';
import { findLanguage, guessLanguage } from './language.ts';

export const ARTIFACT_TYPES = ['code', 'document', 'config'] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

export interface Named {
  readonly artifact: string;
  readonly language?: string | undefined;
  readonly file_name?: string | undefined;
}

export async function typeOf({ artifact, language, file_name }: Named): Promise<ArtifactType> {
  const called = language === undefined ? byFile(file_name) : (byName(language) ?? requireLanguage(language));
  if (called !== undefined) return called;
  if ((await detectCode(artifact)) !== undefined) return 'code';
  if (isSettings(artifact)) return 'config';
  return guessLanguage(artifact).hits >= SEVERAL ? 'code' : 'document';
}

/** So many signs of a language that no parser here reads. */
const SEVERAL = 2;

/** Kotlin, say, which only rules here read; what nobody knows is refused. */
function requireLanguage(said: string): ArtifactType {
  return findLanguage(said).name === 'text' ? 'document' : 'code';
}

const SORTS = { data: 'config', records: 'document', prose: 'document', code: 'code' } as const;

function byName(said: string): ArtifactType | undefined {
  if (findGrammar(said) !== undefined) return 'code';
  if (formatByName('', said) !== undefined) return 'config';
  const sort = unparsedSort(said);
  return sort === undefined ? undefined : SORTS[sort];
}

function byFile(path: string | undefined): ArtifactType | undefined {
  if (path === undefined) return undefined;
  if (formatByName(path) !== undefined) return 'config';
  const extension = /\.(\w{1,12})$/.exec(path)?.[1];
  return extension === undefined ? undefined : byName(extension);
}

const LINE =
  /^\s*(?:-\s+)?["']?[\w./-]+["']?\s*[:=](?:\s|$)|^\s*-\s+\S|^\s*\[{1,2}[\w."-]+\]{1,2}\s*$|^[A-Z_][A-Z0-9_]*=/;
/** So much of it may be something else, and so long a value is a sentence. */
const MOSTLY = 0.9;
const VALUE = 120;

/** Settings, and next to nothing beside them. */
function isSettings(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:[#;]|---)/.test(line));
  const isJson = /^\s*[{[]/.test(text) && /[}\]]\s*$/.test(text) && /[{,[]\s*(?:"[^"\n]*"\s*:|[{["\d\]}])/.test(text);
  const isDocker = /^FROM\s+\S+/m.test(text) && /^(?:RUN|CMD|COPY|ENTRYPOINT|WORKDIR)\s/m.test(text);
  if (isJson || isDocker) return true;
  const keyed = lines.filter((line) => LINE.test(line)).length;
  if (keyed < lines.length * MOSTLY || !lines.some((line) => !/^\s*-\s/.test(line))) return false;
  const { settings, problems } = readConfiguration(text);
  return settings.length >= 2 && problems.every(({ rule }) => rule !== 'parse-error') && settings.every(isValue);
}

function isValue({ path, value }: { readonly path: string; readonly value: string }): boolean {
  return value.length <= VALUE && !/\s/.test(path.split('.')[0]!) && !/[.!?]\s+\p{Lu}/u.test(value);
}
