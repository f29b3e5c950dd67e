import { prompts } from './prompts.ts';
import type { Said, Table } from './table.ts';
import type { ModeResult } from './task.ts';

/** Each model works on what the one before it left, every one in its own role. One that fails is passed over. */
export async function runPipeline(table: Table): Promise<ModeResult> {
  const { models } = table.preset;
  const roles = prompts().pipeline[models.length]!;
  const results: Said[] = [];
  for (const [seat, role] of roles.entries()) {
    const last = results.at(-1);
    const part = last === undefined ? 'pipeline.draft' : (`pipeline.${role}` as const);
    const said = await table.answer(seat, {
      part,
      step: `${seat + 1}.${part.slice('pipeline.'.length)}`,
      quotations: last === undefined ? [] : [{ title: `result so far, by ${last.model}`, text: last.text }],
    });
    if (said === undefined) table.warn(`The pipeline went on without ${models[seat]}.`);
    else if (said.problem === undefined || last === undefined || last.problem !== undefined) results.push(said);
    else table.warn(`What ${said.model} made of it was left out: ${said.problem}`);
  }
  return table.close(results.reverse());
}
