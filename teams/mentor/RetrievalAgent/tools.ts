/** What there is to learn from: material, its chapters, passages on a subject, and the plan that is kept. */
import { ConsiliumError, tool } from 'consilium/kernel';
import type { MaterialInfo } from 'consilium/study';
import { z } from 'zod';
import { citeExplanation } from '../_shared/cite.ts';
import { studyOf } from '../_shared/desk.ts';
import { place, placeFor } from '../_shared/place.ts';
import { sayPlan } from '../_shared/say.ts';

export const listMaterial = tool({
  name: 'list_material',
  description: 'Which material there is to learn from.',
  input: z.strictObject({}),
  idempotent: true,
  execute: async (_, context) => {
    const list = await studyOf(context).material.list();
    const lines = list.map(({ title, id, passages }) => `- **${title}** (${id}), ${passages} passages`);
    return {
      claims: false,
      say: `**There are ${list.length} to learn from.** Name one and it is used from then on.\n\n${lines.join('\n')}`,
    };
  },
});

const SHOWN = 40;

export const openMaterial = tool({
  name: 'open_material',
  description: 'Chooses material for this conversation and shows its chapters.',
  input: z.strictObject(place),
  idempotent: true,
  execute: async (given, context) => {
    const { material } = placeFor(context, given);
    const info = await studyOf(context).material.open(material);
    context.state.set('study_material', info.id);
    const titles = titlesOf(info);
    const lines = titles.slice(0, SHOWN).map((title, at) => `${at + 1}. ${title}`);
    const more = titles.length > SHOWN ? [`${titles.length - SHOWN} more.`] : [];
    const head = `**${info.title}: ${titles.length} ${titles.length === 1 ? 'chapter' : 'chapters'}, ${info.passages} passages.**`;
    const say = [head, ...info.warnings, lines.join('\n'), ...more].filter(Boolean).join('\n\n');
    return { say, claims: false };
  },
});

/** Of several documents each is a chapter; of one, its headings are. */
function titlesOf({ documents }: MaterialInfo): string[] {
  const [first, ...others] = documents;
  if (others.length === 0) return (first?.chapters ?? []).map(({ title }) => title);
  return documents.map(({ title, chapters }) => {
    const inside = chapters.map((chapter) => chapter.title).filter((heading) => heading !== title);
    return inside.length === 0 ? title : `${title} (${inside.join(', ')})`;
  });
}

export const findPassages = tool({
  name: 'find_passages',
  description: 'Passages of the material on a subject.',
  input: z.strictObject({ topic: z.string().min(1).max(500).optional(), ...place }),
  idempotent: true,
  execute: async ({ topic, ...given }, context) => {
    if (topic === undefined)
      throw new ConsiliumError('TOPIC_MISSING', 'What shall I look for?', { hint: 'Name a subject.' });
    const found = await studyOf(context).explain({ ...placeFor(context, given), topic, level: 'clinician', most: 12 });
    return { say: citeExplanation(context, found) };
  },
});

export const showPlan = tool({
  name: 'show_plan',
  description: 'The study plan that is kept.',
  input: z.strictObject({}),
  idempotent: true,
  execute: (_, context) => {
    const plan = studyOf(context).plans.get(context.principal);
    return {
      claims: false,
      say:
        plan === undefined
          ? 'There is no plan yet. "Plan up to my exam on 12 December, 6 hours a week" makes one.'
          : sayPlan(plan),
    };
  },
});
