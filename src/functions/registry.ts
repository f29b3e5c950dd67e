/** The functions there are, by name, and how a misspelt name finds its way. */
import { ConsiliumError } from '../kernel/index.ts';
import { analyzeArtifact } from './analysis/index.ts';
import { generateCode } from './code/index.ts';
import { decomposeTask } from './decomposition/index.ts';
import { extractStructure } from './extraction/index.ts';
import { type AnyFunction, defineFunction, FUNCTION_NAMES, type FunctionName } from './function.ts';
import { crossReference } from './reference/index.ts';
import { summarizeContent } from './summary/index.ts';
import { synthesizeOutputs } from './synthesis/index.ts';
import { validateAgainstSpec } from './validation/index.ts';

const REGISTRY: Record<FunctionName, AnyFunction> = {
  analyze_artifact: defineFunction(analyzeArtifact),
  cross_reference: defineFunction(crossReference),
  decompose_task: defineFunction(decomposeTask),
  extract_structure: defineFunction(extractStructure),
  generate_code: defineFunction(generateCode),
  summarize_content: defineFunction(summarizeContent),
  synthesize_outputs: defineFunction(synthesizeOutputs),
  validate_against_spec: defineFunction(validateAgainstSpec),
};

/** By its name, in either spelling (`extract_structure`, `extract-structure`). */
export function findFunction(name: string): AnyFunction {
  const known = FUNCTION_NAMES.find((candidate) => candidate === name || kebab(candidate) === name);
  if (known !== undefined) return REGISTRY[known];
  const [nearest] = [...FUNCTION_NAMES].sort((a, b) => distance(name, a) - distance(name, b));
  throw new ConsiliumError('FUNCTION_UNKNOWN', `There is no function "${name.slice(0, 60)}".`, {
    hint: `Did you mean ${nearest}? There are ${FUNCTION_NAMES.join(', ')}.`,
    details: { nearest, functions: [...FUNCTION_NAMES] },
  });
}

export function allFunctions(): readonly AnyFunction[] {
  return FUNCTION_NAMES.map((name) => REGISTRY[name]);
}

export function kebab(name: string): string {
  return name.replaceAll('_', '-');
}

/** How many letters must be put in, taken out or changed. */
function distance(a: string, b: string): number {
  const left = a.slice(0, 40).toLowerCase().replaceAll('-', '_');
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (left[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
