/** Pregnancy, alcohol, driving and the like: what each medicine of the record means for it. */
import { readFileSync } from 'node:fs';
import { identify } from 'consilium/clinical';
import { parse } from 'yaml';
import { z } from 'zod';
import { citeRegimen, currentRegimens, isActive } from '../../_shared/graph.ts';
import { type KnowledgeEntry, knownBy, sentences } from '../../_shared/knowledge.ts';
import { entryOf, sentenceIn } from '../../_shared/medicine.ts';
import { capital, count, drugName, list, lower } from '../../_shared/wording.ts';
import type { Desk } from './desk.ts';

const schema = z.array(z.strictObject({ say: z.string(), asks: z.string(), says: z.string(), topic: z.string() }));

const situations = schema
  .parse(parse(readFileSync(new URL('../../_data/situations.yml', import.meta.url), 'utf8')))
  .map(({ asks, says, ...rest }) => ({
    ...rest,
    asks: new RegExp(`\\b(?:${asks})\\b`, 'i'),
    says: new RegExp(says, 'i'),
  }));

export function situationIn(question: string): string | undefined {
  return situations.find(({ asks }) => asks.test(question))?.say;
}

const SECTIONS = ['cautions', 'interactions', 'how it is taken', 'used for', 'side effects'];
const FINE =
  /\b(?:fine|suitable|safe|can be used|may be used|are used|go on|not forbidden|preferred)\b(?!.*\b(?:not|never|avoid)\b)/i;

export function answerSituation(desk: Desk, say: string, drugs: readonly string[]): string {
  const situation = situations.find((each) => each.say === say)!;
  const looked = medicinesOf(desk, drugs).map((medicine) => ({ ...medicine, ...judge(medicine.name, situation) }));
  const careful = looked.filter(({ verdict }) => verdict === 'care');
  const fine = looked.filter(({ verdict }) => verdict === 'fine');
  const silent = looked.filter(({ verdict }) => verdict === 'unknown');
  const lines = [...careful, ...fine].map(
    ({ name, cited, entry, sentence }) =>
      `- ${capital(drugName(name))}${cited()}: ${lower(sentence)}${desk.notes.knowledge(entry!)}`,
  );
  const rest =
    silent.length === 0 || lines.length === 0
      ? ''
      : `My reference says nothing of ${say} for ${list(silent.map(({ name, cited }) => `${drugName(name)}${cited()}`))}: ask about ${silent.length === 1 ? 'it' : 'those'}.`;
  return [
    leadOf(say, looked.length, careful.length, fine.length),
    lines.join('\n'),
    rest,
    tellTopic(desk, situation.topic),
  ]
    .filter(Boolean)
    .join('\n\n');
}

type Verdict = 'care' | 'fine' | 'unknown';

/** By the medicine's own entry, else by the list in the entry on the situation. */
function judge(
  drug: string,
  { says, topic }: { says: RegExp; topic: string },
): { verdict: Verdict; entry: KnowledgeEntry | undefined; sentence: string } {
  const entry = entryOf(drug);
  const sentence = entry && sentenceIn(entry, says, SECTIONS);
  if (sentence !== undefined) return { verdict: FINE.test(sentence) ? 'fine' : 'care', entry, sentence };
  const general = knownBy(topic);
  const { name, category } = identify(drug);
  const named = (section: string, opening: RegExp) =>
    sentences(general?.sections.find((each) => each.name === section)?.text ?? '').some(
      (each) => opening.test(each) && [name, category].some((word) => word !== '' && each.toLowerCase().includes(word)),
    );
  if (named('cautions', /^(?:avoid|ask)/i))
    return { verdict: 'care', entry: general, sentence: 'among those to avoid or to ask about first.' };
  if (named('good to know', /^(?:often|mostly) fine/i))
    return { verdict: 'fine', entry: general, sentence: 'among those that are often fine when needed.' };
  return { verdict: 'unknown', entry, sentence: '' };
}

function medicinesOf({ rows, now, notes }: Desk, drugs: readonly string[]) {
  const current = currentRegimens(rows.medications, now);
  const own = current.map((regimen) => ({ name: regimen.name, cited: () => notes.entry(citeRegimen(regimen)) }));
  if (drugs.length === 0) return own;
  return drugs.flatMap((drug) => {
    const { name: generic } = identify(drug);
    const held = own.filter(({ name }) => identify(name).name === generic || name.toLowerCase().includes(generic));
    return held.length > 0 ? held : [{ name: generic, cited: () => '' }];
  });
}

function leadOf(say: string, looked: number, careful: number, fine: number): string {
  if (looked === 0) return `**Your record lists no medicine to set beside ${say}.** In general:`;
  if (careful > 0)
    return `**Ask before you go on: with ${say}, ${looked === 1 ? 'it needs care' : `${count(careful, 'medicine')} of ${looked} ${careful === 1 ? 'needs' : 'need'} care`}.** Do not stop anything on your own.`;
  if (fine === looked)
    return `**My reference has no warning about ${say} for ${looked === 1 ? 'it' : 'what you take'}.**`;
  if (fine > 0)
    return `**My reference has no warning about ${say} for ${fine} of your ${looked} medicines; of the others it says nothing.**`;
  return `**My reference says nothing about ${say} for ${looked === 1 ? 'it' : `the ${count(looked, 'medicine')} in your record`}: ask your pharmacist.**`;
}

const LONG = 240;

/** Of the situation in general: what touches a condition of the record, else what to do. */
function tellTopic({ notes, rows }: Desk, id: string): string {
  const entry = knownBy(id);
  if (entry === undefined) return '';
  const conditions = rows.conditions.filter(isActive).map(({ name }) => lower(name).toLowerCase());
  const all = entry.sections.flatMap(({ name, text }) => (name === 'when to seek care' ? [] : sentences(text)));
  const own = all.filter((each) => conditions.some((name) => each.toLowerCase().includes(name)));
  const rule = entry.sections.find(({ name }) => ['what to do', 'cautions', 'good to know'].includes(name));
  const told = [...new Set([...own, ...sentences(rule?.text ?? '')])].filter(({ length }) => length < LONG).slice(0, 2);
  return told.map((sentence) => `${sentence}${notes.knowledge(entry)}`).join(' ');
}
