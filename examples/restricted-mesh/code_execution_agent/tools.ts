export { runTests } from '../../../teams/assistant/agentic_coder_agent/tools.ts';
