/**
 * From another team to the person's own things: it is asked as the same person and answers what it may; what the answer
 * says is taken over, nothing else is seen. Asked twice, the same is not brought twice.
 */
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { patientOf } from 'consilium/record';
import { assistantOf } from './desk.ts';

export async function askOther(team: string, message: string, context: ToolContext) {
  const { askTeam } = assistantOf(context);
  if (askTeam === undefined) throw new ConsiliumError('TEAM_MISSING', `The ${team} team is not here.`);
  return askTeam(team, {
    message,
    principal: context.principal,
    session: `${context.session.id}.${team}`,
    outer: context.session.id,
    key: context.idempotencyKey,
    patient: patientOf(context.state),
    signal: context.signal,
  });
}
