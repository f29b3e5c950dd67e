/**
 * Statements that nothing supports, marked where they stand. The text gets two signs around each before Markdown is
 * read; afterwards the words between them are underlined and a small mark that explains itself follows.
 */
import type { Answer } from '../api.ts';

export type Unsupported = Answer['unsupported'][number];

/** Brackets that nobody writes. They count as punctuation, so that emphasis beside them stays emphasis. */
const OPEN = '⁅';
const CLOSE = '⁆';

/** Offsets that do not hold this statement any more are left alone. */
export function markUnsupported(text: string, flags: readonly Unsupported[]): string {
  let out = '';
  let at = 0;
  for (const { start, end, text: said } of flags) {
    if (start < at || text.slice(start, end) !== said) continue;
    out += `${plain(text.slice(at, start))}${OPEN}${plain(said)}${CLOSE}`;
    at = end;
  }
  return out + plain(text.slice(at));
}

function plain(text: string): string {
  return text.replaceAll(OPEN, '[').replaceAll(CLOSE, ']');
}

export interface HtmlNode {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

/** A rehype plugin: the signs become `<span class="unsupported">` around words and `<mark data-flag="n">` after them. */
export function underlineUnsupported() {
  return (tree: HtmlNode): void => {
    let flag = -1;
    let isOpen = false;
    const readText = (text: string): HtmlNode[] =>
      text.split(/([⁅⁆])/).flatMap((piece): HtmlNode[] => {
        if (piece === OPEN) {
          isOpen = true;
          flag++;
          return [];
        }
        if (piece === CLOSE) {
          isOpen = false;
          return [{ type: 'element', tagName: 'mark', properties: { dataFlag: String(flag) }, children: [] }];
        }
        const words = { type: 'text', value: piece };
        if (!isOpen || piece.trim() === '') return piece === '' ? [] : [words];
        return [{ type: 'element', tagName: 'span', properties: { className: ['unsupported'] }, children: [words] }];
      });
    const walk = (node: HtmlNode): void => {
      node.children = node.children?.flatMap((child) => {
        if (child.type === 'text') return readText(child.value ?? '');
        walk(child);
        return [child];
      });
    };
    walk(tree);
  };
}
