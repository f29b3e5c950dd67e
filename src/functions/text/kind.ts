/** Whether a text is code, as far as that can be said at once: which preset suits it hangs on no more than that. */
import { countHints, grammarOfPath, type Naming } from '../../reading/index.ts';

export function looksLikeCode(content: string, { path, language }: Naming = {}): boolean {
  if (language !== undefined) return !/^(?:text|prose|markdown|md|html)$/i.test(language);
  if (path !== undefined && grammarOfPath(path) !== undefined) return true;
  if (/^#{1,6} \S/m.test(content.slice(0, 2000)) && /^[-*] |\]\(/m.test(content)) return false;
  return countHints(content).some(({ hits }) => hits >= 2);
}
