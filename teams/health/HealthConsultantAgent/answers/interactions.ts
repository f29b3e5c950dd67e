/** What goes badly together: of what is taken, and of what is asked about. */
import { findInteractions, type Interaction, identify } from 'consilium/clinical';
import {
  citeAllergy,
  citeCondition,
  citeRegimen,
  currentRegimens,
  isActive,
  type Regimen,
} from '../../_shared/graph.ts';
import { lookUp, sentences } from '../../_shared/knowledge.ts';
import { entryOf, sentenceIn } from '../../_shared/medicine.ts';
import { capital, count, drugName, list, lower, sayDate } from '../../_shared/wording.ts';
import type { Desk } from './desk.ts';

/** Drugs that are asked about, against what is taken; or all that is taken, among themselves. */
export function answerInteractions(desk: Desk, drugs: readonly string[]): string {
  const { rows, now, notes } = desk;
  const current = currentRegimens(rows.medications, now);
  const asked = [...new Set(drugs.map((drug) => identify(drug).name))].filter(
    (name) => !current.some((regimen) => identify(regimen.name).name === name),
  );
  const allergic = allergyTo(desk, drugs);
  if (current.length === 0 && drugs.length < 2)
    return `${allergic}**Your record lists no medicine that you take now, so there is nothing to compare with.** Tell me what you take, and ask again.`;
  const all = [...new Set([...current.map(({ name }) => identify(name).name), ...asked])];
  const named = drugs.map((drug) => identify(drug).name);
  const found = findInteractions(all).filter(
    (each) => named.length === 0 || each.drugs.some((drug) => named.includes(drug)),
  );
  const cite = (name: string) => {
    const regimen = current.find((each) => identify(each.name).name === name);
    return regimen === undefined ? name : `${drugName(regimen.name)}${notes.entry(citeRegimen(regimen))}`;
  };
  const before = `${allergic}${tellPast(desk, asked)}`;
  const cautions = tellCautions(desk, asked);
  if (found.length === 0)
    return cautions === ''
      ? `${before}${tellNone(desk, named, current, cite)}`
      : `${before}${cautions}\n\nI know of no interaction with what your record lists. My list is not complete: ask your doctor or pharmacist first.`;
  const [worst] = found;
  const lines = found.slice(0, 6).map((each) => `- ${tellInteraction(each, cite, notes.source(each.source))}`);
  const grave = worst!.severity === 'major' || worst!.severity === 'contraindicated';
  const head =
    asked.length > 0
      ? grave
        ? `**Better not without asking: ${list(asked)} and your ${worst!.drugs.find((drug) => !asked.includes(drug)) ?? worst!.drugs[1]} do not go well together.**`
        : `**With care: ${list(asked)} and what you take can affect each other.**`
      : `**Yes: ${count(found.length, 'known interaction')} among what you take${grave ? ', at least one of them serious' : ''}.**`;
  const step = grave
    ? 'Do not stop or start anything on your own: ask your doctor or pharmacist before the next dose.'
    : 'Worth a word with your pharmacist.';
  return `${before}${head}\n\n${lines.join('\n')}\n\n${step}${cautions === '' ? '' : `\n\n${cautions.replaceAll('**', '')}`}`;
}

/** Whether it was taken before, and what became of it. */
function tellPast({ rows, notes }: Desk, asked: readonly string[]): string {
  const past = rows.medications.find(({ name }) => asked.includes(identify(name).name));
  if (past === undefined) return '';
  const until = past.until === null ? '' : ` until ${sayDate(past.until)}`;
  const note = past.text ? ` The record says: "${past.text.replace(/\.$/, '')}".` : '';
  return `**You have taken ${drugName(past.name)} before, from ${sayDate(past.start)}${until}.**${notes.entry(citeRegimen(past))}${note}\n\n`;
}

/** What the medicine's own entry says of conditions that the record lists. */
function tellCautions({ rows, notes }: Desk, asked: readonly string[]): string {
  const told = asked.flatMap((drug) => {
    const entry = entryOf(drug);
    if (entry === undefined) return [];
    const said = new Map<string, string[]>();
    for (const condition of rows.conditions.filter(isActive)) {
      const word = CONDITION_WORDS.find((each) => each.test(condition.name));
      const sentence = word && sentenceIn(entry, word, ['cautions']);
      if (sentence === undefined) continue;
      const name = `${lower(condition.name)}${notes.entry(citeCondition(condition))}`;
      said.set(sentence, [...(said.get(sentence) ?? []), name]);
    }
    return [...said].map(
      ([sentence, names]) =>
        `**Care with ${drug}: your record lists ${list(names)}.** ${sentence}${notes.knowledge(entry)}`,
    );
  });
  return told.slice(0, 2).join('\n\n');
}

/** By what word a condition is meant in an entry's cautions. */
const CONDITION_WORDS = [
  /asthma/i,
  /kidney|renal/i,
  /heart failure/i,
  /diabet/i,
  /glaucoma/i,
  /epilep|seizure/i,
  /liver|cirrhosis/i,
  /ulcer/i,
  /prostat/i,
  /gout/i,
  /depress/i,
  /pregnan/i,
];

function tellInteraction(
  { drugs: [one, two], severity, effect, advice }: Interaction,
  cite: (name: string) => string,
  source: string,
): string {
  return `${capital(cite(one))} and ${cite(two)} (${severity}): ${effect}. ${capital(advice)}.${source}`;
}

function tellNone(
  desk: Desk,
  named: readonly string[],
  current: readonly Regimen[],
  cite: (name: string) => string,
): string {
  const taken = list(current.slice(0, 10).map(({ name }) => cite(identify(name).name)));
  const what = named.length > 0 ? `${list(named)} and what your record lists` : 'the medicines in your record';
  const known = named.flatMap((name) => lookUp(`${name} interactions warnings`, { limit: 1, kinds: ['drug'] }));
  const more = known
    .map((entry) => ` ${sentences(entry.text).slice(0, 2).join(' ')}${desk.notes.knowledge(entry)}`)
    .join('');
  return `**I know of no interaction between ${what}.** Compared with: ${taken || 'nothing'}.${more} My list is not complete: ask your pharmacist too.`;
}

function allergyTo({ rows, notes }: Desk, drugs: readonly string[]): string {
  const found = rows.allergies.find((allergy) =>
    drugs.some((drug) => {
      const { name, category } = identify(drug);
      const substance = allergy.name.toLowerCase();
      return (
        substance.includes(name) ||
        (category !== '' && (substance.includes(category) || identify(allergy.name).category === category))
      );
    }),
  );
  if (found === undefined) return '';
  const reaction = found.reactions?.length ? ` (${list(found.reactions.map((each) => each.toLowerCase()))})` : '';
  return `**Your record lists a ${lower(found.name)} allergy${reaction}: do not take it without asking.**${notes.entry(citeAllergy(found))}\n\n`;
}
