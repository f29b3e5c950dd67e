/** The room's words, read once from wording.yml; a mistake in it is told with file and line. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';

const words = z.array(z.string().min(1).toLowerCase()).min(1);
const wordingSchema = z.strictObject({
  prompt: z.strictObject({
    template: z.string().includes('{sources}'),
    quoted: z.string().includes('{passages}'),
  }),
  support: z.strictObject({
    openings: words,
    asides: words,
    notices: words,
    claims: words,
    common: words,
  }),
});

export type Wording = z.infer<typeof wordingSchema>;

let built: Wording | undefined;

export function wording(): Wording {
  built ??= readWording(fileURLToPath(new URL('./wording.yml', import.meta.url)));
  return built;
}

export function readWording(file: string): Wording {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  const at = (offset: number) => `${file}:${lines.linePos(offset).line}`;
  const [broken] = document.errors;
  if (broken !== undefined) throw invalid(`${at(broken.pos[0])}: ${broken.message.split('\n')[0]}`);
  const parsed = wordingSchema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map((key) => (typeof key === 'symbol' ? String(key) : key));
  const node = path.length > 0 ? document.getIn(path, true) : undefined;
  const offset = (node as { range?: [number] } | undefined)?.range?.[0] ?? 0;
  throw invalid(`${at(offset)}: ${path.join('.')}: ${issue?.message}`);
}

function invalid(problem: string): ConsiliumError {
  return new ConsiliumError('WORDING_INVALID', problem);
}
