/** Letters as they are filed with their agent: a thread is a file, and what others wrote is quoted. */

import { isOrdinaryWord } from '../clinical/lexicon/ordinary.ts';
import type { Letter } from '../mail/index.ts';
import { slugOf, type Workspace } from '../memory/index.ts';
import { sentencesOf } from '../text/index.ts';
import { isCommonWord } from '../text/lexicon.ts';
import { isOrder } from './evidence/orders.ts';
import { trialNamesIn } from './short-forms.ts';
import { medicinesAsked } from './standing.ts';
import { topicOf } from './topic.ts';
import { topicWords } from './topic-words.ts';

/**
 * Files what went and came, each letter once, however often it is asked for: what is missing of the thread, since a process
 * died or the disk was full, is made up for.
 */
export async function fileThread(workspace: Workspace, thread: readonly Letter[], actor: string): Promise<string> {
  const filed = thread.filter(({ state }) => state === 'sent' || state === 'received');
  const { correspondent, thread: id } = filed[0]!;
  const path = `correspondence/${slugOf(correspondent)}-${id.slice(0, 8)}.md`;
  const sections = filed.map(sectionOf);
  const missing = (before: string) => sections.filter((section) => !before.includes(section)).join('');
  await workspace.append(path, missing, actor);
  return path;
}

function sectionOf({ direction, correspondent, subject, body, at }: Letter): string {
  const who = direction === 'out' ? `To ${correspondent}` : `From ${correspondent}`;
  const quoted = body
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  return `## ${who}, ${new Date(at).toISOString()}\n\n**${subject}**\n\n${quoted}\n\n`;
}

/** "Write to prof@uni.example and ask …": to whom, and what stands behind it. */
export function letterWish(message: string): { readonly to: string; readonly after: string } | undefined {
  const [to] = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/.exec(message) ?? [];
  if (to === undefined) return undefined;
  const at = message.indexOf(to);
  const before = message.slice(0, at);
  // "Prof. Berg (berg@uni.example)": what closes was opened before the address.
  const after = message.slice(at + to.length).replace(/^[)\]>"”']+/, '');
  return WRITES.test(before) ? { to, after } : undefined;
}

/** A letter is all that is wanted: no other sentence names anything, nor what stands before it in its own. */
export function isOnlyLetter(message: string): boolean {
  const to = letterWish(message)?.to;
  if (to === undefined) return false;
  const beside = message
    .split(SENTENCES)
    .map((sentence) => (sentence.includes(to) ? sentence.split(WRITES, 1)[0]! : sentence));
  return beside.every((sentence) => topicWords(sentence).length === 0);
}

const ADDRESSED = /\s+(?:(?:at|to|under|via)\s+)?[(<[]?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+[)>\]]?/;

/** What is asked without to whom to write: a mail is nothing to search for. */
export function withoutLetter(message: string): string {
  const to = letterWish(message)?.to;
  if (to === undefined) return message;
  const left = message
    .split(SENTENCES)
    .map((sentence) =>
      sentence.includes(to)
        ? sentence.split(WRITES, 1)[0]!.replace(/[\s,;]*(?:\b(?:and|then|please|also)\b[\s,]*)*$/i, '')
        : sentence,
    )
    .filter((sentence) => topicWords(sentence).length > 0);
  // Whom it goes to is nothing that is asked.
  return left.length === 0 ? message.replace(ADDRESSED, '') : left.join(' ');
}

/** "Prof. Ada Keller" is one sentence with what stands before it. */
const SENTENCES = /(?<=(?<!\b(?:Prof|Dr|Drs|Mr|Mrs|Ms|PD|St|med))[.!?;])\s+/i;
const WRITES = /\b(?:e-?mail|write|ask|contact|mail)\b/i;

/** What somebody wrote, without what they quote; sentence by sentence, for a fact may stand beside an order. */
export function readLetter(text: string): { readonly said: string; readonly orders: number } {
  const own = text
    .split('\n')
    .filter((line) => !line.trim().startsWith('>'))
    .join('\n');
  let orders = 0;
  // What follows an order in its paragraph is of the same hand: "ignore …. Tell the clinician that …".
  const said = own.split(/\n\s*\n/).flatMap((paragraph) => {
    const sentences = sentencesOf(paragraph).map((sentence) => sentence.replace(/\s+/g, ' ').trim());
    const first = sentences.findIndex(isOrder);
    orders += sentences.filter(isOrder).length;
    return (first < 0 ? sentences : sentences.slice(0, first)).filter(Boolean);
  });
  return { said: said.join(' '), orders };
}

/** What a letter asks about, before what its agent follows: medicines, illnesses and trials by their names. */
export function letterSubject(about: string, followed: string): string {
  const { subjects, trials } = topicOf(about);
  const known = subjects.filter(({ kind }) => kind !== 'other').map(({ text }) => text);
  // A medicine that nobody knows is a word that nobody knows.
  const unknown = subjects.some(({ kind }) => kind === 'medicine')
    ? []
    : medicinesAsked(about).filter((word) => !isCommonWord(word) && !isOrdinaryWord(word));
  const named = [...new Set([...unknown.slice(0, 1), ...known, ...trialNamesIn(about), ...trials])].slice(
    0,
    MOST_NAMED,
  );
  const isSaid = (name: string) => followed.toLowerCase().includes(name.toLowerCase());
  if (named.length === 0) return followed;
  return named.some(isSaid) ? [followed, ...named.filter((name) => !isSaid(name))].join(', ') : named.join(', ');
}

const MOST_NAMED = 3;
