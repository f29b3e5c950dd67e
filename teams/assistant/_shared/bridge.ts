/**
 * From another team to the person's own things: it is asked as the same person and answers what it may; what the answer
 * says is taken over, nothing else is seen. Asked twice, the same is not brought twice.
 */
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { patientOf } from 'consilium/record';
import { assistantOf } from './place.ts';

/** `apart`: in a talk of its own, without a record. `part`: of several questions of one deed. */
export async function askOther(
  team: string,
  message: string,
  context: ToolContext,
  { apart = false, part = '' }: { apart?: boolean; part?: string } = {},
) {
  const { askTeam } = assistantOf(context);
  if (askTeam === undefined) throw new ConsiliumError('TEAM_MISSING', `The ${team} team is not here.`);
  return askTeam(team, {
    message,
    principal: context.principal,
    session: `${context.session.id}.${team}${apart ? '-apart' : ''}`,
    outer: context.session.id,
    key: `${context.idempotencyKey}${part}`,
    ...(!apart && { patient: patientOf(context.state) }),
    place: context.place,
    signal: context.signal,
  });
}

/** Whose it is stands with it: a carer's list holds the things of several people. */
export function forWhom(title: string, whose: string | undefined): string {
  return whose === undefined ? title : `${title} (${whose})`;
}
