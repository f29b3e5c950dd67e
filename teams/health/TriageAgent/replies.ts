/** The sentences of triage, word for word, and the section of the side panel that they name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const schema = z.array(
  z.strictObject({ section: z.string(), title: z.string(), data: z.string(), words: z.array(z.string()) }),
);

export const sections = schema.parse(parse(readFileSync(join(import.meta.dirname, '../_data/sections.yml'), 'utf8')));

export type Section = (typeof sections)[number];

export const NOT_HEALTH =
  'I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics.';

export const URL_FALLBACK = 'I was unable to retrieve that URL. Please try again or provide a different URL.';

export const VIMEO = 'Vimeo videos are not currently supported. Please provide a YouTube video URL for video analysis.';

export function redirect({ title, data }: Section): string {
  return `Please use the ${title} in the side panel to view your complete ${data}.`;
}

export function shareOrEdit(action: 'share' | 'edit'): string {
  return `To ${action} your health information, please use the appropriate section in the side panel.`;
}

/** The section that a message asks for; what fits none is the whole history. */
export function sectionFor(message: string): Section {
  const words = new Set(message.toLowerCase().match(/[\p{L}\d]+/gu) ?? []);
  return sections.find((section) => section.words.some((word) => words.has(word))) ?? sections.at(-1)!;
}

const SHARE = /\b(share|send|e-?mail|forward|export|download|print|fax|transmit|transfer|text|access)\b/i;

export function actionIn(message: string): 'share' | 'edit' {
  return SHARE.test(message) ? 'share' : 'edit';
}
