/** The words that people have for what code writes (tongue.yml). */
import { z } from 'zod';
import { sheet } from '../../analysis/sheet.ts';

export const readTongue = sheet(
  './tongue.yml',
  import.meta.url,
  z.array(
    z.strictObject({
      shown: z.string().min(1),
      says: z.string().transform((words) => words.split(' ')),
    }),
  ),
);
