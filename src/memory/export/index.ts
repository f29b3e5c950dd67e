/** A document on its way out: the same words as Markdown, HTML or PDF. */
import { ConsiliumError } from '../../kernel/errors.ts';

export const EXPORT_FORMATS = ['md', 'html', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface Exported {
  readonly mimeType: string;
  readonly extension: ExportFormat;
  readonly content: Uint8Array;
}

export async function exportDocument(title: string, markdown: string, format: string): Promise<Exported> {
  switch (format) {
    case 'md':
      return { mimeType: 'text/markdown; charset=utf-8', extension: format, content: Buffer.from(markdown) };
    case 'html': {
      const { toHtml } = await import('./html.ts');
      return { mimeType: 'text/html; charset=utf-8', extension: format, content: Buffer.from(toHtml(title, markdown)) };
    }
    case 'pdf': {
      const { toPdf } = await import('./pdf.ts');
      return { mimeType: 'application/pdf', extension: format, content: toPdf(title, markdown) };
    }
    default:
      throw new ConsiliumError('FORMAT_UNKNOWN', `There is no format "${format.slice(0, 20)}".`, {
        hint: `Formats: ${EXPORT_FORMATS.join(', ')}.`,
      });
  }
}
