import { specialist } from '../../../teams/assistant/_shared/desk.ts';

export default specialist('agentic_coder_agent', ['run_tests'], 'axel_agent');
