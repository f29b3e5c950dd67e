export { executeBrief } from '../../../teams/assistant/axel_agent/tools.ts';
