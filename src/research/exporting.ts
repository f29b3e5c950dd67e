/** A report with its evidence, to be given to others. */
import { ConsiliumError } from '../kernel/index.ts';
import { exportDocument, slugOf } from '../memory/index.ts';
import type { Study } from './study.ts';

/** The report, then the evidence table, read by who takes it out. Without a path, the newest report. Throws FILE_UNKNOWN, REPORT_NONE. */
export async function exportReport(
  study: Study,
  format: string,
  { actor, path }: { actor: string; path?: string | undefined },
) {
  const { workspace, name } = study;
  const chosen = path ?? (await newestReport(study));
  if (chosen === undefined)
    throw new ConsiliumError('REPORT_NONE', `${name} has written no report yet.`, {
      hint: 'Ask it something, or run one of its triggers.',
    });
  const report = titleFirst((await workspace.read(chosen, { actor })).content);
  const hasTable = await workspace.exists('evidence/table.md');
  const table = hasTable ? (await workspace.read('evidence/table.md', { actor })).content : '';
  const markdown = table === '' ? report : `${report}\n---\n\n${table}`;
  const exported = await exportDocument(`${name}: ${chosen}`, markdown, format);
  // Reports of several agents lie in one folder of downloads.
  const whose = slugOf(name.replace(/ Research$/, '')).replaceAll('_', '-');
  return { ...exported, file: `${whose}-${chosen.replace(/^.*\//, '').replace(/\.md$/, '')}.${exported.extension}` };
}

/** Who reads files here reads the finding in the first line; a document that is given away opens with its title. */
function titleFirst(report: string): string {
  const [finding = '', title = '', ...rest] = report.split('\n\n');
  return title.startsWith('# ') && !finding.startsWith('#') ? [title, finding, ...rest].join('\n\n') : report;
}

export async function newestReport({ workspace }: Pick<Study, 'workspace'>): Promise<string | undefined> {
  const { files } = await workspace.list('reports');
  return files.toSorted((a, b) => b.modified - a.modified || b.path.localeCompare(a.path))[0]?.path;
}
