import { z } from 'zod';
import { URGENCIES } from '../_shared/signs.ts';

export const Judgement = z.strictObject({
  urgency: z.enum(URGENCIES),
  signs: z.array(z.string()).describe('what they have, in their words'),
  reason: z.string().describe('one sentence, for the patient'),
});

export type Judgement = z.infer<typeof Judgement>;
