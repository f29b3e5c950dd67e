/** "The list Work", "folder taxes", "brief Half marathon": the kind stands before the name, and is put behind it. */
import type { Known } from '../known.ts';

/** What may stand behind a name that is over. */
const OVER =
  '(?=\\s*(?:[.,;:?!]|$)|\\s+(?:and|then|please|pls|for|by|on|to|until|till|with|at|as|now|today|tomorrow|tonight|again|i|is|are|has|off)\\b)';

export function withNamesFirst(text: string, known: Known): string {
  const listed = named(text, '(?:(?:to-?do|todo|task)\\s+)?list', LISTED, known.lists);
  const briefed = named(listed, 'brief', BRIEFED, known.briefs);
  return briefed.replace(FOLDER, (_, before: string, name: string) => `${before} the ${name} folder`);
}

function named(text: string, kind: string, before: string, names: readonly string[]): string {
  return names.reduce((said, name) => {
    const own = name.toLowerCase().replace(new RegExp(`\\s+${kind}$`, 'u'), '');
    const pattern = new RegExp(
      `\\b(${before})(?:\\s+(?:the|my|our))?\\s+${kind}\\s+['‘]?(${escaped(own)})['’]?${OVER}`,
      'giu',
    );
    const last = kind === 'brief' ? 'brief' : 'list';
    return said.replace(pattern, (_, lead: string, word: string) => `${lead} the ${word} ${last}`);
  }, text);
}

const LISTED = 'on|onto|to|from|in|of|off|under';
const BRIEFED = 'run|do|execute|start|begin|make|build|with|of|from|for|implement|out|through';
/** A folder needs not be there yet. */
const FOLDER =
  /\b(to|into|in|from)\s+(?:the\s+)?folder\s+['‘]?(?!(?:called|named|for|of|with|and|is|i|that|which|where|on|in|to|the|my)\b)([\p{L}\p{N}_-]+)['’]?(?=\s*(?:[.,;?!]|$)|\s+(?:and|then|please|pls)\b)/giu;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
