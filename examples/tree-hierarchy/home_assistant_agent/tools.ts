export { controlDevice, getDeviceState, listDevices } from '../../../teams/assistant/home_assistant_agent/tools.ts';
