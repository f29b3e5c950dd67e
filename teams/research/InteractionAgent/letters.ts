/** "What did Ada Vogel answer?", "any reply yet?": what was written to whom, and what came back. */
import type { AgentContext } from 'consilium/kernel';
import { day, readLetter } from 'consilium/research';
import { deskOf } from './tools.ts';

const ANSWERS =
  /\b(?:answer(?:ed|s)?|repl(?:y|ied|ies)|respond(?:ed)?|wr(?:ite|ote|itten) back|hear(?:d)? (?:back |anything )?from|got back|say|said)\b/i;
/** Nobody is named: then only what can be nothing but a letter. */
const ANY_LETTER =
  /\b(?:any|a|the) (?:repl(?:y|ies)|answers?)\b(?: yet| so far)?\s*\?|\b(?:replied|reply|answer(?:ed)?) to (?:my|our|the|your) (?:e-?mails?|letters?|mails?)\b/i;
const LONGEST = 600;

/** Undefined where it is not about letters, or none was ever written. */
export function tellReplies(context: AgentContext, message: string): string | undefined {
  if (!/\?\s*$/.test(message)) return undefined;
  const desk = deskOf(context);
  const letters = desk.agents(context.principal.user).flatMap(({ id }) => desk.mail.letters(id));
  const people = [...Map.groupBy(letters, ({ correspondent }) => correspondent)];
  const named = ANSWERS.test(message) ? people.filter(([address]) => isNamed(address, message)) : [];
  const meant = named.length > 0 ? named : ANY_LETTER.test(message) ? people : [];
  if (meant.length === 0) return undefined;
  return meant.map(([address, theirs]) => tellPerson(address, theirs)).join('\n\n');
}

const LEAST_LETTERS = 3;
const MOST_REPLIES = 5;

/** By the address, or by the name that stands in it: "Ada Vogel" of ada.vogel@uni.example. */
function isNamed(address: string, message: string): boolean {
  const said = new Set(message.toLowerCase().match(/[\p{L}\d]+/gu));
  const parts = address
    .split('@')[0]!
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
  return (
    message.toLowerCase().includes(address) || parts.some((part) => part.length >= LEAST_LETTERS && said.has(part))
  );
}

type Letters = ReturnType<ReturnType<typeof deskOf>['mail']['letters']>;

function tellPerson(address: string, letters: Letters): string {
  const inOrder = letters.toReversed();
  const sent = inOrder.findLast(({ direction, state }) => direction === 'out' && state === 'sent');
  const came = inOrder.filter(({ direction, at }) => direction === 'in' && at >= (sent?.at ?? 0));
  const written = sent === undefined ? '' : ` I wrote on ${day(sent.at)}: "${sent.subject}".`;
  if (came.length === 0 && sent === undefined) return `**Nothing reached ${address}: the mail could not be sent.**`;
  if (came.length === 0) return `**${address} has not answered yet.**${written}`;
  return came.slice(-MOST_REPLIES).map(tellReply).join('\n\n');
}

/** What somebody corrects stands beside what they said first. */
function tellReply({ correspondent, body, at }: Letters[number]): string {
  const { said, orders } = readLetter(body);
  const told = said === '' ? 'It says nothing that could be quoted.' : `> ${said.slice(0, LONGEST)}`;
  const warning = orders > 0 ? '\n\nPart of it gives orders to whoever reads it: left out, and not followed.' : '';
  return `**${correspondent} answered on ${day(at)}:**\n\n${told}${warning}`;
}
