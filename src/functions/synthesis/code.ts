/**
 * Synthesis of code: imports once and on top, definitions once, in order. Two definitions of one name that differ are a
 * conflict; the result keeps one of them, for code that defines a name twice does not run.
 */
import { linesOf } from '../text/sentences.ts';
import type { Artifact, Conflict, Policy, Stretch, Synthesis } from './artifact.ts';

export function synthesizeCode(artifacts: readonly Artifact[], policy: Policy): Synthesis {
  const files = artifacts.map((artifact) => ({ artifact, ...splitCode(artifact.content) }));
  if (isSeveralFiles(artifacts)) return concatenate(artifacts);
  const chunks = gatherChunks(files);
  const conflicts: Conflict[] = [];
  const kept = chunks.flatMap((chunk) => {
    if (chunk.versions.length === 1) return chunk.versions;
    const { version, resolution } = choose(chunk.versions, policy);
    conflicts.push({
      topic: chunk.name,
      positions: chunk.versions.flatMap(({ text, artifacts: ids }) => ids.map((artifact) => ({ artifact, text }))),
      resolution,
    });
    return [version];
  });
  const imports = joinImports(
    files.flatMap(({ artifact, imports: lines }) => lines.map((text) => ({ text, id: artifact.id }))),
  );
  const bodies = kept.map(
    ({ text, artifacts: ids }): Stretch => ({ text, artifacts: ids, kind: 'quoted', gap: '\n\n' }),
  );
  return { stretches: [...imports, ...bodies], conflicts, agreement: agreement(chunks), warnings: [] };
}

interface Version {
  readonly text: string;
  readonly artifacts: string[];
}

interface Chunk {
  readonly name: string;
  readonly versions: Version[];
}

const IMPORT =
  /^(?:import\b.*|from\s+\S+\s+import\b.*|(?:const|let|var)\s+.{1,200}=\s*require\(.*\);?|use\s+[\w:{}, *]+;|using\s+[\w.]+;|#include\s.*|@?package\s.*|export\s+(?:\*|\{.*\})\s+from\s.*)$/;
const DEFINITION =
  /^(?:(?:export|default|declare|public|private|protected|static|abstract|async|final|pub(?:\(\w+\))?)\s+)*(?:class|interface|enum|struct|trait|type|def|function\*?|fn|func|const|let|var|module|namespace|object)\s+(?<name>[A-Za-z_$][\w$]*)/;

/** Import lines, and the rest in pieces that begin at the left margin. */
function splitCode(content: string): { imports: string[]; chunks: string[] } {
  const imports: string[] = [];
  const chunks: string[] = [];
  let chunk: { from: number; to: number; isLead: boolean } | undefined;
  let unfinished: string[] | undefined;
  const close = () => {
    if (chunk !== undefined) chunks.push(content.slice(chunk.from, chunk.to));
    chunk = undefined;
  };
  for (const { text, start } of linesOf(content)) {
    if (unfinished !== undefined) {
      unfinished.push(text);
      if (!/[})]/.test(text)) continue;
      imports.push(unfinished.join('\n').trim());
      unfinished = undefined;
    } else if (OPEN_IMPORT.test(text)) {
      close();
      unfinished = [text];
    } else if (IMPORT.test(text)) {
      close();
      imports.push(text.trim());
    } else if (text.trim() !== '') {
      if (chunk !== undefined && !chunk.isLead && opensChunk(text, content, start)) close();
      const isLead = isLeadLine(text) && (chunk?.isLead ?? true);
      chunk = { from: chunk?.from ?? start, to: start + text.trimEnd().length, isLead };
    }
  }
  if (unfinished !== undefined) imports.push(unfinished.join('\n').trim());
  close();
  return { imports, chunks };
}

const OPEN_IMPORT = /^(?:import|from)\b[^'"]*[{(]\s*$/;

/** At the left margin, and no end or branch of what is open. */
function opensChunk(line: string, content: string, start: number): boolean {
  if (!/^[^\s})\]]/.test(line) || /^(?:else|elif|except|finally|catch)\b/.test(line)) return false;
  return DEFINITION.test(line) || followsBlank(content, start);
}

/** Comments and decorators belong to what follows them. */
function isLeadLine(line: string): boolean {
  return /^\s*(?:\/\/|#|\/\*|\*|@|"""|--|$)/.test(line);
}

function followsBlank(content: string, start: number): boolean {
  return /\n[ \t]*\r?\n$/.test(content.slice(Math.max(0, start - 40), start));
}

function nameOf(chunk: string): string | undefined {
  for (const line of chunk.split('\n')) {
    const name = DEFINITION.exec(line)?.groups?.['name'];
    if (name !== undefined) return name;
    if (!isLeadLine(line)) return undefined;
  }
  return undefined;
}

function gatherChunks(files: readonly { artifact: Artifact; chunks: readonly string[] }[]): Chunk[] {
  const chunks = new Map<string, { name: string; versions: Map<string, Version> }>();
  for (const { artifact, chunks: texts } of files)
    for (const text of texts) {
      const name = nameOf(text);
      const squeezed = squeeze(text);
      const key = name === undefined ? `: ${squeezed}` : name;
      const chunk = chunks.get(key) ?? { name: name ?? text.slice(0, 40), versions: new Map() };
      const same = chunk.versions.get(squeezed);
      if (same === undefined) chunk.versions.set(squeezed, { text, artifacts: [artifact.id] });
      else if (!same.artifacts.includes(artifact.id)) same.artifacts.push(artifact.id);
      chunks.set(key, chunk);
    }
  return Array.from(chunks.values(), ({ name, versions }) => ({ name, versions: [...versions.values()] }));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function choose(versions: readonly Version[], policy: Policy): { version: Version; resolution: string } {
  const [first] = versions;
  if (policy === 'first_wins')
    return { version: first!, resolution: `first_wins: kept that of ${first!.artifacts[0]}` };
  const most = Math.max(...versions.map(({ artifacts }) => artifacts.length));
  const leading = versions.filter(({ artifacts }) => artifacts.length === most);
  if (policy === 'consensus' && leading.length === 1)
    return { version: leading[0]!, resolution: `consensus: kept that of ${leading[0]!.artifacts.join(', ')}` };
  const why = policy === 'flag' ? 'flagged' : 'tie';
  return {
    version: first!,
    resolution: `${why}: the code keeps that of ${first!.artifacts[0]}, for a name can be defined once; decide which is right`,
  };
}

function agreement(chunks: readonly Chunk[]): number | undefined {
  const shares = chunks.flatMap(({ versions }) => {
    const counts = versions.map(({ artifacts }) => artifacts.length);
    const speakers = counts.reduce((sum, count) => sum + count, 0);
    return speakers < 2 ? [] : [Math.max(...counts) / speakers];
  });
  if (shares.length === 0) return undefined;
  return Math.round((shares.reduce((sum, share) => sum + share, 0) / shares.length) * 100) / 100;
}

const NAMED = /^import\s+(?<type>type\s+)?\{(?<names>[^}]*)\}\s+from\s+(?<from>['"][^'"]+['"]);?$/s;

/** The same import once; named imports from one module in one line. */
function joinImports(imports: readonly { text: string; id: string }[]): Stretch[] {
  const lines = new Map<string, { texts: Set<string>; names: Set<string>; ids: string[]; text: string }>();
  for (const { text, id } of imports) {
    const groups = NAMED.exec(text)?.groups;
    const key = groups === undefined ? squeeze(text) : `${groups['type'] ?? ''}${groups['from']}`;
    const line = lines.get(key) ?? { texts: new Set(), names: new Set(), ids: [], text };
    line.texts.add(squeeze(text));
    for (const name of (groups?.['names'] ?? '').split(',').map((one) => one.trim()))
      if (name !== '') line.names.add(name);
    if (!line.ids.includes(id)) line.ids.push(id);
    lines.set(key, line);
  }
  return [...lines.values()].map(({ texts, names, ids, text }): Stretch => {
    if (texts.size === 1) return { text, artifacts: ids, kind: 'quoted', gap: '\n' };
    return {
      text: text.replace(/\{[^}]*\}/s, `{ ${[...names].join(', ')} }`),
      artifacts: ids,
      kind: 'joined',
      gap: '\n',
    };
  });
}

function isSeveralFiles(artifacts: readonly Artifact[]): boolean {
  return new Set(artifacts.map(({ path }) => path).filter((path) => path !== undefined)).size > 1;
}

/** Files that have names of their own stay files: one after another, each under its name. */
function concatenate(artifacts: readonly Artifact[]): Synthesis {
  const stretches = artifacts.flatMap(({ id, content, path }): Stretch[] => [
    {
      text: `${/\.(?:py|rb|sh|ya?ml|toml)$/.test(path ?? '') ? '#' : '//'} file: ${path ?? id}`,
      artifacts: [],
      kind: 'note',
      gap: '\n\n',
    },
    { text: content.trim(), artifacts: [id], kind: 'quoted', gap: '\n' },
  ]);
  return { stretches, conflicts: [], agreement: undefined, warnings: [] };
}
