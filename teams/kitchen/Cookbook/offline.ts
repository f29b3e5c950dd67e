import type { OfflinePolicy } from 'consilium/models';
import { cooked, station } from '../_shared/station.ts';
import { count } from '../_shared/wording.ts';

const search = station('cross_reference');

/** "What have you got?" asks for the shelves, anything else for what is on them. */
const policy: OfflinePolicy = (turn) => {
  const [result] = cooked(turn);
  if (result?.tool === 'list_scopes' && result.error === undefined)
    return { say: tellScopes(result.output as unknown as Scope[]) };
  if (result === undefined && SHELVES.test(turn.message)) return { call: 'list_scopes', input: {} };
  return search(turn);
};

export default policy;

const SHELVES =
  /\b(what|which)\b.{0,30}\b(is|are|do you have|have you|can (you|i) search|scopes?)\b.{0,20}\b(indexed|searchable|scopes?|on the shel\w+|got)\b/i;

interface Scope {
  readonly scope: string;
  readonly files: number;
  readonly chunks: number;
}

function tellScopes(scopes: readonly Scope[]): string {
  if (scopes.length === 0) return '**Nothing is indexed yet.** Add files with `consilium index PATH --scope NAME`.';
  const lines = scopes.map(
    ({ scope, files, chunks }) => `- ${scope}: ${count(files, 'file')}, ${count(chunks, 'passage')}`,
  );
  return `**${count(scopes.length, 'scope')} can be searched.**\n\n${lines.join('\n')}`;
}
