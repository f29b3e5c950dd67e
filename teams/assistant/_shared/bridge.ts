/**
 * From another team to the person's own things: it is asked as the same person and answers what it may; what the answer
 * says is taken over, nothing else is seen. Asked twice, the same is not brought twice.
 */
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { patientOf } from 'consilium/record';
import { assistantOf } from './place.ts';

/**
 * `apart`: in a talk of its own, without a record. `anew`: with the record, in a talk that begins with it, so that what was
 * asked before does not change what is answered. `part`: of several questions of one deed.
 */
export async function askOther(
  team: string,
  message: string,
  context: ToolContext,
  { apart = false, anew = false, part = '' }: { apart?: boolean; anew?: boolean; part?: string } = {},
) {
  const { askTeam } = assistantOf(context);
  if (askTeam === undefined) throw new ConsiliumError('TEAM_MISSING', `The ${team} team is not here.`);
  return askTeam(team, {
    message,
    principal: context.principal,
    session: `${context.session.id}.${team}${apart ? '-apart' : anew ? `-${context.idempotencyKey.replace(/[^\w-]/g, '-').slice(-60)}` : ''}`,
    outer: context.session.id,
    key: `${context.idempotencyKey}${part}`,
    ...(anew && { passing: true }),
    ...(!apart && { patient: patientOf(context.state) }),
    place: context.place,
    signal: context.signal,
  });
}

/** Whose it is stands with it: a carer's list holds the things of several people. */
export function forWhom(title: string, whose: string | undefined): string {
  return whose === undefined ? title : `${title} (${whose})`;
}
