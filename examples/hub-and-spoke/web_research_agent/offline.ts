import { specialist } from '../../../teams/assistant/_shared/desk.ts';

export default specialist('web_research_agent', ['research'], 'main_orchestrator');
