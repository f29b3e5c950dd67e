/** Explaining: sentences of the material, at a level, each with its source. */
import { ConsiliumError, toConsiliumError, tool } from 'consilium/kernel';
import { type ExplainRequest, type Explanation, LEVELS, type Level } from 'consilium/study';
import { z } from 'zod';
import { citeExplanation } from '../_shared/cite.ts';
import { studyOf, textOf } from '../_shared/desk.ts';
import { atPlaceOrElsewhere, place, placeFor } from '../_shared/place.ts';

export const explain = tool({
  name: 'explain',
  description: 'What the material says on a subject, with [^n] markers, at a level.',
  input: z.strictObject({
    topic: z.string().min(1).max(500).optional(),
    level: z.enum(LEVELS).optional(),
    ...place,
  }),
  idempotent: true,
  execute: async ({ topic, level, ...given }, context) => {
    const study = studyOf(context);
    if (level !== undefined) context.state.set('study_level', level);
    const at = placeFor(context, given);
    const subject = topic ?? (await chapterTitle(study, at));
    if (subject === undefined)
      throw new ConsiliumError('TOPIC_MISSING', 'What shall I explain?', { hint: 'Name a subject or a chapter.' });
    const chosen = level ?? (textOf(context, 'study_level') as Level | undefined);
    const found = await atPlaceOrElsewhere(context, given, (where) =>
      explainAll(study, { ...where, ...(chosen && { level: chosen }) }, subject),
    );
    // What has a heading of its own needs none above it.
    const say = found.map((one) => {
      const text = citeExplanation(context, one);
      return found.length > 1 && !text.startsWith('**') ? `**${one.topic}:** ${text}` : text;
    });
    return { say: say.join('\n\n'), level: found[0]!.level, material: found[0]!.material };
  },
});

const JOINED = /\s+(?:and|or|versus|vs\.?|with|to|from)\s+/i;

/** So little is said of two things together that each is told by itself. */
const FEW = 3;

/** Where nothing is said of two things together, or hardly anything, each of them by itself. */
async function explainAll(
  study: ReturnType<typeof studyOf>,
  request: Omit<ExplainRequest, 'topic'>,
  subject: string,
): Promise<Explanation[]> {
  const parts = subject
    .split(JOINED)
    .slice(0, 3)
    .map((part) => part.replace(/^(?:the|an?)\s+/i, ''));
  const each = async () => {
    const found = await Promise.allSettled(parts.map((topic) => study.explain({ ...request, topic, most: 5 })));
    return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  };
  try {
    const whole = await study.explain({ ...request, topic: subject });
    if (parts.length < 2 || whole.sentences.length >= FEW) return [whole];
    const said = await each();
    // What is said of both comes first.
    return said.length === parts.length ? [whole, ...said] : [whole];
  } catch (thrown) {
    if (toConsiliumError(thrown).code !== 'TOPIC_UNKNOWN' || parts.length < 2) throw thrown;
    const said = await each();
    if (said.length === 0) throw thrown;
    return said;
  }
}

/** "Explain chapter 3" is about what the chapter is called. */
async function chapterTitle(
  study: ReturnType<typeof studyOf>,
  at: { material?: string | undefined; chapter?: string | undefined },
): Promise<string | undefined> {
  if (at.chapter === undefined) return undefined;
  const [first] = await study.material.read(at);
  return first?.chapter_title;
}
