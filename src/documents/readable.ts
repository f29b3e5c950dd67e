/** The article of a page: what Readability keeps of it, or, where that finds none, all that stands in its body. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { readHtml, toText } from './html.ts';
import type { DocumentText } from './read.ts';

/** What is shorter than this is no article, or only a part of one. */
const WORTH = 500;
/** Of more, a page is read line by line: articles are found by walking all of it many times. */
const MOST_TAGS = 30_000;

export function readPage(bytes: Uint8Array): DocumentText {
  const html = new TextDecoder().decode(bytes);
  const plain = readHtml(html);
  const article = plain.text.length < WORTH || tagsIn(html) > MOST_TAGS ? undefined : readArticle(html);
  if (article === undefined || article.text.length < WORTH) return { ...plain, pages: [plain.text] };
  return { ...article, title: article.title || plain.title, pages: [article.text] };
}

function readArticle(html: string): { title: string; text: string; author?: string } | undefined {
  try {
    const { document } = parseHTML(html);
    const found = new Readability(document as unknown as Document).parse();
    if (!found?.content) return undefined;
    const author = found.byline?.trim() ?? '';
    return { title: found.title?.trim() ?? '', text: toText(found.content), ...(author !== '' && { author }) };
  } catch {
    return undefined; // markup that no reader of articles gets through is still read line by line
  }
}

function tagsIn(html: string): number {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0 && count <= MOST_TAGS; at = html.indexOf('<', at + 1)) count++;
  return count;
}
