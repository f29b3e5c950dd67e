/** Whose question it is: a medicine asked about without its disease goes to who follows what it is given for, and to nobody else. */
import { isOrdinaryWord } from '../clinical/lexicon/ordinary.ts';
import type { Search } from '../search/index.ts';
import { kinOf } from '../text/lexicon.ts';
import { FITS, fitOf, isSame } from './fit.ts';
import { isClipOf } from './quoting/clips.ts';
import { type OpenForm, speaksOf, writtenOut } from './short-forms.ts';
import { readText, type Subject, type Topic, topicOf } from './topic.ts';
import { topicWords } from './topic-words.ts';
import { medicinesOf } from './treating.ts';

const MOST_READ = 12;

/** The diseases that titles of the index name beside one of these medicines. */
async function treatedBy(medicines: readonly Subject[], search: Search): Promise<Subject[]> {
  const query = medicines.map(({ text }) => text).join(' ');
  const there = (await search.scopes()).some(({ scope }) => scope === 'research');
  if (!there) return [];
  const { hits } = await search.search({ query, scopes: ['research'], top: MOST_READ });
  const titles = new Set(hits.flatMap(({ source }) => source.title ?? []));
  const named = medicines.map(({ text }) => text.toLowerCase());
  return [...titles]
    .filter((title) => named.some((name) => title.toLowerCase().includes(name)))
    .flatMap((title) =>
      [...topicOf(title).subjects, ...topicOf(title).setting].filter(({ kind }) => kind === 'problem'),
    );
}

/** Asked of a medicine or a trial that no catalogue knows: the disease that most of its papers name is the area. */
export async function diseaseOf(request: string, search: Search): Promise<string | undefined> {
  const topic = topicOf(request);
  if (topic.subjects.some(({ kind, concepts }) => kind === 'problem' || concepts.length > 0)) return undefined;
  const medicines = medicinesOf(topic);
  const named = medicines.length > 0 ? medicines : topic.words.map(asName);
  const treated = named.length === 0 || named.length > MOST_NAMES ? [] : await treatedBy(named, search);
  const counted = [...Map.groupBy(treated, ({ text }) => text.toLowerCase()).values()];
  const [first] = counted.toSorted((a, b) => b.length - a.length);
  if (first === undefined || first.length * 2 <= treated.length - 1) return undefined;
  const [{ text }] = first as [Subject];
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

const MOST_NAMES = 3;

/** Papers speak of what a message names, though nobody knows it for a subject: half of its telling words stand in one of them. */
export async function isSpokenOf(request: string, search: Search): Promise<boolean> {
  const words = topicWords(writtenOut(request));
  const there = (await search.scopes()).some(({ scope }) => scope === 'research');
  if (words.length === 0 || !there) return false;
  const { hits } = await search.search({ query: request, scopes: ['research'], top: MOST_READ });
  const papers = Map.groupBy(hits, ({ source }) => source.title ?? source.id).values();
  return [...papers].some((passages) => {
    const { stems } = readText(passages.map(({ text, source }) => `${source.title ?? ''} ${text}`).join(' '));
    const named = words.filter(
      ({ stem: form }) =>
        stems.has(form) ||
        [...kinOf(form)].some((other) => stems.has(other)) ||
        [...stems].some((whole) => isClipOf(form, whole)),
    );
    const isName = ({ text }: (typeof words)[number]) => text.length >= LONG_NAME && !isOrdinaryWord(text);
    // What only tells of somebody, in words of every day, is in no paper: names and terms decide.
    const weightOf = (some: typeof words) =>
      some.reduce((sum, { text }) => sum + (isOrdinaryWord(text) ? EVERYDAY : 1), 0);
    const isTold = weightOf(named) * 2 >= weightOf(words) || named.length * 2 >= words.length;
    const isAsked = request.includes('?') || ASKS.test(request);
    // Who asks, and names two things that one paper is on, asks of that.
    if (isAsked && (named.some(isName) || named.filter(isTerm).length > 1)) return true;
    return isTold && (named.length > 2 || named.some(isName));
  });
}

/** Which meaning of a short form the papers on the rest of the question speak of; undefined where it is none, or several. */
export async function meaningOf(
  request: string,
  { short, meanings }: OpenForm,
  search: Search,
): Promise<string | undefined> {
  const there = (await search.scopes()).some(({ scope }) => scope === 'research');
  const words = topicWords(request).filter(({ text }) => text !== short);
  if (!there || words.length === 0) return undefined;
  const found = await Promise.all(
    meanings.map(async (meaning) => {
      const query = `${words.map(({ text }) => text).join(' ')} ${meaning}`;
      const { hits } = await search.search({ query, scopes: ['research'], top: MOST_READ });
      const isIt = ({ text, source }: (typeof hits)[number]) => {
        const whole = `${source.title ?? ''} ${text}`;
        const { stems } = readText(whole);
        return speaksOf(whole, meaning) && words.some(({ stem: form }) => stems.has(form));
      };
      return hits.some(isIt) ? [meaning] : [];
    }),
  );
  const [only, ...others] = found.flat();
  return others.length === 0 ? only : undefined;
}

/** "3HP", "IGRA", or a word that is long enough to name something. */
const isTerm = ({ text }: { text: string }) =>
  /^(?:\p{Lu}{2,}|\d\p{Lu}{2,}|\p{Lu}+\d+)/u.test(text) || text.length >= SHORTEST_TERM;
const SHORTEST_TERM = 5;
const EVERYDAY = 0.4;
/** Without a question mark too: one way or the other. */
const ASKS =
  /\b(?:now or|or wait|or (?:not|later)|ok|okay|trust|worth)\b|^\W*(?:how|what|which|who|when|why|does|do|did|is|are|was|were|can|should|could|will|has|have)\b|\b(?:does|do|did|is|are|can|should|could|will) (?:it|they|he|she|we|you|i)\b/i;
const LONG_NAME = 6;

/** "What about X?" goes on with what was asked before, unless X is known to be given for something else only. */
export async function mayGoOn(request: string, area: Topic, search: Search): Promise<boolean> {
  const topic = topicOf(request);
  const medicines = medicinesOf(topic);
  const named = medicines.length > 0 ? medicines : topic.words.map(asName);
  if (named.length === 0 || fitOf(topic, area) >= FITS) return true;
  const areas = area.subjects.filter(({ kind }) => kind === 'problem');
  const treated = await treatedBy(named, search);
  if (treated.length === 0) return true;
  if (areas.length > 0) return treated.some((one) => areas.some((other) => isSame(one, other)));
  // Who follows a medicine goes on with another one for the same disease.
  const theirs = await treatedBy(medicinesOf(area), search);
  return treated.some((one) => theirs.some((other) => isSame(one, other)));
}

function asName({ text, stem }: Topic['words'][number]): Subject {
  return { text, kind: 'medicine', concepts: [], name: [stem] };
}
