/** Which standing orders a message means: those on what it names; where it names nothing, all of them. */
import { FITS, fitOf } from './fit.ts';
import { isOn, readText, type Topic, topicOf } from './topic.ts';

/** `area`: what the agent is for; where a message names that, all of its orders are meant. */
export function meantBy<T>(message: string, all: readonly T[], textOf: (one: T) => string, area?: Topic): T[] {
  const topic = topicOf(message);
  if (topic.subjects.length + topic.words.length + topic.trials.length === 0) return [...all];
  const own = all.filter((one) => isOn(readText(textOf(one)), topic));
  const isArea =
    area !== undefined && !topic.subjects.some(({ kind }) => kind === 'medicine') && fitOf(topic, area) >= FITS;
  return isArea ? [...all] : own;
}
