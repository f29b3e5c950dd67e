/** The calendar's tools. */
export { cancelEvent, moveEvent } from './change.ts';
export { addEvent, findEvent, listEvents } from './events.ts';
export { freeTime } from './free.ts';
export { bringAppointments, syncCalendar } from './outside.ts';
