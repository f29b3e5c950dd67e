/** Research on what is indexed and on the web, with sources; and the way to the health team. */
import { isAbout, ownAllergies, ownIntolerances } from 'consilium/assistant';
import { extractFacts, findRedFlags } from 'consilium/clinical';
import { fetchPage, privateHostsOf } from 'consilium/fetching';
import { type Json, type ToolContext, tool } from 'consilium/kernel';
import { isWebOn, searchWeb, withoutIdentifiers } from 'consilium/sources';
import { stem } from 'consilium/text';
import { z } from 'zod';
import { askOther } from '../_shared/bridge.ts';
import { type Cited, fromIndex } from '../_shared/indexed.ts';
import { assistantOf, placeOf } from '../_shared/place.ts';
import { sayDay } from '../_shared/say.ts';
import { keepNoted } from '../_shared/told.ts';

async function fromWeb(question: string, context: ToolContext): Promise<Cited[]> {
  if (!isWebOn(context.env)) return [];
  const found = await searchWeb(withoutIdentifiers(question), { env: context.env, signal: context.signal });
  return found.map(({ title, url, snippet }) => ({
    title,
    url,
    text: snippet.replace(/\s+/g, ' ').slice(0, 400),
    kind: 'web' as const,
  }));
}

async function fromPage(url: string, context: ToolContext): Promise<Cited[]> {
  const page = await fetchPage(url, { signal: context.signal, privateHosts: privateHostsOf(context.env) });
  return [{ title: page.title || url, url, text: page.text.replace(/\s+/g, ' ').slice(0, 1_200), kind: 'web' }];
}

export const research = tool({
  name: 'research',
  description: 'Looks a question up in what is indexed here and, where the web is on, in its sources; or reads a page.',
  input: z.strictObject({ question: z.string().min(1).max(2_000), url: z.string().max(2_000).optional() }),
  idempotent: true,
  timeoutMs: 60_000,
  execute: async ({ question, url }, context) => {
    const found =
      url === undefined
        ? [...(await fromIndex(question, context)), ...(await fromWeb(question, context))]
        : await fromPage(url, context);
    const isOffline = url === undefined && !isWebOn(context.env);
    if (found.length === 0)
      return { say: isOffline ? cannot(question) : `I found nothing on "${question}".`, sources: [] };
    const unseen = isOffline ? `The web is off, so I looked only at what is indexed here (${TURN_ON}).` : '';
    const list = found.slice(0, 6);
    const citations = list.map(({ title, url: address, kind }, at) => ({
      marker: String(at + 1),
      title,
      source_type: kind,
      ...(address && { url: address }),
    }));
    context.state.set('temp:citations', citations as unknown as Json);
    const lines = list.map(({ text }, at) => `- ${text}[^${at + 1}]`);
    const notes = list.map(({ title, url: address }, at) => `[^${at + 1}]: ${title}${address ? `, ${address}` : ''}`);
    return {
      gives: `${lines.join('\n')}\n\n${notes.join('\n')}`,
      say: `**On ${question}:**\n\n${lines.join('\n')}\n\n${unseen}\n\n${notes.join('\n')}`.replace(/\n{3,}/g, '\n\n'),
      sources: citations,
    };
  },
});

const TURN_ON = 'CONSILIUM_WEB=on turns it on';

function cannot(question: string): string {
  return `I cannot look that up offline: nothing that is indexed here is about "${question}", and the web is off (${TURN_ON}).`;
}

/** What the health team said last in this conversation; the person has seen it. */
const SAID = 'health_said';
const MOST_SAID = 20_000;

/** What the person told the assistant of their allergies and the question touches. */
function toldOf(request: string, context: ToolContext): string[] {
  // In an emergency the words of the person alone count: an allergy beside them would be heard as its cause.
  if (findRedFlags(request).length > 0) return [];
  const { notes } = assistantOf(context);
  const { user } = context.session;
  // What may be eaten is weighed against all of them: satay is made of what it does not name.
  const near = EATS.test(request) ? notes.list(user) : notes.recall(user, request, 3);
  return ownAllergies(near.map(({ body }) => body)).slice(0, MOST_TOLD);
}

const EATS = /\b(?:eat|eating|drink|drinking|have|having|try|taste)\b/i;
const MOST_TOLD = 8;
/** How a team says that a question is none of its. */
const NOT_THEIRS = new Set(['redirected', 'declined', 'fallback']);

/** "Peanut butter" to whoever told that peanuts harm them: the thing itself, whatever else is known of it. */
function namedOf(told: readonly string[], request: string): string[] {
  const asked = new Set(wordsOf(request).map(stem));
  return told.filter((said) =>
    extractFacts(said).some(
      ({ kind, ...fact }) =>
        kind === 'allergy' && wordsOf('name' in fact ? String(fact.name) : '').some((word) => asked.has(stem(word))),
    ),
  );
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/**
 * A person's notes are theirs and the record may be another's: what was told to the assistant is weighed apart, where
 * nothing is written, and only what speaks against something is said of it.
 */
async function cautionsFor(told: readonly string[], request: string, context: ToolContext): Promise<string> {
  if (told.length === 0) return '';
  const apart = { apart: true, part: ':told' };
  const { cautions = [] } = await askOther('health', `${told.join('. ')}. ${request}`, context, apart);
  const grave = cautions.filter(({ severity }) => severity === 'critical');
  if (grave.length > 0) return `\n\nYou told me: ${told.join('; ')}. ${grave.map(({ say }) => say).join(' ')}`;
  const own = EATS.test(request) ? namedOf(told, request) : [];
  return own.length === 0 ? '' : `\n\nYou told me: ${own.join('; ')}. So no: do not eat or drink it. ${AFTER}`;
}

const AFTER =
  'If some was taken: swelling of the face or mouth, trouble breathing, faintness or hives are an emergency; use the adrenaline pen if you have one and call 112.';

/** Whoever asks what they may eat hears what they said they do not tolerate; nobody here knows what is in everything. */
function sayUntolerated(request: string, context: ToolContext): string {
  const told = EATS.test(request)
    ? ownIntolerances(
        assistantOf(context)
          .notes.list(context.session.user)
          .map(({ body }) => body),
      )
    : [];
  if (told.length === 0) return '';
  return `\n\nBut you told me: **${told.slice(0, MOST_TOLD).join('; ')}**. Whether that is in it, the label says; where it is, it is not for you, whatever stands above.`;
}

/** What the person asks of themselves and has told the assistant is said first: no record may have it. */
function notesOn(request: string, context: ToolContext, outcome: string): string {
  if (outcome === 'emergency' || !OWN_QUESTION.test(request)) return '';
  const { notes, zone, now } = { ...assistantOf(context), ...placeOf(context) };
  const told = notes
    .list(context.session.user)
    .filter(({ body }) => isAbout(request, `${body.subject ?? ''} ${body.text}`) && isHealth(body.text));
  if (told.length === 0) return '';
  const said = told
    .slice(0, 5)
    .map(
      ({ body, updated }) =>
        `**${body.subject === undefined ? '' : `${body.subject}: `}${body.text}** (told ${sayDay(updated, zone, now)})`,
    );
  return `From what you told me: ${said.join('; ')}.\n\n`;
}

/** "What am I allergic to?", "do I have asthma?": of who asks, and not whether something may be done. */
const OWN_QUESTION =
  /^(?:so\s+|and\s+)?(?:what(?:'s| is| are| was| were)? (?:am|do|are|my|did|have|was)?\b.*\b(?:i|my)\b|what(?:'s| is| are) my\b|(?:am|do|have|was|did) i\b|which\b.*\b(?:am|do|have) i\b|who is my\b)/i;

const isHealth = (text: string) => extractFacts(text).length > 0;

/** An answer with where each of it stands, as it can stand in a file. */
function withSources({ text, citations = [] }: Awaited<ReturnType<typeof askOther>>): string {
  const sources = citations.map(
    ({ label, title, date }) => `- ${[title ?? label, date?.slice(0, 10)].filter(Boolean).join(', ')}`,
  );
  const plain = text
    .replace(/^\[\^[^\]]*\]:.*$/gm, '')
    .replace(/\[\^[^\]]*\]|\*+/g, '')
    .trim();
  return `${plain}\n\nSources:\n${[...new Set(sources)].join('\n')}`;
}

/** What was told in passing: nothing is written of it, and where it is a danger nothing else is done. */
async function hear(told: string, context: ToolContext) {
  const { text, outcome, cautions = [], route } = await askOther('health', told, context, { apart: true });
  const isDanger = outcome === 'emergency' || cautions.some(({ severity }) => severity === 'critical');
  if (!isDanger) return { say: '', outcome: 'answered' };
  context.state.set('temp:outcome', 'emergency');
  context.state.set('temp:tool_route', route as unknown as Json);
  return { say: `**The health team:** ${text}`, outcome, stops: true };
}

/** The record stays with the health team: what comes back is its answer, nothing else. */
export const askHealthTeam = tool({
  name: 'ask_health_team',
  description: 'Puts a question about health to the health team, as the same person, and returns its answer.',
  input: z.strictObject({
    request: z.string().min(1).max(20_000),
    again: z.boolean().optional().describe('what it said last is asked for, nothing new'),
    record: z.boolean().optional().describe('what stands in the record is asked for, to be written down'),
    heard: z.boolean().optional().describe('told in passing: only a danger is answered'),
  }),
  timeoutMs: 120_000,
  execute: async ({ request, again, heard, record }, context) => {
    if (heard) return hear(request, context);
    const before = again ? context.state.get(SAID) : undefined;
    if (typeof before === 'string') return { say: `**The health team said:** ${before}`, outcome: 'answered' };
    if (again) return { say: 'The health team has said nothing in this conversation yet.', outcome: 'answered' };
    const told = toldOf(request, context);
    const answer = await askOther('health', request, context);
    const cautions = answer.outcome === 'emergency' ? '' : await cautionsFor(told, request, context);
    const beside = `${cautions}${answer.outcome === 'emergency' ? '' : sayUntolerated(request, context)}`;
    const own = notesOn(request, context, answer.outcome);
    // That it is no question for them says nothing beside what was told of it.
    const text = beside !== '' && NOT_THEIRS.has(answer.outcome) ? beside.trim() : `${answer.text}${beside}`;
    context.state.set('temp:tool_route', answer.route as unknown as Json);
    if (answer.outcome === 'emergency') context.state.set('temp:outcome', 'emergency');
    context.state.set(SAID, text.slice(0, MOST_SAID));
    if (answer.noted) keepNoted(context.state, request);
    // What no record says is written down nowhere.
    const isFound = !record || (answer.outcome === 'answered' && (answer.citations ?? []).length > 0);
    return {
      say: `${own}**The health team:** ${text}`,
      ...(isFound && { gives: record ? `${withSources(answer)}` : text }),
      outcome: answer.outcome,
    };
  },
});
