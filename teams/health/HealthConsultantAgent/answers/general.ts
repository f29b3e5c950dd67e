/** What the record does not answer by itself: how things are done, what to eat, and what is known in general. */
import type { Json } from 'consilium/kernel';
import { tellAnswer } from '../../_shared/answer.ts';
import { readLast } from '../../_shared/entries.ts';
import type { Footnotes } from '../../_shared/footnotes.ts';
import { citeCondition, isActive } from '../../_shared/graph.ts';
import { allKnown, answerKnown, lookUp, sentences, tellKnown } from '../../_shared/knowledge.ts';
import { capital, lower, sayDate, sayValue } from '../../_shared/wording.ts';
import { wordsOf } from '../intent.ts';
import type { Desk } from './desk.ts';

/** What of the last message that told something went into the record. */
export function answerNoted({ state, notes }: Desk): string {
  const kept = readLast(state);
  if (kept.length === 0)
    return '**Nothing has been put into your record in this conversation.** Tell me a value, a medicine, a visit or a symptom, and I will keep it.';
  const lines = kept.map(
    ({ uuid, label, name, value, unit, dose }) =>
      `- ${capital(name)}${sayDetail(value, unit, dose)}${notes.entry({ uuid, label, name: capital(name) })}`,
  );
  return `**Last I put into your record:**\n\n${lines.join('\n')}\n\nSay "undo that" to take it back, or use the chips under your message.`;
}

function sayDetail(value: Json | undefined, unit: Json | undefined, dose: Json | undefined): string {
  if (typeof value === 'number' || typeof value === 'string')
    return ` ${sayValue(value, typeof unit === 'string' ? unit : null)}`;
  return typeof dose === 'string' ? ` ${dose}` : '';
}

/** A question of how things are done: the part of the entry that says so. */
export function answerGeneral(desk: Desk): string {
  const [known] = lookUp(desk.question.replace(/\b(?:my|properly|correctly|right)\b/gi, ''), { limit: 1 });
  if (known === undefined) return answerUnclear(desk);
  const done = known.sections.find(({ name }) => ['what to do', 'how it is done', 'how it is taken'].includes(name));
  const told = done === undefined ? known : { ...known, section: done.name, text: done.text };
  return tellKnown(told, desk.notes.knowledge(known));
}

/** What to eat with the conditions of the record, else in general. */
export function answerFood(desk: Desk): string {
  const named = tellNamedFood(desk);
  if (named !== '') return named;
  const conditions = desk.rows.conditions.filter(isActive).map(({ name }) => name);
  const found = [...conditions.map((name) => `diet and food with ${name}`), desk.question].flatMap((query) =>
    lookUp(query, { limit: 1, kinds: ['topic'] }),
  );
  const topics = [...new Map(found.filter(({ id }) => FOOD_TOPICS.has(id)).map((entry) => [entry.id, entry])).values()];
  if (topics.length === 0) return answerGeneral(desk);
  return topics
    .slice(0, 2)
    .map((entry) => tellKnown(entry, desk.notes.knowledge(entry), true))
    .join('\n\n');
}

/** "Can I eat bananas?": the sentences that name it, and no word about what is not known of it. */
function tellNamedFood({ question, notes }: Desk): string {
  const word = /\b(?:eat|drink|have)(?:ing)? (?:an? |some |more |any )?(\p{L}{4,})/iu
    .exec(question)?.[1]
    ?.toLowerCase();
  if (word === undefined || /^(?:more|less|well|healthy|before|after|with|when|food|foods|what|this|that)$/.test(word))
    return '';
  const pattern = new RegExp(`\\b${word.replace(/(?:es|s)$/, '')}`, 'i');
  const told = allKnown()
    .filter(({ kind }) => kind === 'topic' || kind === 'test')
    .flatMap((entry) => {
      const sentence = entry.sections.flatMap(({ text }) => sentences(text)).find((each) => pattern.test(each));
      return sentence === undefined ? [] : [`- ${entry.title}: ${lower(sentence)}${notes.knowledge(entry)}`];
    });
  return told.length === 0
    ? `**My reference says nothing about ${word}, for you or in general.** Ask your doctor, pharmacist or a dietitian, above all with a kidney or heart disease.`
    : `**What my reference says of ${word}:**\n\n${told.slice(0, 4).join('\n')}\n\nWhether it suits you with what you have and take: ask your doctor, pharmacist or a dietitian.`;
}

const FOOD_TOPICS = new Set(['diet-and-diabetes', 'heart-healthy-diet', 'salt', 'weight-loss-tips']);

/** Words that the record mentions, else what is known in general, else what can be asked. */
export function answerUnclear({ question, rows, notes }: Desk): string {
  const mentions = rows.mention.slice(0, 5);
  const listed = mentions.map(
    ({ uuid, label, name, time, reason }) =>
      `- ${reason ?? name ?? label}, ${sayDate(time)}${notes.entry({ uuid, label, name: reason ?? name ?? label, date: time })}`,
  );
  const own = rows.conditions.find(
    (condition) => isActive(condition) && wordsOf(question).some((word) => condition.name.toLowerCase().includes(word)),
  );
  const [known] =
    own === undefined
      ? lookUp(question, { limit: 1 })
      : lookUp(`${question} ${own.name}`, { limit: 1, kinds: ['condition'] });
  const general = known === undefined ? '' : tellKnown(known, notes.knowledge(known));
  if (own !== undefined && general !== '' && !/\b(?:record|mention\w*|says?)\b/i.test(question))
    return `Your record lists ${lower(own.name)}.${notes.entry(citeCondition(own))} ${general}`;
  if (listed.length > 0)
    return [`**Your record mentions it:**\n\n${listed.join('\n')}`, general].filter(Boolean).join('\n\n');
  if (general !== '') return general;
  return '**I found nothing in your record that answers this.** You can ask about a value ("Is my cholesterol getting better?"), a medicine ("How much metformin do I take?"), a visit, a condition, an allergy or a part of the body.';
}

const OWN_DATA =
  /\b(?:my (?:last|latest|next|recent|record|results?|visits?|appointments?)|when (?:is|was) my|do i (?:have|take)|am i)\b/i;

export function tellInGeneral(message: string, notes: Footnotes): string {
  if (OWN_DATA.test(message)) return '';
  const answer = answerKnown(message);
  return answer === undefined ? '' : tellAnswer(answer, notes);
}
