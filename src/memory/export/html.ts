/** Blocks as a page that stands alone: no script, nothing loaded from elsewhere, every character of the text escaped. */
import { type Block, readBlocks, readSpans, type Span } from './blocks.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
table{border-collapse:collapse;width:100%;font-size:.9em;margin:1rem 0}th,td{border:1px solid #ccc;padding:.3rem .5rem;text-align:left;vertical-align:top}
th{background:#f4f4f4}blockquote{border-left:3px solid #ccc;margin-left:0;padding-left:1rem;color:#444}
pre{background:#f4f4f4;padding:.7rem;overflow:auto}.note{font-size:.9em;color:#444;margin:.2rem 0}
@media print{body{margin:0;max-width:none}}`;

export function toHtml(title: string, markdown: string): string {
  const body = readBlocks(markdown).map(blockToHtml).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>
${body}
</body></html>
`;
}

function blockToHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${spansToHtml(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${spansToHtml(block.text)}</p>`;
    case 'quote':
      return `<blockquote>${spansToHtml(block.text)}</blockquote>`;
    case 'code':
      return `<pre>${escapeHtml(block.text)}</pre>`;
    case 'rule':
      return '<hr>';
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${spansToHtml(item)}</li>`).join('')}</${tag}>`;
    }
    case 'note': {
      const marker = escapeHtml(block.marker);
      return `<p class="note" id="note-${marker}"><sup>${marker}</sup> ${spansToHtml(block.text)}</p>`;
    }
    case 'table': {
      const row = (cells: readonly string[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${spansToHtml(cell)}</${tag}>`).join('')}</tr>`;
      const rows = block.rows.map((cells) => row(cells, 'td')).join('\n');
      return `<table><thead>${row(block.head, 'th')}</thead><tbody>${rows}</tbody></table>`;
    }
  }
}

function spansToHtml(text: string): string {
  return readSpans(text).map(spanToHtml).join('');
}

function spanToHtml(span: Span): string {
  const text = escapeHtml(span.text);
  switch (span.kind) {
    case 'text':
      return text;
    case 'bold':
      return `<strong>${text}</strong>`;
    case 'italic':
      return `<em>${text}</em>`;
    case 'code':
      return `<code>${text}</code>`;
    case 'marker':
      return `<sup><a href="#note-${text}">${text}</a></sup>`;
    case 'link':
      return `<a href="${escapeHtml(span.url)}" rel="noreferrer noopener">${text}</a>`;
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
