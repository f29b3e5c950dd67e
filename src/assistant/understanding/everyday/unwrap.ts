/** An order in wishes, or with why it is wanted: what is left without them is read again. */
import { type Model, wholeOf } from './model.ts';
import { waysOf } from './words.ts';

export const unwrapped: Model = (text, given) => {
  for (const part of partsOf(text)) {
    const read = part === text || part === '' ? undefined : given.again(part);
    const requests = read && wholeOf(read);
    if (requests !== undefined)
      return { kind: 'requests', requests: requests.map((one) => ({ ...one, text })), rest: [] };
    if (read?.kind === 'told') return read;
    if (read?.kind === 'nothing' && read.held?.some(({ why }) => why === 'offer')) return read;
  }
  return undefined;
};

/** The same without wishes, without why, without both. */
function partsOf(text: string): string[] {
  const wish = new RegExp(`^(?:${waysOf('wishes')})\\s+(?:please\\s+|just\\s+)?`, 'iu');
  const praised = new RegExp(`[\\s,]+(?:${waysOf('praise')})$`, 'iu');
  const asked = new RegExp(`[\\s,]+(?:${waysOf('asks_behind')})$`, 'iu');
  const reason = new RegExp(`[\\s,]+(?:${waysOf('reasons_sure')})\\s.*$|,\\s+(?:${waysOf('reasons')})\\s.*$`, 'iu');
  const plain = text.replace(/[?]+$/, '').trim();
  const bare = plain.replace(reason, '').replace(praised, '').replace(asked, '').replace(wish, '').trim();
  return [...new Set([plain.replace(asked, '').replace(wish, '').trim(), plain.replace(reason, '').trim(), bare])];
}
