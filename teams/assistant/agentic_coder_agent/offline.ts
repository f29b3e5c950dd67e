import { specialist } from '../_shared/desk.ts';

export default specialist('agentic_coder_agent', ['write_code', 'propose_patch', 'undo_patch', 'run_tests']);
