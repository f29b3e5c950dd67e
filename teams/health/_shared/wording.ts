/** Dates, units, values and lists as people read them: the words of `src/reasoning`. */
export { capital, list, lower, sayDate, sayUnit, sayValue } from 'consilium/reasoning';
