/** Explaining: sentences of the material, at a level, each with its source. */
import { ConsiliumError, tool } from 'consilium/kernel';
import { LEVELS, type Level } from 'consilium/study';
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
    // "Now for a clinician": of what was explained last.
    const subject = topic ?? (await chapterTitle(study, at)) ?? (level && textOf(context, 'study_topic'));
    if (subject === undefined)
      throw new ConsiliumError('TOPIC_MISSING', 'What shall I explain?', { hint: 'Name a subject or a chapter.' });
    const chosen = level ?? (textOf(context, 'study_level') as Level | undefined);
    const request = { topic: subject, ...(chosen && { level: chosen }) };
    const found = await atPlaceOrElsewhere(
      context,
      given,
      (where) => study.explain({ ...where, ...request }),
      ({ missing = [] }) => missing.length > 0,
    );
    context.state.set('study_topic', subject);
    return { say: citeExplanation(context, found), level: found.level, material: found.material };
  },
});

/** "Explain chapter 3" is about what the chapter is called. */
async function chapterTitle(
  study: ReturnType<typeof studyOf>,
  at: { material?: string | undefined; chapter?: string | undefined },
): Promise<string | undefined> {
  if (at.chapter === undefined) return undefined;
  const [first] = await study.material.read(at);
  return first?.chapter_title;
}
