/** What a validation says: a verdict on each criterion, violations, and whether the artifact is valid for all that. */
import { z } from 'zod';
import { location, severity } from '../analysis/finding.ts';

export const KINDS = ['missing', 'contradiction', 'partial', 'formal', 'forbidden'] as const;
export const VERDICTS = ['met', 'violated', 'undecidable'] as const;

export const violation = z.object({
  criterion: z.string(),
  kind: z.enum(KINDS),
  severity,
  message: z.string(),
  evidence: z.string().optional(),
  location: location.optional(),
});
export type Violation = z.infer<typeof violation>;

export const unverified = z.object({ criterion: z.string(), reason: z.string() });

export const verdict = z.object({
  criterion: z.string(),
  verdict: z.enum(VERDICTS),
  reason: z.string(),
  evidence: z.string().optional(),
});
export type Verdict = z.infer<typeof verdict>;
