/** Whether whoever owns a task would still be let in. */
import { SIGNED, type Tokens } from '../storage/index.ts';

/** Of a token's family: whether one of it is good. A signed token is short and starts what is long: it counts until it is taken back. */
export function isLetIn(owner: string, tokens: Pick<Tokens, 'list' | 'isRevoked' | 'isValid'>): boolean {
  const family = OF_TOKEN.exec(owner)?.[1];
  const rows = tokens.list().filter((row) => row.family === family);
  return (
    rows.length === 0 || rows.some(({ id }) => (id.startsWith(SIGNED) ? !tokens.isRevoked(id) : tokens.isValid(id)))
  );
}

const OF_TOKEN = /^token:(.+)$/;
