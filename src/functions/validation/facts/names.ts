/** Names of a claim that code would write down: PNG, B1. Of one that stands nowhere nothing is done. */
import { wordsIn } from '../../../text/index.ts';

/** Names that code need not write down where it has to do with them. */
const GENERAL = new Set(
  'API SQL HTTP HTTPS URL URI ID IDS CPU RAM UTF NULL TODO UI OK UTC TCP IP IO CLI OS DB REST HTML TLS SSL RAII FIFO LIFO ISO ASCII Unicode JavaScript TypeScript Python Java Rust Go Bash English Javadoc GB MB KB'.split(
    ' ',
  ),
);

/** Whether a name of the claim, written as one, stands nowhere in the source. */
export function nameMissing(claim: string, source: string): boolean {
  const flat = source.toLowerCase();
  const squeezed = flat.replace(/[^a-z0-9]+/g, '');
  return wordsIn(claim.replace(/`[^`]*`|"[^"]*"/g, ' ')).some(({ text, start, lower }) => {
    const capitals = /^[A-Z][A-Z0-9]+s?$|^[A-Z]+\d+$/.test(text);
    const inner = start > 0 && /^[A-Z][a-z]+(?:[A-Z]\w*)?$/.test(text);
    if ((!capitals && !inner) || GENERAL.has(text)) return false;
    const bare = lower.replace(/s$/, '').replace(/[^a-z0-9]+/g, '');
    return !flat.includes(lower) && !squeezed.includes(bare);
  });
}
