/** An order in wishes, with why it is wanted, or behind a story: what is left without them is read again. */
import { type Given, type Model, wholeOf } from './model.ts';
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
  return storied(text, given);
};

/** The same without wishes, without why, without both. */
function partsOf(text: string): string[] {
  const wish = new RegExp(`^(?:${waysOf('wishes')})\\s+(?:please\\s+|just\\s+)?`, 'iu');
  const praised = new RegExp(
    `[\\s,]+(?:that|it|this)?(?:'d| would|'s| is| will)?\\s*(?:be\\s+)?(?:so |really |very |most )?(?:${waysOf('praise')})$`,
    'iu',
  );
  const asked =
    /[\s,]+(?:would|will|could|can) you$|[\s,]+if you (?:can|could|would|don't mind|get a (?:chance|minute|sec))$|[\s,]+when you (?:can|get a (?:chance|minute|sec))$/iu;
  const reason = new RegExp(`[\\s,]+(?:because|cos|cuz|coz)\\s.*$|,\\s+(?:${waysOf('reasons')})\\s.*$`, 'iu');
  const plain = text.replace(/[?]+$/, '').trim();
  const bare = plain.replace(reason, '').replace(praised, '').replace(asked, '').replace(wish, '').trim();
  return [...new Set([plain.replace(asked, '').replace(wish, '').trim(), plain.replace(reason, '').trim(), bare])];
}

/** "…, so can you pop that in for me": what is pointed at is in the story before it. */
function storied(text: string, given: Given) {
  const wishes = waysOf('wishes');
  const [, story, order] =
    new RegExp(
      `^(.{8,}?)[,.;]?\\s+(?:(?:and\\s+)?so\\s+|and\\s+)?(?:(?:${wishes})\\s+(?:please\\s+)?)?((?:add|put|pop|stick|note|jot|write|get|save|pencil|book|mark|stick)\\s.{2,60}?)[?]?$`,
      'iu',
    ).exec(text) ?? [];
  if (story === undefined || order === undefined || !POINTS.test(order)) return undefined;
  const deed = DEED.exec(story)?.groups?.['deed'];
  const read = deed === undefined ? given.again(story) : undefined;
  if (deed !== undefined) {
    const found = given.again(`add "${deed.trim()}" to my todos`);
    const [request, ...more] = wholeOf(found) ?? [];
    return request !== undefined && more.length === 0
      ? ({
          kind: 'nothing',
          held: [{ text, why: 'offer', of: `put **${deed.trim()}** on your todo list`, request: { ...request, text } }],
        } as const)
      : undefined;
  }
  return read?.kind === 'nothing' && read.held?.some(({ why }) => why === 'offer') ? read : undefined;
}

const POINTS = /\b(?:it|that|this|them|those)\b/i;
/** "I've been meaning to sort out the loft for ages". */
const DEED =
  /\b(?:meaning|wanted|want|need|have|has|got|promised|supposed|ought|said i'd|said i would|should|must)\s+(?:to\s+)?(?<deed>(?!be\b|been\b|a\b|an\b|the\b|to\b)[\p{L}]+\s.{2,50}?)(?:\s+for (?:ages|weeks|months|days|a while|years))?$/iu;
