import { hub } from '../../../teams/assistant/_shared/desk.ts';

export default hub({
  web_research_agent: 'scout_agent',
  agentic_coder_agent: 'axel_agent',
});
