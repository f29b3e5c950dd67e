/** The functions there are, by name, and how a misspelt name finds its way. */
import { ConsiliumError } from '../kernel/index.ts';
import { editDistance } from '../text/index.ts';
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
  const wanted = name.slice(0, 40).toLowerCase().replaceAll('-', '_');
  const distance = (other: string) => editDistance(wanted, other);
  const [nearest] = [...FUNCTION_NAMES].sort((a, b) => distance(a) - distance(b));
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
