/** The calendar's tools. */
export { cancelEvent, moveEvent } from './change.ts';
export { addEvent } from './events.ts';
export { freeTime } from './free.ts';
export { findEvent, listEvents } from './looking.ts';
export { bringAppointments, syncCalendar } from './outside.ts';
