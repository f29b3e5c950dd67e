import { z } from 'zod';
import type { Said, Table } from './table.ts';
import type { ModeResult } from './task.ts';

const critiqueSchema = z.object({
  objections: z.array(z.object({ problem: z.string(), fix: z.string().default('') })),
});
const REPLY = { schema: z.toJSONSchema(critiqueSchema, { io: 'input', target: 'draft-7' }) as Record<string, unknown> };

/** The first model drafts, the second criticises, the first revises. Without an objection the draft is the answer. */
export async function runCritique(table: Table): Promise<ModeResult> {
  const draft = await table.answer(0, { part: 'critique.draft' });
  if (draft === undefined) return draftInstead(table);
  const critique = await table.ask(1, {
    part: 'critique.critique',
    quotations: [
      { title: 'draft', text: draft.text },
      ...(draft.problem === undefined ? [] : [{ title: 'what a check found in the draft', text: draft.problem }]),
    ],
    reply: REPLY,
  });
  if (critique === undefined) {
    table.warn('Nobody criticised the draft: it is the answer as it was written.');
    return table.close([draft]);
  }
  const objections = readObjections(critique.text);
  if (objections === undefined && draft.problem === undefined) return table.close([draft]);
  return revise(table, draft, objections);
}

/** The critic writes what the first model did not. Then there is nobody left to criticise. */
async function draftInstead(table: Table): Promise<ModeResult> {
  const answer = await table.answer(1, { part: 'critique.draft', step: 'draft.2' });
  if (answer !== undefined) table.warn(`${answer.model} wrote the answer alone, without a critique.`);
  return table.close([answer]);
}

async function revise(table: Table, draft: Said, objections: string | undefined): Promise<ModeResult> {
  const revision = await table.answer(0, {
    part: 'critique.revision',
    quotations: [
      { title: 'your draft', text: draft.text },
      { title: 'objections of the critic', text: objections ?? draft.problem ?? '' },
    ],
  });
  if (revision === undefined || revision.problem !== undefined)
    table.warn('The revision could not be used: the answer is the draft, and the objections to it stand.');
  return table.close([revision, draft]);
}

const NONE = /^\W*((none|no (\w+ )?(objections?|problems?|issues?)( found)?)\W*)?$/i;

/** Undefined if there are none. A critic that does not keep to the form is read as prose. */
export function readObjections(text: string): string | undefined {
  const parsed = critiqueSchema.safeParse(readJson(text));
  if (!parsed.success) return NONE.test(text) ? undefined : text;
  const lines = parsed.data.objections.map(({ problem, fix }) =>
    fix === '' ? `- ${problem}` : `- ${problem} → ${fix}`,
  );
  return lines.length === 0 ? undefined : lines.join('\n');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
