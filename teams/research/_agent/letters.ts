/** Letters without a model: which one a request asks for, and what is told of a reply. */
import type { OfflineStep, OfflineTurn } from 'consilium/models';
import { isOnlyTime, letterSubject, letterWish, readLetter, replyIn, withoutDeskTalk } from 'consilium/research';

/** What leads from the address to the question: ", and please ask him", "asking". */
const ASKING = /^[\s,:;.]*(?:(?:and|to|then|please|ask|asking|him|her|them)\b[\s,:]*)*/i;

/** "Ask prof@uni.example by mail." */
const BY_MAIL = /^\s*(?:by|via|per|in an?)\s+e?-?mail\b[\s.,;:]*/i;

/** In fewer words nothing is asked. */
const FEWEST_ASKED = 4;

/** "Write to prof@uni.example and ask …": to whom, and what: behind the address, else what else the same message asks. */
export function letterIn(message: string, name: string) {
  const wish = letterWish(message);
  if (wish === undefined) return undefined;
  const { to, after } = wish;
  const asked = after.replace(ASKING, '').replace(BY_MAIL, '').slice(0, 600);
  const said = isOnlyTime(asked) || asked.split(/\s+/).length < FEWEST_ASKED ? '' : asked.trim();
  const beside = message.split(/(?<=[.!?;])\s+/).filter((sentence) => !sentence.includes(to));
  const about =
    withoutDeskTalk(asked) ||
    said ||
    withoutDeskTalk(beside.join(' ')) ||
    `What is new on ${name.replace(/ Research$/, '')}?`;
  const subject = letterSubject(about, name.replace(/ Research$/, ''));
  const plain = about.trim().replace(/[.\s]+$/, '');
  // "Whether X works" goes on with the sentence; a question stands by itself.
  const asking = INDIRECT.test(plain) ? ` ${plain[0]!.toLowerCase()}${plain.slice(1)}.` : `:\n\n${about}`;
  return {
    to,
    subject: `A question on ${subject}`,
    body: `Dear colleague,\n\nwe follow the evidence on ${subject} and would like to ask${asking}\n\nWith kind regards\nthe research desk`,
  };
}

const INDIRECT = /^(?:whether|if|for)\s/i;

export function tellReply({ context, results, message }: OfflineTurn): OfflineStep {
  const read = results.find(({ tool }) => tool === 'read_mail');
  const reply = replyIn(message)!;
  if (read === undefined) return { call: 'read_mail', input: { letter: reply.letter } };
  const [letter] = (read.output ?? []) as { with: string; subject: string; text: string }[];
  const { from } = reply;
  const { said, orders } = readLetter(letter?.text ?? '');
  const care = orders > 0 ? ' It also holds instructions to software, which were not followed.' : '';
  const words = `**${from} replied:** "${said.slice(0, 800)}"${care} It is filed under correspondence/.`;
  const isSent = results.some(({ tool }) => tool === 'send_message');
  return context.principal.how === 'trigger' && !isSent
    ? { call: 'send_message', input: { message: words } }
    : { say: words };
}
