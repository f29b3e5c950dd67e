export { research } from '../../../teams/assistant/web_research_agent/tools.ts';
