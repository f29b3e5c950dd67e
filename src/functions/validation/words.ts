/** Words of specifications: what demands, what reading cannot settle, who people are (words.yml). */
import { z } from 'zod';
import { sheet } from '../analysis/sheet.ts';

const list = z.array(z.string());

export const readWords = sheet(
  './words.yml',
  import.meta.url,
  z.strictObject({
    strong: list,
    weak: list,
    beyond: z.strictObject({ behaviour: list, opinion: list, world: list }),
    code: z.strictObject({ deeds: list, nouns: list, makes: list, things: list }),
    people: list,
    reasons: list,
  }),
);
