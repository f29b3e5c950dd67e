/** Which handlers a path has, looked up once for paths that name nothing of their own: most requests go to few of them. */
import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';

const MOST = 500;
const LONGEST = 100;

export class RememberingRouter<T> implements Router<T> {
  name = 'RememberingRouter';
  readonly #router: Router<T> = new SmartRouter<T>({ routers: [new RegExpRouter<T>(), new TrieRouter<T>()] });
  readonly #known = new Map<string, Result<T>>();

  add(method: string, path: string, handler: T): void {
    this.#known.clear();
    this.#router.add(method, path, handler);
  }

  match(method: string, path: string): Result<T> {
    const name = `${method} ${path}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const found = this.#router.match(method, path);
    if (name.length > LONGEST || !isSameForAll(found)) return found;
    // Whoever tries path after path finds nothing, and fills nothing.
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(name, found);
    return found;
  }
}

/** None of its handlers takes a part of the path. */
function isSameForAll<T>([handlers]: Result<T>): boolean {
  return (handlers as [T, object][]).every(([, params]) => Object.keys(params).length === 0);
}
