/** Whether what was found concerns what is asked about: it names it, and treats with the medicine that is meant. */
import type { SourceItem } from '../sources/research/index.ts';
import { designOf } from './evidence/design.ts';
import { noticeTargetOf } from './evidence/notices.ts';
import { isOnAll } from './evidence/therapies.ts';
import { isEntryOn, isOnMedicine } from './fit.ts';
import { readForeign } from './foreign.ts';
import { isOn, readText, type Topic } from './topic.ts';
import { medicinesOf, treatsWith } from './treating.ts';

/** It names what is asked about, and treats with the medicine that is; an entry of reference is about its title. */
export function isAbout(given: SourceItem, topic: Topic): boolean {
  const medicines = medicinesOf(topic);
  const isOpen = medicines.length === 0 || topic.trials.length > 0;
  return isNaming(given, topic) && (isOpen || treatsWith(readForeign(given).item, medicines));
}

function isNaming(given: SourceItem, topic: Topic): boolean {
  const { item } = readForeign(given);
  const also = (item.also ?? []).map(({ as }) => as).join(', ');
  const text = `${item.title}. ${item.text} ${item.trial?.conditions.join(' ') ?? ''} ${also}`;
  if (item.kinds.includes('Reference Entry')) return isOn(readText(text), topic) && isEntryOn(item.title, topic);
  const { id } = designOf(item);
  // A guideline on heart failure is on every kind of it.
  return isOn(readText(text), topic, isOnAll(id)) || isOnMedicine(item.title, topic, WARNING.includes(id));
}

/** What a regulator tells of a medicine concerns all who give it. */
const WARNING = ['communication', 'regulatory'];

/** A notice that gives a number may be about a paper of the table without a word on the subject. */
export function mayConcern(item: SourceItem, topic: Topic): boolean {
  return isNumberedNotice(item) || isAbout(item, topic);
}

/** Of what was found of it so far: what its other parts say is not known yet. */
export function mayName(item: SourceItem, topic: Topic): boolean {
  return isNumberedNotice(item) || isNaming(item, topic);
}

function isNumberedNotice(item: SourceItem): boolean {
  const target = noticeTargetOf(item);
  return target !== undefined && target.dois.length + target.pmids.length > 0;
}
