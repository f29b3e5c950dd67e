/** Set phrases that one thing in the code answers (presence.yml). */
import { z } from 'zod';
import { sheet } from '../../analysis/sheet.ts';
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import { around, type Seen, seen } from '../seen.ts';

export const readPresence = sheet(
  './presence.yml',
  import.meta.url,
  z.array(
    z.strictObject({
      asks: z.string(),
      shown: z.string(),
      example: z.string(),
      code: z.string(),
      counter: z.string(),
    }),
  ),
);

export function judgePresence(artifact: CodeArtifact, criterion: string): Seen | undefined {
  const row = readPresence().find(({ asks }) => new RegExp(`^(?:${asks})$`, 'i').test(criterion));
  if (row === undefined) return undefined;
  const at = bareCode(artifact).search(new RegExp(row.shown));
  return at < 0
    ? seen(false, 'Nothing in the code shows it.')
    : seen(true, 'The code shows it.', { at, evidence: around(artifact.text, at) });
}
