import { specialist } from '../../../teams/assistant/_shared/desk.ts';

export default specialist(
  'home_assistant_agent',
  ['list_devices', 'get_device_state', 'control_device'],
  'home_services',
);
