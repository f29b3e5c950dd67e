export { writeBrief } from '../../../teams/assistant/scout_agent/tools.ts';
