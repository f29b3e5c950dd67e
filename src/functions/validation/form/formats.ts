/** Whether an artifact is what it says it is: JSON, YAML, code that parses, a document of a schema. */
import { z } from 'zod';
import { findGrammar, readCode } from '../../../reading/index.ts';
import { readConfiguration } from '../../analysis/configuration.ts';
import type { Groups } from '../recognise.ts';
import { type Artifact, type Seen, seen } from '../seen.ts';

export function judgeSchema({ text }: Artifact, { schema = '' }: Groups): Seen | undefined {
  let wanted: z.ZodType;
  try {
    wanted = z.fromJSONSchema(JSON.parse(schema));
  } catch {
    return undefined;
  }
  const problem = jsonProblem(text);
  if (problem !== undefined) return seen(false, `It is not JSON: ${problem}`);
  const parsed = wanted.safeParse(JSON.parse(text));
  if (parsed.success) return seen(true, 'It fits the schema.');
  const [issue] = parsed.error.issues;
  return seen(
    false,
    `It does not fit the schema: ${issue!.path.map(String).join('.') || 'the document'}: ${issue!.message}`,
  );
}

function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (thrown) {
    return /^[^,"]{0,80}?(?= in JSON|, "| is not valid|$)/.exec((thrown as Error).message)?.[0] || 'unexpected text';
  }
}

export async function judgeFormat({ text, document }: Artifact, { format = '' }: Groups): Promise<Seen | undefined> {
  const name = format.toLowerCase();
  if (name === 'json') {
    const problem = jsonProblem(text);
    return seen(problem === undefined, problem === undefined ? 'It is JSON.' : `It is not JSON: ${problem}`);
  }
  if (name === 'yaml') {
    const { problems } = readConfiguration(text, undefined, 'yaml');
    return seen(
      problems.length === 0,
      problems.length === 0 ? 'It is YAML.' : `It is not YAML: ${problems[0]!.message}`,
    );
  }
  if (name === 'markdown') return seen(true, 'Every text is Markdown.');
  if (name === 'html')
    return seen(document.format === 'html', document.format === 'html' ? 'It is HTML.' : 'It is not HTML.');
  const grammar = findGrammar(name);
  if (grammar === undefined) return undefined;
  const { problems } = await readCode(unfence(text), grammar);
  const [first] = problems;
  return seen(
    first === undefined,
    first === undefined
      ? `It parses as ${name}.`
      : `It does not parse as ${name}: line ${first.line}, near "${first.near}".`,
  );
}

function unfence(text: string): string {
  return text.replace(/^\s*```[^\n]*\n([\s\S]*?)\n```\s*$/, '$1');
}

export function judgeCode({ code }: Artifact): Seen | undefined {
  if (code === undefined) return undefined;
  const [first] = code.problems;
  return seen(
    first === undefined,
    first === undefined
      ? `It parses as ${code.language}.`
      : `The code does not parse: line ${first.line}, near "${first.near}".`,
  );
}
