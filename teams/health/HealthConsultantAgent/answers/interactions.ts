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
import { capital, count, drugName, list, lower } from '../../_shared/wording.ts';
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
  if (found.length === 0) return `${allergic}${tellNone(desk, named, current, cite)}`;
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
  return `${allergic}${head}\n\n${lines.join('\n')}\n\n${step}${avoidNote(desk, asked)}`;
}

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

/** "Ibuprofen and similar painkillers are to be avoided" may stand in a letter; conditions count as well. */
function avoidNote({ rows, notes }: Desk, asked: readonly string[]): string {
  if (!asked.some((drug) => identify(drug).category === 'nsaid')) return '';
  const kidney = rows.conditions.find(
    (condition) => isActive(condition) && /kidney|renal|heart failure/i.test(condition.name),
  );
  return kidney === undefined
    ? ''
    : ` Your ${lower(kidney.name)}${notes.entry(citeCondition(kidney))} is a further reason to ask first: painkillers of this kind can strain the kidneys and hold back water.`;
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
