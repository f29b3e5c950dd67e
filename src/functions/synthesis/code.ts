/**
 * Synthesis of code, by its parser: imports once and on top, definitions once, in order; of a class that several have,
 * the members of all. Two definitions of one name that differ are a conflict; the result keeps one of them, for code that
 * defines a name twice does not run. What comes out parses, or nothing comes out.
 */
import { ConsiliumError } from '../../kernel/index.ts';
import { type Chunk, type CodeFile, detectCode, readCode, requireGrammar } from '../../reading/index.ts';
import type { Artifact, Conflict, Policy, Stretch, Synthesis } from './artifact.ts';
import { joinImports } from './imports.ts';

/** Undefined: most of the artifacts are no code. */
export async function readAsCode(artifacts: readonly Artifact[]): Promise<Source[] | undefined> {
  const read = await Promise.all(
    artifacts.map(async (artifact) => ({ artifact, file: await detectCode(artifact.content, artifact) })),
  );
  const code = read.filter((one): one is Source => one.file !== undefined);
  if (code.length * 2 <= read.length) return undefined;
  // One that nobody recognised by itself is read as what the others are.
  const language = code[0]!.file.language;
  return Promise.all(
    read.map(async ({ artifact, file }) => ({
      artifact,
      file: file ?? (await readCode(artifact.content, requireGrammar(language))),
    })),
  );
}

interface Source {
  readonly artifact: Artifact;
  readonly file: CodeFile;
}

export async function synthesizeCode(sources: readonly Source[], policy: Policy): Promise<Synthesis> {
  refuseBroken(sources);
  if (isSeveralFiles(sources)) return concatenate(sources);
  const language = sources[0]!.file.language;
  const odd = sources.find(({ file }) => file.language !== language);
  if (odd !== undefined)
    throw new ConsiliumError(
      'LANGUAGES_MIXED',
      `${sources[0]!.artifact.id} is ${language}, ${odd.artifact.id} is ${odd.file.language}: they cannot be one file.`,
      {
        hint: 'Give each artifact its path, so that they stay files of their own.',
      },
    );
  const conflicts: Conflict[] = [];
  const all = sources.flatMap(({ artifact, file }) => file.chunks.map((chunk) => ({ chunk, id: artifact.id })));
  const imports = joinImports(
    all.filter(({ chunk }) => chunk.kind === 'import').map(({ chunk, id }) => ({ text: chunk.text, id })),
    language,
  );
  const kept = mergeChunks(
    all.filter(({ chunk }) => chunk.kind !== 'import'),
    '',
    policy,
    conflicts,
  );
  const head = leadingLines(kept.merged);
  const bodies = kept.merged.map(
    ({ text, artifacts }): Stretch => ({
      text,
      artifacts,
      kind: artifacts.length > 0 ? 'quoted' : 'joined',
      gap: '\n\n',
    }),
  );
  const stretches = [
    ...bodies.slice(0, head),
    ...imports.map((one, index) => (index === 0 ? { ...one, gap: '\n\n' } : one)),
    ...bodies.slice(head),
  ];
  await refuseUnparsable(stretches, language);
  return { stretches, conflicts, agreement: kept.agreement, warnings: [] };
}

/** A shebang, a licence, a module's own words stay above the imports. */
function leadingLines(merged: readonly Merged[]): number {
  const rest = merged.findIndex(
    ({ text, name }) => name !== undefined || !/^(?:#!|#|\/\/|\/\*|--|"""|'''|r?"""|'use |"use )/.test(text),
  );
  return rest < 0 ? merged.length : rest;
}

interface Held {
  readonly chunk: Chunk;
  readonly id: string;
}

interface Merged {
  readonly name?: string | undefined;
  readonly text: string;
  readonly column: number;
  readonly artifacts: string[];
}

interface Version {
  readonly chunk: Chunk;
  readonly ids: string[];
}

function mergeChunks(
  held: readonly Held[],
  within: string,
  policy: Policy,
  conflicts: Conflict[],
): { merged: Merged[]; agreement: number | undefined } {
  const groups = new Map<string, Version[]>();
  for (const { chunk, id } of held) {
    const squeezed = squeeze(chunk.text);
    const key = chunk.name ?? `: ${squeezed}`;
    const versions = groups.get(key) ?? [];
    const same = versions.find((one) => squeeze(one.chunk.text) === squeezed);
    if (same === undefined) versions.push({ chunk, ids: [id] });
    else if (!same.ids.includes(id)) same.ids.push(id);
    groups.set(key, versions);
  }
  const shares: number[] = [];
  const merged = Array.from(groups.values(), (versions): Merged => {
    const speakers = new Set(versions.flatMap(({ ids }) => ids)).size;
    const { chunk, ids } = versions[0]!;
    if (speakers > 1) shares.push(Math.max(...versions.map((one) => one.ids.length)) / speakers);
    const plain = { name: chunk.name, column: chunk.column };
    if (versions.length === 1) return { ...plain, text: chunk.text, artifacts: ids };
    const joined = joinMembers(versions, within, policy, conflicts);
    if (joined !== undefined)
      return { ...plain, text: joined, artifacts: [...new Set(versions.flatMap((one) => one.ids))] };
    const { version, resolution } = choose(versions, policy);
    conflicts.push({
      topic: within === '' ? chunk.name! : `${within}.${chunk.name}`,
      positions: versions.flatMap((one) => one.ids.map((artifact) => ({ artifact, text: one.chunk.text }))),
      resolution,
    });
    return { ...plain, text: version.chunk.text, artifacts: version.ids };
  });
  return {
    merged,
    agreement: shares.length === 0 ? undefined : round(shares.reduce((sum, share) => sum + share, 0) / shares.length),
  };
}

/** Versions of one class that begin and end alike are one class with the members of all. */
function joinMembers(
  versions: readonly Version[],
  within: string,
  policy: Policy,
  conflicts: Conflict[],
): string | undefined {
  const [first] = versions;
  const body = first!.chunk.members;
  if (body === undefined) return undefined;
  const alike = versions.every(
    ({ chunk: { members } }) =>
      members !== undefined &&
      squeeze(members.head) === squeeze(body.head) &&
      squeeze(members.tail) === squeeze(body.tail),
  );
  if (!alike) return undefined;
  const column = body.list[0]!.column;
  const held = versions.flatMap(({ chunk, ids }) =>
    chunk.members!.list.map((member) => ({ chunk: indentTo(member, column), id: ids[0]! })),
  );
  const { merged } = mergeChunks(held, `${within === '' ? '' : `${within}.`}${first!.chunk.name}`, policy, conflicts);
  const blank = merged.some(({ text }) => text.includes('\n')) ? '\n\n' : '\n';
  const separator = `${blank}${' '.repeat(column)}`;
  return body.head + merged.map(({ text }) => text).join(separator) + body.tail;
}

/** A member that stood elsewhere, moved to the column it has here. */
function indentTo(chunk: Chunk, column: number): Chunk {
  if (chunk.column === column) return chunk;
  const [first, ...lines] = chunk.text.split('\n');
  const moved = lines.map((line) => {
    const own = line.length - line.trimStart().length;
    return line.trim() === '' ? line : ' '.repeat(Math.max(0, own - chunk.column + column)) + line.trimStart();
  });
  return { ...chunk, column, text: [first, ...moved].join('\n') };
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function choose(versions: readonly Version[], policy: Policy): { version: Version; resolution: string } {
  const [first] = versions;
  if (policy === 'first_wins') return { version: first!, resolution: `first_wins: kept that of ${first!.ids[0]}` };
  const most = Math.max(...versions.map(({ ids }) => ids.length));
  const leading = versions.filter(({ ids }) => ids.length === most);
  if (policy === 'consensus' && leading.length === 1)
    return { version: leading[0]!, resolution: `consensus: kept that of ${leading[0]!.ids.join(', ')}` };
  const why = policy === 'flag' ? 'flagged' : 'tie';
  return {
    version: first!,
    resolution: `${why}: the code keeps that of ${first!.ids[0]}, for a name can be defined once; decide which is right`,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function refuseBroken(sources: readonly Source[]): void {
  for (const { artifact, file } of sources) {
    const first = file.problems[0];
    if (first === undefined) continue;
    throw new ConsiliumError(
      'CODE_INVALID',
      `${artifact.id} does not parse as ${file.language}: line ${first.line}, near "${first.near}".`,
      {
        hint: 'Correct it first; or say `language: text` if it is prose.',
        details: { artifact: artifact.id, line: first.line },
      },
    );
  }
}

async function refuseUnparsable(stretches: readonly Stretch[], language: string): Promise<void> {
  const text = stretches.map(({ text: part, gap }, index) => (index === 0 ? part : gap + part)).join('');
  const [first] = (await readCode(text, requireGrammar(language))).problems;
  if (first === undefined) return;
  throw new ConsiliumError(
    'CODE_INVALID',
    `The merged ${language} would not parse: line ${first.line}, near "${first.near}".`,
    {
      hint: 'Merge fewer artifacts at a time, or let a model do it.',
    },
  );
}

function isSeveralFiles(sources: readonly Source[]): boolean {
  return new Set(sources.map(({ artifact }) => artifact.path).filter((path) => path !== undefined)).size > 1;
}

/** Files that have names of their own stay files: one after another, each under its name. */
function concatenate(sources: readonly Source[]): Synthesis {
  const stretches = sources.flatMap(({ artifact: { id, content, path }, file: { language } }): Stretch[] => [
    {
      text: `${/^(?:python|shell)$/.test(language) ? '#' : language === 'sql' ? '--' : '//'} file: ${path ?? id}`,
      ...{ artifacts: [], kind: 'note', gap: '\n\n' },
    },
    { text: content.trim(), artifacts: [id], kind: 'quoted', gap: '\n' },
  ]);
  return { stretches, conflicts: twiceDefined(sources), agreement: undefined, warnings: [] };
}

/** What each file may have of its own. */
const EVERYWHERE = new Set(['main', 'init', 'setup', 'usage', 'Props']);

/** One name that two files of a language define differently: both stay, and it is told. */
function twiceDefined(sources: readonly Source[]): Conflict[] {
  const conflicts: Conflict[] = [];
  const languages = new Set(sources.map(({ file }) => file.language));
  for (const language of languages) {
    const held = sources
      .filter(({ file }) => file.language === language)
      .flatMap(({ artifact, file }) => file.chunks.map((chunk) => ({ chunk, id: artifact.id })))
      .filter(({ chunk }) => chunk.kind === 'definition' && !EVERYWHERE.has(chunk.name ?? ''));
    mergeChunks(held, '', 'flag', conflicts);
  }
  return conflicts.map((one) => ({
    ...one,
    resolution: 'flagged: both stay, each in its file; decide which is right',
  }));
}
