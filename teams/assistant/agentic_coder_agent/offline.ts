import { specialist } from '../_shared/desk.ts';

export default specialist('agentic_coder_agent', ['write_code', 'run_tests']);
