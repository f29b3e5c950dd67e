/** `consilium doctor`: what is wrong with an installation and how to mend it. It looks; it makes and changes nothing. */
import { existsSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { examineKeys } from '../a2a/auth/index.ts';
import type { App } from '../app/index.ts';
import { type MaybePromise, sayWithPlace, toConsiliumError } from '../kernel/index.ts';
import { knowledgeEntries } from '../knowledge/index.ts';
import { BUILT_IN, createModels } from '../models/index.ts';
import {
  examineHead,
  homeDir,
  isSealed,
  placeBelow,
  plainIn,
  readAuditKey,
  readDataKey,
  unlockFolder,
} from '../storage/index.ts';
import { checkTeam, listTeams, teamDirs } from '../teams/index.ts';
import { type Finding, lookAtFile, lookAtFolder, lookAtLogs } from './doctor-files.ts';
import { withApp } from './house.ts';
import { bold, dim, printJson, terminal } from './terminal.ts';

interface Options {
  home?: string;
  json?: boolean;
}

type Look = (check: string, work: () => MaybePromise<Omit<Finding, 'check'>>) => Promise<void>;

const RESTORE = 'Restore a backup: consilium restore FILE --home NEW';
const LEAST_FREE_MB = 500;

export async function doctor(options: Options): Promise<void> {
  const findings: Finding[] = [];
  const look: Look = async (check, work) => {
    try {
      findings.push({ check, ...(await work()) });
    } catch (thrown) {
      const error = toConsiliumError(thrown);
      findings.push({ check, ok: false, says: sayWithPlace(error), ...(error.hint && { mend: error.hint }) });
    }
  };
  const dir = homeDir(options.home, process.env);
  await look('node', lookAtNode);
  if (['consilium.db', 'audit.head', 'seal.json'].some((name) => existsSync(join(dir, name)))) {
    // Before anything is opened: whoever opens it closes it to others, and nobody would know that it was open.
    await look('folder', () => lookAtFolder(dir));
    await look('seal', () => lookAtSeal(dir));
    await look('logs', () => lookAtLogs(dir));
    await look('head', () => lookAtHead(dir));
    await look('keys', () => lookAtKeys(dir));
    await look('tokens', () =>
      lookAtFile(join(dir, 'tokens.db'), 'Move it away and issue new tokens, or restore a backup.'),
    );
    await look('index', () => lookAtFile(join(dir, 'search.db'), 'Move it away and index your folders again.'));
    await look('models', () => lookAtModels(dir));
    const isSound = (wanted: string) => findings.some(({ check, ok }) => check === wanted && ok);
    // What else is wrong is looked for all the same, with the catalogue that came with the house.
    const models = isSound('models') ? {} : { CONSILIUM_MODELS: BUILT_IN };
    const env = { ...process.env, ...models, CONSILIUM_EMBEDDINGS: 'off' };
    await withApp(options, (app) => lookInside(app, look, isSound('index')), { env }).catch((thrown) =>
      look('data', () => {
        throw thrown;
      }),
    );
  } else
    await look('folder', () => ({
      ok: false,
      says: `There is no installation in ${dir}`,
      mend: 'Say where it is with --home, or begin one with npm start.',
    }));
  tell(findings, options);
}

function tell(findings: readonly Finding[], options: Options): void {
  const ok = findings.every((finding) => finding.ok);
  const out = terminal().stdout;
  if (!ok) terminal().setExitCode(1);
  if (options.json) {
    printJson({ ok, findings });
    return;
  }
  for (const { check, ok: fine, says, mend } of findings)
    out.write(`${fine ? '✓' : '✕'} ${bold(out, check)}  ${says}${mend ? `\n  ${dim(out, mend)}` : ''}\n`);
}

function lookAtNode(): Omit<Finding, 'check'> {
  const major = Number(process.versions.node.split('.')[0]);
  return { ok: major >= 24, says: `Node ${process.versions.node}`, ...(major < 24 && { mend: 'Run npm ci.' }) };
}

/** Whether the folder is encrypted, and what in it is not. */
function lookAtSeal(dir: string): Omit<Finding, 'check'> {
  const key = readDataKey(process.env);
  if (!isSealed(dir) && key === undefined)
    return { ok: true, says: 'Not encrypted: consilium seal does it, or keep the folder on a disk that is' };
  unlockFolder(dir, key);
  const shown = shownKey(dir);
  if (shown !== undefined)
    return {
      ok: false,
      says: shown,
      mend: 'Its owner alone may read it: chmod 400. Keep it elsewhere than the folder.',
    };
  const { open, wrong } = plainIn(dir);
  const beside = `Encrypted, but for ${open.join(', ')}`;
  return wrong.length === 0
    ? { ok: true, says: beside }
    : { ok: false, says: `${beside}. Not encrypted: ${wrong.slice(0, MOST_NAMED).join(', ')}`, mend: PLAIN_BESIDE };
}

/** A key that lies with what it opens, or that everybody on the machine can read, is none. Secrets of a container are its own. */
function shownKey(dir: string): string | undefined {
  const named = process.env['CONSILIUM_DATA_KEY'] ? undefined : process.env['CONSILIUM_DATA_KEY_FILE'];
  if (!named) return undefined;
  const file = realpathSync(resolve(named));
  if (file.startsWith(`${realpathSync(dir)}${sep}`)) return `The key lies in the folder that it opens: ${file}`;
  const isOpen = (statSync(file).mode & 0o007) !== 0 && !file.startsWith('/run/secrets/');
  return isOpen ? `Others may read the key: ${file}` : undefined;
}

const PLAIN_BESIDE =
  'Consilium did not write them so. Bring what is wanted through Consilium (an upload, a backup with a key), and remove the files.';

function lookAtKeys(dir: string): Omit<Finding, 'check'> {
  const { own, trusted } = examineKeys(dir);
  return { ok: true, says: `${own} of this house, ${trusted} of others` };
}

/** The head of the trail and the key that seals it: somebody who can read that key can forge both. */
function lookAtHead(dir: string): Omit<Finding, 'check'> {
  const { ok, says } = examineHead(dir, readAuditKey(process.env));
  return { ok, says, ...(!ok && { mend: HEAD_GONE }) };
}

const HEAD_GONE =
  'Give the key back (CONSILIUM_AUDIT_KEY, or audit.key from a backup). Where it is lost: compare with a head that you noted (consilium audit verify --head HASH), then consilium audit head --begin.';

/** A file of the house's own, laid over ours, that has mistakes keeps everything from opening. */
function lookAtModels(dir: string): Omit<Finding, 'check'> {
  const { chain } = createModels({ env: { ...process.env, CONSILIUM_HOME: dir } }).describe();
  return { ok: true, says: chain.join(', ') || 'offline engine' };
}

async function lookInside(app: App, look: Look, isIndexed: boolean): Promise<void> {
  const { home, models } = app;
  await look('disk', () => {
    const { bavail, bsize } = statfsSync(home.dir);
    const free = Math.round((bavail * bsize) / 1e6);
    const isEnough = free > LEAST_FREE_MB;
    return { ok: isEnough, says: `${free} MB free`, ...(!isEnough && { mend: 'Free some space.' }) };
  });
  await look('data', () => {
    const wrong = home.damage();
    return wrong === undefined
      ? { ok: true, says: 'The data file is sound' }
      : { ok: false, says: wrong, mend: RESTORE };
  });
  await look('tables', () => ({
    ok: true,
    says: home
      .versions()
      .map(({ room, version }) => `${room} ${version}`)
      .join(', '),
  }));
  await look('audit', () => {
    const verdict = home.audit.verify();
    return verdict.ok
      ? { ok: true, says: `${verdict.rows} rows, as they were written` }
      : { ok: false, says: verdict.why, mend: 'Compare with a backup: somebody changed the trail.' };
  });
  await look('memory', () => {
    const there = home.stores.archive().present();
    const gone = there
      .map(({ workspace, path }) => `${workspace}/${path}`)
      .filter((file) => !WORKSPACES.some((at) => existsSync(placeBelow(join(home.dir, at), file.split('/')))));
    return tellGone(gone, there.length, MEMORY_GONE);
  });
  if (isIndexed && existsSync(join(home.dir, 'search.db')))
    await look('courses', async () => {
      const gone = await (await app.service('search')).gone(join(home.dir, 'courses'));
      return tellGone(gone, undefined, COURSES_GONE);
    });
  await look('knowledge', () => ({ ok: true, says: `${knowledgeEntries().length} entries` }));
  await look('teams', () => lookAtTeams(models));
  await look('pipelines', () => lookAtPipelines(home.dir, models));
}

/** Where files with versions lie: those of research agents, and those of people. */
const WORKSPACES = ['memory', 'workspaces'];
const MEMORY_GONE =
  'Put the folders memory/ and workspaces/ back from a backup before the house is opened: what is not there then counts as removed. Every version is in the data file, too.';
const COURSES_GONE =
  'Put the folder courses/ back from a backup, or bring the files again: what was read of them is in the index until then.';
const MOST_NAMED = 5;

function tellGone(gone: readonly string[], of: number | undefined, mend: string): Omit<Finding, 'check'> {
  if (gone.length === 0)
    return { ok: true, says: of === undefined ? 'Their files are there' : `${of} files are there` };
  const more = gone.length > MOST_NAMED ? ` and ${gone.length - MOST_NAMED} more` : '';
  return { ok: false, says: `Gone from the disk: ${gone.slice(0, MOST_NAMED).join(', ')}${more}`, mend };
}

/** Of every team that this house lists, whether its files can be read and fit together. */
async function lookAtTeams(models: App['models']): Promise<Omit<Finding, 'check'>> {
  const kinds = async () => [
    (await import('../a2a/client/kind.ts')).remoteKind(() => ({ send: async function* () {} })),
  ];
  const problems = [];
  for (const { dir } of await listTeams(teamDirs(process.env)))
    problems.push(...(await checkTeam(dir, { models, kinds })).problems);
  return tellProblems(problems, 'Mend the line, or put the file back as it was: consilium team check says more.');
}

async function lookAtPipelines(dir: string, models: App['models']): Promise<Omit<Finding, 'check'>> {
  const { houseFunctions, listPipelines } = await import('../pipelines/index.ts');
  const listed = listPipelines([join(dir, 'pipelines')], houseFunctions(models));
  return tellProblems(
    listed.flatMap(({ problems }) => problems),
    'Mend the line, or move the file away: the other pipelines run without it.',
  );
}

function tellProblems(
  problems: readonly { file: string; line?: number | undefined; message: string }[],
  mend: string,
): Omit<Finding, 'check'> {
  const said = problems.map(({ file, line, message }) => `${file}${line ? `:${line}` : ''}: ${message}`);
  return said.length === 0 ? { ok: true, says: 'Their files are sound' } : { ok: false, says: said.join('; '), mend };
}
