/** "Could it be one of my medicines?": every medicine that is known for the complaint, the newest first. */
import { identify } from 'consilium/clinical';
import { citeRegimen, citeSymptom, currentRegimens, type Regimen } from '../../_shared/graph.ts';
import type { KnowledgeEntry } from '../../_shared/knowledge.ts';
import { entryOf, findEffect } from '../../_shared/medicine.ts';
import { capital, drugName, list, lower, sayDate } from '../../_shared/wording.ts';
import { isSame } from './conditions.ts';
import { type Desk, nextStep } from './desk.ts';
import { tellWhenToBeSeen } from './warning.ts';

interface Suspect {
  name: string;
  regimen: Regimen | undefined;
  found: { known: KnowledgeEntry; sentence: string } | undefined;
}

export function answerEffects(desk: Desk, symptom: string, drugs: readonly string[]): string {
  const suspects = suspectsOf(desk, symptom, drugs);
  const said = lower(symptom);
  const care = tellWhenToBeSeen(desk, symptom);
  const seen = care === '' ? '' : `\n\n${care}`;
  if (suspects.length === 0)
    return `**Your record lists no medicine that you take now, so none of them can be behind it.** If you take something, tell me what, and ask again.${seen}`;
  const known = suspects.filter(({ found }) => found !== undefined);
  const others = suspects.filter(({ found }) => found === undefined);
  if (known.length === 0)
    return `**My reference does not name ${said} among the effects of ${list(others.map((each) => cite(desk, each)))}.** That does not rule it out: ask your pharmacist, and do not stop anything on your own.${unread(others)}${seen}`;
  const lines = known.map(
    (each) => `- ${capital(cite(desk, each))}${since(each)}: ${lower(each.found!.sentence)}${mark(desk, each)}`,
  );
  const rest = others.length === 0 ? '' : `\n\nNot named for ${said}: ${list(others.map((each) => cite(desk, each)))}.`;
  const held = desk.rows.symptoms.find(({ name }) => isSame(name, symptom));
  const began =
    held?.onset_date == null
      ? ''
      : ` Your record has the ${said} since ${sayDate(held.onset_date)}.${desk.notes.entry(citeSymptom(held))}`;
  return [
    `**Possibly: ${list(known.map(({ name }) => name))} ${known.length === 1 ? 'is' : 'are'} known for it.**${began}`,
    `${lines.join('\n')}${rest}`,
    `That does not prove a cause. Do not stop anything on your own: ask your doctor or pharmacist.${seen}`,
    nextStep(desk, `whether ${list(known.map(({ name }) => name))} could be behind it`),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The medicines that are asked about, else all that are taken; what is new is more often the cause. */
function suspectsOf({ rows, now }: Desk, symptom: string, drugs: readonly string[]): Suspect[] {
  const current = currentRegimens(rows.medications, now).toSorted((a, b) =>
    (b.start ?? '').localeCompare(a.start ?? ''),
  );
  const regimenOf = (drug: string) => current.find(({ name }) => identify(name).name === identify(drug).name);
  const asked =
    drugs.length > 0
      ? drugs.map((drug) => ({ name: identify(drug).name, regimen: regimenOf(drug) }))
      : current.map((regimen) => ({ name: drugName(regimen.name), regimen }));
  return asked.map(({ name, regimen }) => ({ name, regimen, found: findEffect(regimen?.name ?? name, symptom) }));
}

function cite({ notes }: Desk, { name, regimen }: Suspect): string {
  return regimen === undefined ? name : `${name}${notes.entry(citeRegimen(regimen))}`;
}

function since({ regimen }: Suspect): string {
  return regimen?.start ? `, since ${sayDate(regimen.start)}` : '';
}

function mark({ notes }: Desk, { found }: Suspect): string {
  return found === undefined ? '' : notes.knowledge(found.known);
}

/** Honest about what the reference does not hold at all. */
function unread(others: readonly Suspect[]): string {
  const strange = others.filter(({ name, regimen }) => entryOf(regimen?.name ?? name) === undefined);
  return strange.length === 0 ? '' : ` It has no entry on ${list(strange.map(({ name }) => name))}.`;
}
