/** A task is a fold of its events. */
import type { Artifact, StreamResponse, Task } from './protocol.ts';

export function foldEvent(task: Task, event: StreamResponse): Task {
  if ('task' in event) return event.task;
  if ('statusUpdate' in event) {
    const { status } = event.statusUpdate;
    const said = task.status.message;
    // What the agent said with its former status is part of the talk from now on.
    return { ...task, status, ...(said && { history: [...(task.history ?? []), said] }) };
  }
  if ('artifactUpdate' in event) {
    const { artifact, append } = event.artifactUpdate;
    return { ...task, artifacts: addArtifact(task.artifacts ?? [], artifact, append ?? false) };
  }
  return task;
}

function addArtifact(before: readonly Artifact[], artifact: Artifact, append: boolean): Artifact[] {
  const at = before.findIndex(({ artifactId }) => artifactId === artifact.artifactId);
  if (at < 0) return [...before, artifact];
  const known = before[at]!;
  const parts = append ? joinText([...known.parts, ...artifact.parts]) : artifact.parts;
  return before.with(at, { ...known, ...artifact, parts });
}

/** Words that came in pieces are one text. */
function joinText(parts: readonly Artifact['parts'][number][]): Artifact['parts'] {
  const joined: Artifact['parts'] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.text !== undefined && part.text !== undefined)
      joined[joined.length - 1] = { ...last, text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}
