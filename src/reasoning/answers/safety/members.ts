/** A kind of medicine is weighed by what belongs to it, and two that are asked about together by each other. */
import { openCatalogue } from '../../../clinical/catalogue/index.ts';
import { type Concern, concernsOf, type Told } from '../../concern.ts';
import type { Desk } from '../../desk.ts';
import { itemsFor } from '../../evidence/items.ts';
import type { Subject } from '../../types.ts';

/** Of two medicines that are asked about together each is weighed as if the other were taken, whoever takes neither. */
export function besideEachOther(asked: readonly Subject[]): { id: string; others: Told[] }[] {
  const drugs = asked.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  if (drugs.length < 2) return [];
  return drugs.map(({ id }) => ({
    id,
    others: drugs
      .filter((other) => other.id !== id)
      .map((other) => ({ concept: other.id, name: other.text, act: 'takes' as const })),
  }));
}

/** "Which contraception can I have?": a class is weighed by its smaller classes too, each with its own reasons. */
export function membersOf(ids: readonly string[]): string[] {
  const catalogue = openCatalogue();
  return ids
    .filter((id) => catalogue.get(id)?.kind === 'drug_class')
    .flatMap((id) =>
      [...catalogue.descendants(id)].filter((each) => {
        const member = catalogue.get(each);
        return member?.kind === 'drug_class' && member.parents.includes(id);
      }),
    );
}

const MOST_MEMBERS = 40;

/** "Can I take antimalarials?": nothing speaks against the kind, but something may against some that belong to it. */
export function membersAgainst({ chart }: Desk, asked: readonly Subject[], beside: readonly Told[]): Concern[] {
  const catalogue = openCatalogue();
  return asked
    .filter(
      (subject) =>
        subject.kind === 'drug_class' && !itemsFor(subject, chart).medicines.some(({ status }) => status === 'taken'),
    )
    .flatMap(({ id }) => {
      const members = [...catalogue.descendants(id)].filter((each) => catalogue.get(each)?.kind === 'drug');
      if (members.length > MOST_MEMBERS) return [];
      return concernsOf(chart.view, beside, members, []).filter(
        ({ fresh, severity, concepts }) =>
          fresh && severity !== 'worth_knowing' && members.filter((each) => concepts.includes(each)).length === 1,
      );
    });
}
