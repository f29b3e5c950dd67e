import { specialist } from '../../../teams/assistant/_shared/desk.ts';

export default specialist(
  'filesystem_agent',
  ['list_files', 'read_file', 'search_files', 'write_file', 'summarize_file'],
  'data_services',
);
