/** `consilium import`, `export`, `patients`, `cypher`: the record from the command line. Every look at it is audited. */
import { erasePatient, sessionsAbout } from '../app/index.ts';
import { ConsiliumError, machineUser } from '../kernel/index.ts';
import { type ImportProgress, listSources, newPatient, type Visitor } from '../record/index.ts';
import { showableJson } from '../text/index.ts';
import { here, withApp } from './house.ts';
import { bold, dim, Progress, printFile, printJson, terminal } from './terminal.ts';

const visitor = (command: string): Visitor => ({
  principal: machineUser(),
  actor: 'command line',
  why: `consilium ${command}`,
});
const out = () => terminal().stdout;

interface Options {
  home?: string;
  json?: boolean;
}

export async function importRecords(paths: string[], options: Options): Promise<void> {
  await withApp(options, async ({ records }) => {
    const progress = new Progress('Reading');
    const onProgress = (at: ImportProgress) => progress.update(tell(at));
    const sources = await listSources(paths.map(here));
    const result = await records.import(sources, visitor('import'), { onProgress }).finally(() => progress.stop());
    if (result.failed.length > 0) terminal().setExitCode(1);
    if (options.json) return printJson(result);
    for (const { id, name } of result.patients) out().write(`${bold(out(), name ?? '(no name)')} ${dim(out(), id)}\n`);
    const read = Object.values(result.resources).reduce((sum, n) => sum + n, 0);
    const skipped = Object.entries(result.skipped).map(([type, n]) => `${n} ${type}`);
    out().write(
      `${read} resources read, ${result.added.nodes} entries added, ${result.dangling} references to nothing.\n`,
    );
    if (skipped.length > 0) out().write(dim(out(), `Not kept: ${skipped.join(', ')}\n`));
    for (const { file, error } of result.failed) terminal().stderr.write(`${file}: ${error.message}\n`);
  });
}

export async function exportRecord(options: Options & { patient: string }): Promise<void> {
  await withApp(options, async ({ records }) => {
    const bundle = (await records.open(options.patient, visitor('export'))).bundle();
    printFile(`${showableJson(JSON.stringify(bundle, null, 2))}\n`);
  });
}

interface Person {
  delete?: string;
  yes?: boolean;
  add?: string;
  born?: string;
  sex?: string;
}

export async function patients(options: Options & Person): Promise<void> {
  if (options.add !== undefined) return addPatient(options.add, options);
  if (options.delete !== undefined) return erase(options.delete, options);
  await withApp(options, async ({ records }) => {
    const people = await records.list(visitor('patients'));
    if (options.json) return printJson({ patients: people });
    if (people.length === 0)
      out().write('No patients yet. Begin with: consilium import demo, or consilium patients --add <name>\n');
    for (const person of people) out().write(`${bold(out(), person.name ?? '(no name)')} ${dim(out(), person.id)}\n`);
  });
}

/** For good: nothing goes before somebody has seen who and what it is. */
async function erase(patient: string, options: Options & Person): Promise<void> {
  await withApp(options, async (app) => {
    const by = visitor('patients --delete');
    await app.records.open(patient, by);
    const name = (await app.records.list(by)).find(({ id }) => id === patient)?.name ?? '(no name)';
    const sessions = sessionsAbout(app, patient);
    const talks = sessions.length === 1 ? '1 conversation' : `${sessions.length} conversations`;
    if (options.yes !== true)
      throw new ConsiliumError('CONFIRMATION_REQUIRED', `This erases the record of ${name} and ${talks}, for good.`, {
        hint: 'Save a backup first if in doubt (consilium backup); then the same again with --yes.',
      });
    for (const id of sessions)
      if ((await app.home.store.session(id))?.open)
        throw new ConsiliumError('SESSION_BUSY', 'A turn about this patient is running.', {
          hint: 'Wait for it, or stop it.',
          details: { session: id },
        });
    const erased = await erasePatient(app, patient, by);
    if (options.json) return printJson(erased);
    const tokens = erased.tokens === 0 ? '' : `; ${erased.tokens} tokens no longer name them`;
    out().write(`Erased: ${name}, ${talks}${tokens}.\n`);
  });
}

async function addPatient(name: string, options: Options & Person): Promise<void> {
  const asked = newPatient.safeParse({
    name,
    ...(options.born !== undefined && { birth_date: options.born }),
    ...(options.sex !== undefined && { gender: options.sex }),
  });
  if (!asked.success) {
    const [issue] = asked.error.issues;
    const option = { name: '--add', birth_date: '--born', gender: '--sex' }[String(issue!.path[0])] ?? 'patients';
    throw new ConsiliumError('PATIENT_INVALID', `${option} is wrong: ${issue!.message}.`, {
      hint: 'Example: consilium patients --add "Ada Byron" --born 1968-03-02 --sex female',
    });
  }
  await withApp(options, async ({ records }) => {
    const person = await records.create(asked.data, visitor('patients --add'));
    if (options.json) return printJson(person);
    out().write(`${bold(out(), person.name)} ${dim(out(), person.id)}\n`);
    terminal().stderr.write(dim(terminal().stderr, `Next: consilium chat --patient ${person.id}\n`));
  });
}

export async function cypher(query: string, options: Options & { patient: string; params?: string }): Promise<void> {
  const params = readParams(options.params);
  await withApp(options, async ({ records }) => {
    const record = await records.open(options.patient, visitor('cypher'));
    const result = await record.query({ query, ...(params && { params }) });
    if (options.json) return printJson(result);
    const cells = [result.columns, ...result.rows.map((row) => row.map(show))];
    const widths = result.columns.map((_, column) =>
      Math.min(60, Math.max(...cells.map((row) => row[column]!.length))),
    );
    for (const [index, row] of cells.entries()) {
      const line = row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd();
      out().write(`${index === 0 ? bold(out(), line) : line}\n`);
    }
    for (const { message } of result.warnings ?? []) terminal().stderr.write(`${dim(terminal().stderr, message)}\n`);
    terminal().stderr.write(
      `${dim(terminal().stderr, `${result.rows.length} row${result.rows.length === 1 ? '' : 's'} · ${result.ms} ms`)}\n`,
    );
  });
}

function tell(at: ImportProgress): string {
  if (at.phase === 'writing') return `Writing patient ${at.patients_done + 1} of ${at.patients}`;
  const file = at.files > 1 ? `file ${at.files_done + 1} of ${at.files}, ` : '';
  return `Reading ${file}${at.resources} resources, ${Math.round(at.bytes / 1e6)} MB`;
}

function readParams(json: string | undefined): Record<string, unknown> | undefined {
  if (json === undefined) return undefined;
  let params: unknown;
  try {
    params = JSON.parse(json);
  } catch (thrown) {
    throw new ConsiliumError('PARAMS_INVALID', `--params is not JSON: ${(thrown as Error).message}`);
  }
  if (typeof params === 'object' && params !== null && !Array.isArray(params)) return params as Record<string, unknown>;
  throw new ConsiliumError('PARAMS_INVALID', '--params must be a JSON object.', {
    hint: `Example: --params '{"term": "statin"}'`,
  });
}

function show(cell: unknown): string {
  return typeof cell === 'string' ? cell : cell === null ? '–' : JSON.stringify(cell);
}
