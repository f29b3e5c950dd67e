import { hub } from '../../../teams/assistant/_shared/desk.ts';

export default hub({
  filesystem_agent: 'data_services',
  memory_agent: 'data_services',
  home_assistant_agent: 'home_services',
});
