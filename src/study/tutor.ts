/** What is explained of which material: the learner's own courses before the knowledge base, what holds all that is asked first. */
import { KNOWLEDGE, type Search } from '../search/index.ts';
import { type AskedTopic, findHolding, isQuestion, missingIn, readTopic } from './asking.ts';
import { answerFrom, explainFrom, joinExplanations, overviewFrom, unknownTopic } from './explaining.ts';
import { contentStems } from './facts/terms.ts';
import { areaNamed } from './material/areas.ts';
import type { OpenMaterials } from './material/materials.ts';
import { passagesAt, unlessUnknown } from './material/passages.ts';
import { findTopic, topicWithin } from './material/topics.ts';
import type { ExplainRequest } from './service.ts';
import type { Explanation, Passage } from './types.ts';

const MOST_PASSAGES = 12;
/** With fewer sentences the knowledge base is asked too. */
const ENOUGH = 3;

/** From the material that is named; else from the learner's own, and from the knowledge base where that says little. */
export async function explain(request: ExplainRequest, material: OpenMaterials, search: Search): Promise<Explanation> {
  if (contentStems(request.topic).size === 0) throw unknownTopic(request.topic);
  const asked = readTopic(request.topic);
  const answer = isQuestion(asked) ? await answerIn(request, asked, material) : undefined;
  if (answer !== undefined) return joinExplanations(answer, await besideAnswer(request, answer, material, search));
  const whole = await explainWhole(request, material, search).catch(unlessUnknown);
  return whole === undefined ? explainOne(request, asked, material, search) : withMissing(whole, request, asked);
}

/** Of two things one is explained: that the other is not found beside it is said. */
function withMissing(whole: Explanation, { topic }: ExplainRequest, asked: AskedTopic): Explanation {
  if (asked.things.length < 2 || whole.topic === topic) return whole;
  const told = [whole.topic, ...whole.sentences.map(({ text }) => text)].join(' . ');
  const missing = missingIn(told, asked).map(({ text }) => `“${text}”`);
  if (missing.length === 0) return whole;
  const said = `I did not find ${missing.join(' and ')} beside ${whole.topic} in the material. Of ${whole.topic} it says:`;
  return { ...whole, text: `${said}\n\n${whole.text}` };
}

async function explainWhole(request: ExplainRequest, material: OpenMaterials, search: Search): Promise<Explanation> {
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
  material: OpenMaterials,
): Promise<Explanation | undefined> {
  const places = request.material === undefined ? [...(await material.own()), KNOWLEDGE] : [request.material];
  let best: { held: number; answer: Explanation } | undefined;
  for (const place of places) {
    const at = await passagesAt({ material: place, chapter: request.chapter }, material).catch(unlessUnknown);
    if (at === undefined) continue;
    // An entry has a part for what is asked of one thing; a title that is asked for word for word is no question.
    if (at.course.id === KNOWLEDGE && asked.things.length < 2) continue;
    const on = await findTopic(request.topic, at.passages);
    if ((on?.headed[0]?.rank ?? 0) >= BY_NAME) return undefined;
    const { held, told } = await findHolding(asked, at.passages);
    if (told.length === 0 || held <= (best?.held ?? 0)) continue;
    const names = asked.things.flatMap((thing) => [thing.text, ...thing.names]);
    const head = { topic: request.topic, level: request.level ?? 'exam', material: at.course.id, names } as const;
    best = { held, answer: answerFrom(head, told) };
  }
  return best?.answer;
}

const MOST_BESIDE = 6;

/** What the same material says besides, as much as gives the answer a place. */
async function besideAnswer(
  request: ExplainRequest,
  answer: Explanation,
  material: OpenMaterials,
  search: Search,
): Promise<Explanation | undefined> {
  const without = new Set(answer.sentences.map(({ text }) => text));
  const most = Math.min(request.most ?? MOST_BESIDE, MOST_BESIDE);
  return explainIn({ ...request, material: answer.material, most, without }, material, search).catch(unlessUnknown);
}

/** Nothing holds all that is asked for: what is said of one thing of it, and that it is no more than that. */
async function explainOne(
  request: ExplainRequest,
  { things }: AskedTopic,
  material: OpenMaterials,
  search: Search,
): Promise<Explanation> {
  for (const { text } of things.length <= MOST_THINGS ? things : []) {
    if (contentStems(text).size === contentStems(request.topic).size) continue;
    const found = await explainWhole({ ...request, topic: text }, material, search).catch(unlessUnknown);
    if (found === undefined) continue;
    const said = `I did not find “${request.topic.slice(0, LONGEST_SHOWN)}” as a whole in the material. Of ${text} it says:`;
    return { ...found, text: `${said}\n\n${found.text}` };
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

async function explainIn(request: Wish, material: OpenMaterials, search: Search): Promise<Explanation> {
  const { level = 'exam', most = MOST_SENTENCES, without } = request;
  const place = { ...request, material: request.material ?? KNOWLEDGE };
  const asked = await passagesAt(place, material).catch(unlessUnknown);
  const whole = await material.course(place.material);
  const topic = asked === undefined ? (topicWithin(request.topic, whole.passages) ?? request.topic) : request.topic;
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
  return explainFrom({ topic, level, material: course.id, headings: nearest, named, names: on.names, most, without });
}

const MOST_SENTENCES = 17;
const MOST_OVERVIEW = 12;
/** From here on a heading is the topic itself. */
const BY_NAME = 3;
const NOWHERE = 1000;
