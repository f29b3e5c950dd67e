import { specialist } from '../_shared/desk.ts';

export default specialist('filesystem_agent', [
  'list_files',
  'read_file',
  'search_files',
  'write_file',
  'edit_file',
  'move_file',
  'copy_file',
  'make_folder',
  'trash_file',
  'restore_file',
  'summarize_file',
]);
