import { specialist } from '../_shared/desk.ts';

export default specialist('calendar_agent', [
  'add_event',
  'list_events',
  'find_event',
  'move_event',
  'cancel_event',
  'free_time',
  'bring_appointments',
  'sync_calendar',
]);
