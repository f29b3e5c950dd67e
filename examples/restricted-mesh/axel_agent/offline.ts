import { leader } from '../../../teams/assistant/_shared/desk.ts';

export default leader(
  'axel_agent',
  ['execute_brief'],
  { agentic_coder_agent: 'code_execution_agent' },
  'main_orchestrator',
);
