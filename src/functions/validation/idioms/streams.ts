/** "Error messages go to standard error": which of the two streams messages are written to. */
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import { type Seen, seen } from '../seen.ts';

const ASKS: readonly RegExp[] = [
  /^(?:all |any |its )?(?<what>error messages?|errors?|warnings?|diagnostics|failures?|problems|complaints|the usage(?: message| text)?|usage(?: messages?| text)?)\s+(?<denied>(?:do|does|are|is|must|should) (?:not|never) )?(?:go(?:es)?|(?:are |is |be )?(?:printed|written|sent|reported|shown|output))\s+(?:out )?(?:to|on)\s+(?:the )?(?<stream>standard output|stdout|standard error|stderr|error stream)(?: stream)?(?:, not (?:to )?\w+)?$/i,
  /^(?:prints?|writes?|sends?|reports?)\s+(?:all |any |its )?(?<what>error messages?|errors?|warnings?|diagnostics|failures?|problems|usage)\s+(?:to|on)\s+(?:the )?(?<stream>standard output|stdout|standard error|stderr|error stream)$/i,
];
const ERRORS =
  />&2|\bstderr\b|\beprint\w*!|console\.(?:error|warn)\(|System\.err|\blog\.Fatal\w*\(|\blogging\.|\blog(?:ger)?\.(?:error|warning|warn)\(/;
const WRITES =
  /\bprint\w*!?\s*\(|\becho\b|\bprintf\b|console\.\w+\(|System\.(?:out|err)|\bputs\s*\(|\beprint\w*!|fmt\.F?[pP]rint\w*\(|\bfprintf\b|\.write\(/;
/** What a message of trouble says, or what the line does beside. */
const TROUBLE =
  /error|fail|no such|cannot|can't|invalid|missing|usage|unknown|not found|\berr\b|must|denied|too (?:many|few|long|large|big)|refus|unable|bad\b|exit\s+[1-9]|exit\(\s*[1-9]/i;

export function judgeStreams(artifact: CodeArtifact, criterion: string): Seen | undefined {
  const asked = ASKS.map((pattern) => pattern.exec(criterion)?.groups).find((one) => one !== undefined);
  if (asked === undefined) return undefined;
  const wantsErrors = /err/i.test(asked['stream']!);
  const lines = bareCode(artifact).split('\n');
  const told = lines.filter((line) => WRITES.test(line) && (TROUBLE.test(line) || ERRORS.test(line)));
  if (told.length === 0) return undefined;
  const odd = told.find((line) => ERRORS.test(line) !== wantsErrors);
  const holds = (odd === undefined) !== (asked['denied'] !== undefined);
  return seen(holds, odd === undefined ? 'Each message goes there.' : 'One goes to the other stream.', {
    evidence: (odd ?? told[0]!).trim().slice(0, 120),
    at: artifact.text.indexOf((odd ?? told[0]!).trim().slice(0, 20)),
  });
}
