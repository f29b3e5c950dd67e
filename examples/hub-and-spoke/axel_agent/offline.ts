import { specialist } from '../../../teams/assistant/_shared/desk.ts';

export default specialist('axel_agent', ['execute_brief'], 'main_orchestrator');
