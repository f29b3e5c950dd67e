/** VTIMEZONE of a zone, worked out from what this machine knows of it: who reads the file may know no zones by name. */
import ICAL from 'ical.js';
import { wallOf, weekdayOf } from '../wall.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** As the clocks turn in that year, every year. */
export function writeZone(zone: string, year: number): ICAL.Component {
  const component = new ICAL.Component('vtimezone');
  component.updatePropertyWithValue('tzid', zone);
  const turns = turnsIn(zone, year);
  const begin = Date.UTC(year, 0, 1);
  if (turns.length === 0)
    component.addSubcomponent(observance('standard', begin, offsetAt(zone, begin), offsetAt(zone, begin)));
  const least = Math.min(...turns.map(({ after }) => after));
  for (const { at, before, after } of turns)
    component.addSubcomponent(
      observance(after === least ? 'standard' : 'daylight', at + before, before, after, turns.length),
    );
  return component;
}

interface Turn {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** The moments of a year at which the clocks turn, and the offsets around them in ms. */
function turnsIn(zone: string, year: number): Turn[] {
  const turns: Turn[] = [];
  const end = Date.UTC(year + 1, 0, 1);
  for (let day = Date.UTC(year, 0, 1); day < end; day += DAY) {
    const [before, after] = [offsetAt(zone, day), offsetAt(zone, day + DAY)];
    if (before === after) continue;
    let [low, high] = [day, day + DAY];
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 120_000) * 60_000;
      if (offsetAt(zone, middle) === before) low = middle;
      else high = middle;
    }
    turns.push({ at: high, before, after });
  }
  return turns;
}

function offsetAt(zone: string, moment: number): number {
  return Date.parse(`${wallOf(moment, zone)}Z`) - Math.floor(moment / 60_000) * 60_000;
}

/** `wall`: what the clock shows when it is turned. Where it is turned twice a year, so it is every year. */
function observance(name: string, wall: number, before: number, after: number, turns = 0): ICAL.Component {
  const component = new ICAL.Component(name);
  const at = new Date(wall).toISOString();
  component.updatePropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(at.slice(0, 19)));
  component.updatePropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromSeconds(before / 1000));
  component.updatePropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromSeconds(after / 1000));
  if (turns === 2) component.updatePropertyWithValue('rrule', ICAL.Recur.fromString(yearly(at.slice(0, 10))));
  return component;
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** "The last Sunday of March", "the second Sunday of March". */
function yearly(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const nth = date + 7 > days ? -1 : Math.ceil(date / 7);
  return `FREQ=YEARLY;BYMONTH=${month};BYDAY=${nth}${WEEKDAYS[weekdayOf(day)]}`;
}
