/** The eight functions as tools, and a look at what is indexed. Agents name those they use. */
import { functionTool } from 'consilium/functions';
import { ConsiliumError, tool } from 'consilium/kernel';
import { z } from 'zod';

export const extractStructure = functionTool('extract_structure');
export const summarizeContent = functionTool('summarize_content');
export const generateCode = functionTool('generate_code');
export const analyzeArtifact = functionTool('analyze_artifact');
export const validateAgainstSpec = functionTool('validate_against_spec');
export const synthesizeOutputs = functionTool('synthesize_outputs');
export const decomposeTask = functionTool('decompose_task');
export const crossReference = functionTool('cross_reference');

export const listScopes = tool({
  name: 'list_scopes',
  description: 'What is indexed here: the scopes that can be searched, and how much is in each.',
  input: z.strictObject({}),
  idempotent: true,
  execute: async (_input, { services }) => {
    if (services.search === undefined)
      throw new ConsiliumError('SEARCH_MISSING', 'This application lends its agents no search.');
    return (await services.search.scopes()).map(({ scope, files, chunks }) => ({ scope, files, chunks }));
  },
});
