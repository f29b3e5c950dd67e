/** `consilium fn`, `pipeline`, `search`, `index`: the workshop from the command line. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Workshop } from '../app/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import type { Progress as Step } from '../pipelines/index.ts';
import type { IndexProgress, IndexReport, MatchType, SearchHit } from '../search/index.ts';
import type { Home } from '../storage/index.ts';
import { here, visitor, withApp } from './house.ts';
import { bold, dim, Progress, printJson, terminal } from './terminal.ts';
import { remarks } from './transcript.ts';

const out = () => terminal().stdout;

interface Options {
  home?: string;
  json?: boolean;
}

interface FunctionFlags extends Options {
  input?: string;
  preset?: string;
  quality?: 'light' | 'standard' | 'high';
  overflow?: 'error' | 'truncate';
  engine?: 'offline';
}

export async function runFn(name: string | undefined, options: FunctionFlags): Promise<void> {
  await withWorkshop(options, async ({ functions }, signal) => {
    if (name === undefined) {
      const there = functions.list();
      if (options.json) return printJson({ functions: there });
      for (const { name: own, description, offline } of there)
        out().write(`${bold(out(), own.padEnd(24))} ${description}${offline ? '' : dim(out(), ' (needs a model)')}\n`);
      return;
    }
    const { readRequest } = await import('../functions/index.ts');
    const written = readRequest(await readInput(options.input));
    const { preset, quality, overflow, engine } = options;
    const asked = { ...written.options, ...present({ preset, quality, overflow, engine }) };
    const progress = new Progress(`Running ${name}`);
    const { output, meta, run } = await functions
      .run(name, written.input, { ...asked, signal })
      .finally(() => progress.stop());
    if (options.json) return printJson({ ...(output as object), meta: { ...meta, run } });
    out().write(`${JSON.stringify(output, null, 2)}\n`);
    for (const remark of remarks(meta)) terminal().stderr.write(`${remark}\n`);
    terminal().stderr.write(
      `${dim(terminal().stderr, `${meta.speakers.join(', ')} · preset ${meta.preset} (${meta.mode}) · ${meta.budget.input.tokens} of ${meta.budget.input.limit} tokens in · ${meta.ms} ms`)}\n`,
    );
  });
}

export async function runPipeline(id: string | undefined, options: Options & { input?: string }): Promise<void> {
  await withWorkshop(options, async ({ pipelines }, signal) => {
    if (id === undefined) {
      const there = pipelines.list();
      if (options.json) return printJson({ pipelines: there });
      for (const { id: name, description } of there) out().write(`${bold(out(), name.padEnd(24))} ${description}\n`);
      return;
    }
    const request = await readInput(options.input);
    const run = pipelines.start(id, unwrap(request), { signal });
    terminal().stderr.write(`${dim(terminal().stderr, `run ${run.id}`)}\n`);
    for await (const step of run) if (!options.json) tellStep(step);
    const report = await run.result;
    if (report.state !== 'completed') terminal().setExitCode(1);
    if (options.json) return printJson(report);
    if (report.output !== undefined) out().write(`${JSON.stringify(report.output, null, 2)}\n`);
    for (const remark of remarks(report)) terminal().stderr.write(`${remark}\n`);
    if (report.error !== undefined) throw new ConsiliumError(report.error.code, report.error.message, report.error);
  });
}

/** `{input: {…}}` is the same as the fields themselves, as over HTTP. */
function unwrap(request: unknown): unknown {
  const { input, ...rest } = (request ?? {}) as { input?: unknown };
  return typeof input === 'object' && input !== null && Object.keys(rest).length === 0 ? input : request;
}

const SIGNS: Record<string, string> = { done: '✓', cached: '✓', failed: '✕', skipped: '–', retrying: '↻' };

function tellStep(step: Step): void {
  if (step.type !== 'stage' || step.state === 'waiting') return;
  const took = step.ms === undefined ? '' : ` · ${Math.round(step.ms)} ms`;
  const calls = step.calls === undefined ? '' : ` · ${step.calls.done} of ${step.calls.of}`;
  const line = `${SIGNS[step.state] ?? '…'} ${step.stage} ${step.state}${calls}${took}`;
  terminal().stderr.write(`${dim(terminal().stderr, line)}\n`);
}

interface SearchFlags extends Options {
  scope?: string[];
  top?: number;
  match?: MatchType;
}

export async function runSearch(query: string, options: SearchFlags): Promise<void> {
  await withWorkshop(options, async ({ search }, signal) => {
    const { scope: scopes, top, match } = options;
    const progress = new Progress('Searching');
    const result = await search.search({ query, scopes, top, match, signal }).finally(() => progress.stop());
    if (options.json) return printJson({ query, ...result });
    for (const hit of result.hits) out().write(`${tellHit(hit)}\n\n`);
    if (result.hits.length === 0) out().write('Nothing was found.\n');
    for (const warning of result.warnings) terminal().stderr.write(`${warning}\n`);
    terminal().stderr.write(
      `${dim(terminal().stderr, `${result.hits.length} of ${result.total} · ${Math.round(result.ms)} ms`)}\n`,
    );
  });
}

function tellHit({ source, scope, score, snippet, position, id }: SearchHit): string {
  const file = 'file_path' in source ? source.file_path : undefined;
  const place = [scope, file, position.line_range && file && `lines ${position.line_range}`].filter(Boolean).join(', ');
  let text = '';
  let at = 0;
  for (const [start, end] of snippet.highlights) {
    text += snippet.text.slice(at, start) + bold(out(), snippet.text.slice(start, end));
    at = end;
  }
  text += snippet.text.slice(at);
  return `${bold(out(), source.title ?? file ?? id)}  ${dim(out(), `${score.toFixed(2)} · ${place}`)}\n${text.replace(/\s+/g, ' ')}`;
}

interface IndexFlags extends Options {
  scope: string;
  embeddings: boolean;
  watch?: boolean;
}

export async function runIndex(given: string[], options: IndexFlags): Promise<void> {
  const paths = given.map(here);
  await withWorkshop(options, async ({ search }, signal, { audit }) => {
    const { scope, embeddings } = options;
    // The index is a file of its own: told before it is written.
    audit.write({ ...visitor(), action: 'write:search/index', object: scope });
    const progress = new Progress('Reading');
    const onProgress = (at: IndexProgress) =>
      progress.update(`${at.phase === 'reading' ? 'Reading' : 'Embedding'} ${at.done} of ${at.total}`);
    const request = { paths, scope, embeddings, signal, onProgress };
    const report = await search.index(request).finally(() => progress.stop());
    if (options.json) printJson(report);
    else {
      out().write(
        `${tellReport(report)} in ${bold(out(), scope)}; ${report.unchanged} unchanged, ${report.removed} removed · ${Math.round(report.ms)} ms\n`,
      );
      for (const { file, why } of report.skipped)
        terminal().stderr.write(`${dim(terminal().stderr, `${file}: ${why}`)}\n`);
    }
    if (!options.watch) return;
    const watching = await search.watch({
      ...request,
      onProgress: undefined,
      onReport: (changed) => terminal().stderr.write(`${tellReport(changed)}\n`),
    });
    terminal().stderr.write('Watching. Ctrl-C ends it.\n');
    await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
    await watching.close();
  });
}

function tellReport({ files, chunks }: IndexReport): string {
  return `${files} ${files === 1 ? 'file' : 'files'}, ${chunks} ${chunks === 1 ? 'passage' : 'passages'}`;
}

/** A file's JSON, or that of stdin with `-` or nothing. */
async function readInput(path: string | undefined): Promise<unknown> {
  const from = path === undefined || path === '-' ? 'stdin' : path;
  if (from === 'stdin' && terminal().isInteractive)
    throw new ConsiliumError('INPUT_MISSING', 'There is no input.', { hint: 'Give a JSON file with --input FILE.' });
  const bytes = from === 'stdin' ? await buffer(terminal().stdin) : await readFile(here(from)).catch(unreadable(from));
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (thrown) {
    throw new ConsiliumError('INPUT_INVALID', `${from} is not JSON: ${(thrown as Error).message}`);
  }
}

function unreadable(path: string) {
  return (thrown: NodeJS.ErrnoException): never => {
    throw new ConsiliumError('INPUT_MISSING', `${path} cannot be read: ${thrown.code ?? thrown.message}.`);
  };
}

function present<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

async function withWorkshop(
  options: Options,
  work: (workshop: Workshop, signal: AbortSignal, home: Home) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const heard = terminal().onInterrupt(() => stopping.abort(new ConsiliumError('CANCELLED', 'Stopped.')));
  await withApp(options, async (app) => work(await app.workshop(), stopping.signal, app.home)).finally(heard);
}
