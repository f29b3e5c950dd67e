/** What is explained of which material: the learner's own courses before the knowledge base, what holds all that is asked first. */
import { KNOWLEDGE, type Search } from '../search/index.ts';
import { type AskedTopic, findHolding, isQuestion, missingIn, type Named, partAsked, readTopic } from './asking.ts';
import { answerFrom, joinExplanations, overviewFrom, unknownTopic } from './explaining.ts';
import { contentStems, mentions, termKey } from './facts/terms.ts';
import { areaNamed } from './material/areas.ts';
import type { OpenMaterials } from './material/materials.ts';
import { passagesAt, unlessUnknown } from './material/passages.ts';
import { findTopic, headingFinder, topicWithin } from './material/topics.ts';
import type { Courses } from './reading.ts';
import type { ExplainRequest } from './service.ts';
import type { Explanation, Passage } from './types.ts';

/** What is taught, and who reads it where it keeps nobody waiting. */
type Teaching = OpenMaterials & Pick<Courses, 'explain'>;

const MOST_PASSAGES = 12;
/** With fewer sentences the knowledge base is asked too. */
const ENOUGH = 3;

/**
 * From the material that is named; else from the learner's own, and from the knowledge base where that says little. Things that
 * are asked for together and of which nothing, or hardly anything, is said together are told one by one.
 */
export async function explain(request: ExplainRequest, material: Teaching, search: Search): Promise<Explanation> {
  if (contentStems(request.topic).size === 0) throw unknownTopic(request.topic);
  const isHeading = await findHeadings(request, material);
  const asked = readTopic(request.topic, isHeading);
  const whole = await explainWidely(request, asked, material, search).catch(unlessUnknown);
  const parts = partsOf(asked);
  const isEnough =
    whole !== undefined &&
    whole.missing.length === 0 &&
    (whole.sentences.length >= FEW || isOneName(asked.subject, whole) || areKinds(parts, whole));
  if (parts.length < 2 || isEnough) {
    if (whole === undefined) throw unknownTopic(asked.subject);
    return sayMissing(whole);
  }
  const each = await Promise.all(
    parts.map((topic) =>
      explainWidely({ ...request, topic, most: MOST_OF_EACH }, readTopic(topic, isHeading), material, search).catch(
        unlessUnknown,
      ),
    ),
  );
  const told = each.filter((one) => one !== undefined && one.missing.length === 0);
  if (whole !== undefined && told.length < parts.length) return sayMissing(whole);
  if (told.length === 0) throw unknownTopic(asked.subject);
  const missing = parts.filter((_, at) => !told.includes(each[at]));
  return joinAll(whole?.missing.length === 0 ? whole : undefined, told as Explained[], missing);
}

/** "Number needed to treat" is one thing, where the material says it as it stands; "A and B" are two. */
function isOneName(subject: string, { sentences }: Explanation): boolean {
  return !TWO.test(subject) && sentences.some(({ text }) => mentions(termKey(text), subject));
}

/** "Type 1 and type 2 of it": kinds of one thing, each told beside the other. */
function areKinds(parts: readonly string[], { sentences }: Explanation): boolean {
  return (
    sentences.length >= parts.length && parts.some((part) => /^(?:type|stage|grade|class) (?:\d|[ivx]+)$/i.test(part))
  );
}

/** An explanation, and which of the things that were asked for it does not tell. */
interface Explained extends Explanation {
  readonly missing: readonly string[];
}

/** So little is said of two things together that each is told by itself. */
const FEW = 3;
const MOST_OF_EACH = 5;
const MOST_PARTS = 3;
const TWO = /\s(?:and|or|versus|vs\.?)\s/i;
const JOINED = /\s+(?:and|or|versus|vs\.?|with|to|from)\s+/i;

async function findHeadings({ material: named }: ExplainRequest, material: Teaching) {
  const places = named === undefined ? [...(await material.own()), KNOWLEDGE] : [named];
  const courses = await Promise.all(places.map((place) => material.course(place)));
  return headingFinder(courses.map(({ passages }) => passages));
}

/** What is asked for side by side. */
function partsOf({ subject }: AskedTopic): string[] {
  return subject
    .split(JOINED)
    .map((part) => readTopic(part).subject.replace(/^(?:the|an?)\s+/i, ''))
    .filter((part) => contentStems(part).size > 0)
    .slice(0, MOST_PARTS);
}

/** What holds all of it first, then each under its name; what is nowhere is said. */
function joinAll(both: Explained | undefined, told: readonly Explained[], missing: readonly string[]): Explanation {
  const titled = told.map((one) =>
    one.text.startsWith('**') ? one : { ...one, text: `**${titleOf(one)}:** ${one.text}` },
  );
  const [first, ...rest] = both === undefined ? titled : [both, ...titled];
  const joined = rest.reduce<Explanation>((sum, one) => joinExplanations(sum, one), first as Explanation);
  return sayMissing({ ...joined, missing });
}

function titleOf({ topic }: Explanation): string {
  return topic.slice(0, 1).toUpperCase() + topic.slice(1);
}

/** A place is where to look first. What is not there is looked for in the whole of the material before anything is denied. */
async function explainWidely(
  request: ExplainRequest,
  asked: AskedTopic,
  material: Teaching,
  search: Search,
): Promise<Explained> {
  const near = await explainAsked(request, asked, material, search).catch((thrown: unknown) => {
    if (request.chapter === undefined) throw thrown;
    return unlessUnknown(thrown);
  });
  if (request.chapter === undefined || near?.missing.length === 0) return near as Explained;
  const { chapter: _, ...wide } = request;
  const far = await explainAsked(wide, asked, material, search).catch(unlessUnknown);
  const best = far !== undefined && (near === undefined || far.missing.length < near.missing.length) ? far : near;
  if (best === undefined) throw unknownTopic(asked.subject);
  return best;
}

async function explainAsked(
  request: ExplainRequest,
  asked: AskedTopic,
  material: Teaching,
  search: Search,
): Promise<Explained> {
  const part = partAsked(asked);
  if (part !== undefined) {
    const found = await explainPart({ ...request, topic: part }, material, search);
    if (found !== undefined) return { ...found, missing: [] };
  }
  const bare = { ...request, topic: asked.subject };
  const answer = isQuestion(asked) ? await answerIn(bare, asked, material) : undefined;
  if (answer !== undefined) {
    const missing = notHeld(answer, asked, ({ names }) => names.length > 0);
    // What was asked is answered; the rest is told to who asks for it.
    if (missing.length === 0) return { ...answer, missing };
    const beside = await besideAnswer(bare, answer, material, search);
    return { ...joinExplanations(answer, beside), missing };
  }
  const whole = await explainWhole(bare, material, search).catch(unlessUnknown);
  if (whole === undefined) return explainOne(bare, asked, material, search);
  const isAsIs = asked.things.length < 2 || whole.topic === bare.topic;
  return { ...whole, missing: isAsIs ? [] : notHeld(whole, asked, () => true) };
}

/** The part of what is headed by the thing, where the material has such a part. */
async function explainPart(
  request: ExplainRequest,
  material: Teaching,
  search: Search,
): Promise<Explanation | undefined> {
  const places = request.material === undefined ? [...(await material.own()), KNOWLEDGE] : [request.material];
  for (const place of places) {
    const at = await passagesAt({ material: place, chapter: request.chapter }, material).catch(unlessUnknown);
    const on = at && (await findTopic(request.topic, at.passages));
    if ((on?.headed[0]?.rank ?? 0) < BY_NAME) continue;
    return explainIn({ ...request, material: place }, material, search).catch(unlessUnknown);
  }
  return undefined;
}

function notHeld(told: Explanation, asked: AskedTopic, counts: (thing: Named) => boolean): string[] {
  const headings = told.citations.map(
    ({ source }) => `${source.title ?? ''} . ${'section' in source ? source.section : ''}`,
  );
  const text = [told.topic, ...headings, ...told.sentences.map((one) => one.text)].join(' . ');
  return missingIn(text, asked)
    .filter(counts)
    .map((thing) => thing.text);
}

/** That something of it was not found is said first. */
function sayMissing({ missing, ...told }: Explained): Explanation {
  if (missing.length === 0) return told;
  const names = missing.map((text) => `“${text.slice(0, LONGEST_SHOWN)}”`).join(' and ');
  const said = `I did not find ${names} beside ${told.topic} in the material. Of ${told.topic} it says:`;
  return { ...told, missing, text: `${said}\n\n${told.text}` };
}

async function explainWhole(request: ExplainRequest, material: Teaching, search: Search): Promise<Explanation> {
  if (request.material !== undefined) return explainIn(request, material, search);
  for (const own of await material.own()) {
    const found = await explainIn({ ...request, material: own }, material, search).catch(unlessUnknown);
    if (found === undefined) continue;
    if (found.sentences.length >= ENOUGH || request.chapter !== undefined) return found;
    const more = await explainIn(request, material, search).catch(unlessUnknown);
    return joinExplanations(found, more);
  }
  return explainIn(request, material, search);
}

/** The sentences that hold most of what a question names: those of the course that has most of it, own courses first. */
async function answerIn(
  request: ExplainRequest,
  asked: AskedTopic,
  material: Teaching,
): Promise<Explanation | undefined> {
  const places = request.material === undefined ? [...(await material.own()), KNOWLEDGE] : [request.material];
  let best: { held: number; answer: Explanation } | undefined;
  for (const place of places) {
    const at = await passagesAt({ material: place, chapter: request.chapter }, material).catch(unlessUnknown);
    if (at === undefined) continue;
    // An entry has a part for what is asked of one thing; a title that is asked for word for word is no question.
    if (at.course.id === KNOWLEDGE && asked.things.length < 2) continue;
    const on = await findTopic(request.topic, at.passages);
    if ((on?.headed[0]?.rank ?? 0) >= BY_NAME) return best?.answer;
    const { held, told } = await findHolding(asked, at.passages);
    if (told.length === 0 || held <= (best?.held ?? 0)) continue;
    const names = asked.things.flatMap((thing) => [thing.text, ...thing.names]);
    const head = { topic: request.topic, level: request.level ?? 'exam', material: at.course.id, names } as const;
    const isOnly = told.length === 1 && asked.aspects.length === 0 && at.course.id !== KNOWLEDGE;
    best = { held, answer: answerFrom(head, told, isOnly ? at.passages : undefined) };
  }
  return best?.answer;
}

const MOST_BESIDE = 3;

/** What the same material says besides, as much as gives the answer a place. */
async function besideAnswer(
  request: ExplainRequest,
  answer: Explanation,
  material: Teaching,
  search: Search,
): Promise<Explanation | undefined> {
  const without = new Set(answer.sentences.map(({ text }) => text));
  const most = Math.min(request.most ?? MOST_BESIDE, MOST_BESIDE);
  return explainIn({ ...request, material: answer.material, most, without }, material, search).catch(unlessUnknown);
}

/** Nothing holds all that is asked for: what is said of one thing of it, and that it is no more than that. */
async function explainOne(
  request: ExplainRequest,
  asked: AskedTopic,
  material: Teaching,
  search: Search,
): Promise<Explained> {
  const { things } = asked;
  for (const { text } of things.length <= MOST_THINGS ? things : []) {
    if (contentStems(text).size === contentStems(request.topic).size) continue;
    const found = await explainWhole({ ...request, topic: text }, material, search).catch(unlessUnknown);
    if (found === undefined) continue;
    return { ...found, missing: notHeld(found, asked, () => true) };
  }
  throw unknownTopic(request.topic);
}

/** One word of many is not what they are about. */
const MOST_THINGS = 3;
const LONGEST_SHOWN = 100;

interface Wish extends ExplainRequest {
  /** What was said already. */
  readonly without?: ReadonlySet<string>;
}

async function explainIn(request: Wish, material: Teaching, search: Search): Promise<Explanation> {
  const { level = 'exam', most = MOST_SENTENCES, without } = request;
  const place = { ...request, material: request.material ?? KNOWLEDGE };
  const asked = await passagesAt(place, material).catch(unlessUnknown);
  const whole = await material.course(place.material);
  const topic =
    asked === undefined ? ((await topicWithin(request.topic, whole.passages)) ?? request.topic) : request.topic;
  const { course, on } = asked ?? (await passagesAt({ ...place, topic }, material));
  if (on === undefined) throw unknownTopic(topic);
  const { hits } = await search.search({ query: topic.slice(0, 500), scopes: [course.id], match: 'keyword', top: 40 });
  const near = new Map(hits.map(({ id }, at) => [id, at]));
  const rankOf = ({ id }: Passage) => near.get(id) ?? NOWHERE;
  const named = on.named.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, MOST_PASSAGES);
  const [first] = on.headed;
  if (first !== undefined && first.rank < BY_NAME && areaNamed(topic) !== undefined)
    return overviewFrom({
      ...{ topic, level, material: course.id, named: [], names: on.names, most: MOST_OVERVIEW },
      headings: on.headed.map((group) => group.passages),
    });
  const nearest = on.headed.filter(({ rank }) => rank === on.headed[0]?.rank).map((group) => group.passages);
  const head = { topic, level, material: course.id } as const;
  const idsOf = (passages: readonly Passage[]) => passages.map(({ id }) => id);
  const chosen = { headings: nearest.map(idsOf), named: idsOf(named), around: course.id !== KNOWLEDGE };
  return material.explain(whole.passages, { ...head, ...chosen, names: on.names, most, without, part: on.part });
}

const MOST_SENTENCES = 17;
const MOST_OVERVIEW = 12;
/** From here on a heading is the topic itself. */
const BY_NAME = 3;
const NOWHERE = 1000;
