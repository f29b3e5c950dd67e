/** Bodies that are few values and very long: taken apart in a thread, where the server keeps some. */
import { callAside } from '../threads/index.ts';

type Parsed = { readonly value: unknown } | { readonly problem: string };

export const works = {
  json: (text: string): Parsed => {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch (thrown) {
      return { problem: (thrown as Error).message };
    }
  },
};

/** Throws a SyntaxError where it is no JSON. */
export async function parseAside(text: string): Promise<unknown> {
  const parsed = await callAside(import.meta.url, works, 'json', [text]);
  if ('problem' in parsed) throw new SyntaxError(parsed.problem);
  return parsed.value;
}
