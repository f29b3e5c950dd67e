/** How what an agent writes is kept: one report a day with its versions, and answers beside it with its notes. */
import type { EvidenceRow } from './evidence/table.ts';
import type { Report } from './report.ts';
import { freePath, type StudyState, writeState } from './shelf.ts';
import type { Study } from './study.ts';

/** Nothing new on the same day: a version of the same report, not another one. */
export async function keepReport(
  study: Study,
  state: StudyState,
  { markdown }: Report,
  stays: boolean,
): Promise<string> {
  const { workspace, libraries, actor } = study;
  const { changes, advances, last, draft } = state;
  const date = dateOf(libraries.clock.now());
  const isDraft = draft?.startsWith(`reports/${date}`);
  const isSameDay = (stays || changes.length + advances.length === 0) && last?.path.startsWith(`reports/${date}`);
  const path = isDraft ? draft! : isSameDay ? last!.path : await freePath(workspace, date);
  // What changed today stays in the report of today: a look that finds no more writes nothing over it.
  if (isSameDay && !isDraft && changes.length + advances.length === 0 && last!.question === study.requirements.question)
    return path;
  // Noted before it is there: who is killed in between finds it, and writes no second one beside it.
  if (!isDraft && path !== last?.path) await writeState(study, { ...state, draft: path });
  await workspace.write(path, markdown, actor);
  return path;
}

export async function keepAnswer(
  { workspace, actor }: Study,
  question: string,
  answer: Report,
  now: number,
): Promise<string> {
  const path = `notes/answers-${dateOf(now)}.md`;
  const cited = answer.citations
    .filter(({ row }) => isCited(answer, row))
    .map(({ marker, row }) => `- [${marker}] ${row.title}${row.date ? ` (${row.date})` : ''}, ${row.url}`);
  const asked = question.replace(/\s+/g, ' ').trim().slice(0, 500);
  const text = answer.summary.replace(/\[\^(\d+)\]/g, '[$1]');
  await workspace.append(path, `## ${asked}\n\n${text}\n\n${cited.join('\n')}\n\n`, actor);
  return path;
}

export function isCited({ summary, citations }: Report, { id }: EvidenceRow): boolean {
  const marker = citations.find(({ row }) => row.id === id)?.marker;
  return marker !== undefined && summary.includes(`[^${marker}]`);
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
