/** A request as it is meant: MS may be two diseases. */
import type { AgentContext } from 'consilium/kernel';
import { spellOut } from 'consilium/research';
import { deskOf } from './tools.ts';

/** Short forms written out: by the message itself, by what is followed, or by what the papers on it speak of. */
export async function written(context: AgentContext, said: string): Promise<ReturnType<typeof spellOut>> {
  const spelled = spellOut(said, followed(context));
  if (spelled.open === undefined) return spelled;
  const meant = await deskOf(context).meaningOf(spelled.text, spelled.open);
  return meant === undefined
    ? spelled
    : spellOut(spelled.text.replaceAll(spelled.open.short, meant), followed(context));
}

function followed(context: AgentContext): string[] {
  return deskOf(context)
    .agents(context.principal.user)
    .map(({ name }) => name);
}
