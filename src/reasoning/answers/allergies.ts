/** Allergies and reactions: whether, which, when, and what belongs to the same group. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages, passagesOf } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { AllergyView } from '../patient.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, list, lower, sayDate } from '../wording.ts';
import { papersOn } from './papers.ts';
import { reactedTo } from './reactions.ts';

export function answerAllergy(desk: Desk, frame: Frame, subject: Subject, allergies: readonly AllergyView[]): Block {
  const crossing = allergies.length > 0 ? allergies : crossesOf(desk, subject);
  const active = crossing.filter(({ status }) => status === 'active');
  const over = crossing.filter(({ status }) => status !== 'active');
  const word = lower(subject.text).replace(/ allerg(?:y|ies)$/, '');
  const taken = itemsFor(subject, desk.chart).medicines.find(({ status }) => status === 'taken');
  if (allergies.length === 0 && taken !== undefined)
    return block(
      `**Your record lists no allergy to ${word}, and you take it${taken.start === null ? '' : ` since ${sayDate(taken.start)}`}${cite(desk, taken, taken.start)}.**`,
      [
        active.length === 0
          ? undefined
          : `It does list ${list(active.map((item) => `${lower(item.name)}${cite(desk, item)}`))}, which is related: what is taken and borne is mostly fine. Do not stop it on your own; ask a pharmacist, and tell of any rash, swelling or hard breathing.`,
      ],
    );
  if (active.length > 0) {
    const direct = allergies.length > 0;
    const shown = active.map(
      (item) =>
        `${lower(item.name)}${item.reactions.length > 0 ? ` (${list(item.reactions.map(lower))})` : ''}${item.severe ? ', severe' : ''}${onsetOf(desk, item)}${cite(desk, item)}`,
    );
    return block(`**Yes: your record lists ${direct ? '' : 'a related allergy, '}${list(shown)}.**`, [
      direct
        ? undefined
        : `${capital(word)} belongs to the same group: do not take it before a doctor has looked at this.`,
      ...remarks(desk, active),
      ...papersOn(desk, frame, subject),
    ]);
  }
  if (over.length > 0) {
    const [item] = over;
    return block(`**No longer: your record marks the ${lower(item!.name)} allergy as over.**${cite(desk, item!)}`, [
      ...remarks(desk, over),
      ...papersOn(desk, frame, subject),
    ]);
  }
  const known = desk.chart.view.allergies.filter(({ status }) => status === 'active');
  const papers = findPassages(desk.chart, { concepts: [subject.id], words: contentWords(frame.text), named: true })
    .map(({ passage }) => passage)
    .filter(({ remark }) => !remark);
  const own = passagesOf(desk.chart).filter(({ remark }) => !remark);
  const told = [...papers, ...own].find((passage) => reactedTo(passage).some((id) => isSame(id, subject)));
  if (told !== undefined)
    return block(
      `**Yes, by your papers, though your list of allergies does not name ${word}.** ${sayPassage(desk, told)}`,
      [`Tell whoever wants to give it before anything is started, and ask your doctor to put it on the list.`],
    );
  const paper = papers.find(({ text }) => REACTED.test(text));
  if (paper !== undefined)
    return block(`**Your record lists no ${word} allergy; a paper speaks of it.** ${sayPassage(desk, paper)}`);
  return block(
    `**No: your record lists no allergy to ${word}.** ${known.length === 0 ? 'It lists no allergy at all.' : `It lists ${list(known.map((item) => `${lower(item.name)}${cite(desk, item)}`))}.`}`,
    [],
    'absent',
  );
}

function isSame(id: string, { id: asked, alike = [] }: Subject): boolean {
  const catalogue = openCatalogue();
  return [asked, ...alike].some((each) => catalogue.isA(id, each) || catalogue.isA(each, id));
}

const REACTED =
  /\b(?:allerg\w*|react\w*|rash\w*|intoleran\w*|hives|anaphyla\w*|avoided|did not tolerate|could not|swell\w*|swollen|itch\w*|vomit\w*|became)\b/i;

export function onsetOf(desk: Desk, item: AllergyView): string {
  const onset = desk.chart.property(item.uuid, 'onset_date');
  return typeof onset === 'string' ? `, ${sayDate(onset)}` : '';
}

export function remarks(desk: Desk, items: readonly AllergyView[]): string[] {
  return items.flatMap((item) => {
    const note = desk.chart.property(item.uuid, 'text');
    return typeof note === 'string' && note !== '' ? [`${note.replace(/\.$/, '')}.`] : [];
  });
}

function crossesOf({ chart }: Desk, subject: Subject): AllergyView[] {
  return chart.view.allergies.filter((allergy) => allergy.concepts.some((id) => relatedAllergens(id).has(subject.id)));
}

function relatedAllergens(id: string): Set<string> {
  const catalogue = openCatalogue();
  const own = [id, ...catalogue.ancestors(id)];
  const crossed = own.flatMap((each) => catalogue.get(each)?.crosses ?? []).map((cross) => cross.id);
  return new Set([
    id,
    ...catalogue.descendants(id),
    ...crossed,
    ...crossed.flatMap((each) => [...catalogue.descendants(each)]),
  ]);
}
