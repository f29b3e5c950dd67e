import { specialist } from '../_shared/desk.ts';

export default specialist('web_research_agent', ['research', 'ask_health_team']);
