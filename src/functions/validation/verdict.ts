/** What a validation says: violations, what could not be verified, and whether the artifact is valid for all that. */
import { z } from 'zod';
import { location, severity } from '../analysis/finding.ts';

export const KINDS = ['missing', 'contradiction', 'partial', 'formal', 'forbidden'] as const;

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
export type Unverified = z.infer<typeof unverified>;

/** How much of an outline may be missing before that is more than a blemish. */
const COVERED = 0.5;

/** Minor violations are told and do not decide, unless they are many of what was asked. */
export function isValid(violations: readonly Violation[], checked: number): boolean {
  if (violations.some(({ severity: level }) => level !== 'minor' && level !== 'info')) return false;
  return violations.length <= Math.max(0, checked) * (1 - COVERED);
}
