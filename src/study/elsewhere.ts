/** What a learner is told where an agent on another machine did not do its part. */

/** Answered, and with nothing that can be shown. */
const REFUSED = new Set(['REMOTE_INVALID', 'REMOTE_TOO_LARGE']);

export function sayFailure(agent: string, code: string): string {
  if (code === 'REMOTE_NONSENSE') return `${agent} sent something that cannot be right, and it is not shown.`;
  if (REFUSED.has(code))
    return `${agent} answered with something that could not be read, and it is not shown (${code}).`;
  if (code === 'REMOTE_UNAUTHORIZED' || code === 'REMOTE_FORBIDDEN') return `${agent} refused the call (${code}).`;
  if (code === 'CIRCUIT_OPEN') return `${agent} failed too often and is left alone for now.`;
  return `${agent} could not be reached (${code}).`;
}

export function sayLeftOut(agent: string): string {
  return `Some of what ${agent} wrote is no remark on your studies, and is not shown.`;
}
