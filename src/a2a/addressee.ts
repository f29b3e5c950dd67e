/** For whom a body is: the agent that it names, in whichever language. */
import { ConsiliumError } from '../kernel/index.ts';

/** In no language yet: of an empty list, or of a number, nobody can say whether it was to be an envelope. */
export function requireSome(body: unknown): void {
  const isSome = typeof body === 'object' && body !== null && !(Array.isArray(body) && body.length === 0);
  if (isSome) return;
  const what = Array.isArray(body) ? 'A batch has 1 to 100 requests; this one has none.' : 'That is no request.';
  throw new ConsiliumError('REQUEST_INVALID', what, {
    hint: 'Send one envelope {agent_name, input}, or one JSON-RPC request, or a list of them.',
  });
}

export function agentIn(body: unknown): string | undefined {
  const one = (Array.isArray(body) ? body[0] : body) as { agent_name?: unknown } | null | undefined;
  return typeof one?.agent_name === 'string' ? one.agent_name : tenantIn(one);
}

/** JSON-RPC names an agent by tenant, where one address serves several. */
export function tenantIn(body: unknown): string | undefined {
  const params = (body as { params?: { tenant?: unknown } } | undefined)?.params;
  return typeof params?.tenant === 'string' && params.tenant !== '' ? params.tenant : undefined;
}

export function otherAgent(name: string): ConsiliumError {
  return new ConsiliumError('REQUEST_INVALID', 'The envelope names another agent than its address.', {
    hint: `Send it to /a2a, or name ${name}.`,
  });
}

/** Of a request in JSON-RPC; null where it has none that could be one. */
export function idIn(body: unknown): string | number | null {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
