import { leader } from '../../../teams/assistant/_shared/desk.ts';

export default leader(
  'scout_agent',
  ['write_brief'],
  { web_research_agent: 'web_research_agent' },
  'main_orchestrator',
);
