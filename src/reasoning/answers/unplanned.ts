/** The next one of what the record does not know at all: denied by its name, not answered by the next visit of any kind. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk } from '../desk.ts';
import { isEmpty, itemsFor } from '../evidence/items.ts';
import { findPassages } from '../evidence/passages.ts';
import type { EncounterView } from '../patient.ts';
import type { Subject } from '../types.ts';
import { list, lower } from '../wording.ts';
import { describe } from './visiting.ts';

const GIVEN = new Set<Subject['kind']>(['drug', 'drug_class', 'procedure', 'vaccine']);

/** Something that is done or given, by name, of which neither the lists nor the papers know. */
export function isUnheld({ chart }: Desk, subject: Subject): boolean {
  return (
    GIVEN.has(subject.kind) &&
    isEmpty(itemsFor(subject, chart)) &&
    findPassages(chart, { concepts: [subject.id], words: new Map(), named: true }).length === 0
  );
}

/** There is no next one of what was never planned; what it would be for may be there. */
export function denyNext(desk: Desk, subject: Subject, coming: readonly EncounterView[]): Block {
  const catalogue = openCatalogue();
  const treated = catalogue.treats(subject.id).map(({ id }) => id);
  const kinOf = (id: string) => [id, ...(catalogue.get(id)?.parents ?? [])];
  const near = desk.chart.view.conditions.filter(
    ({ status, concepts }) =>
      status === 'active' &&
      concepts.some((id) => treated.some((each) => kinOf(each).some((kin) => catalogue.isA(id, kin)))),
  );
  return block(
    `**There is no ${lower(subject.text)} in your record, and none is planned there.** I looked through your medicines, procedures, visits to come and papers and did not find it.`,
    [
      near.length === 0
        ? undefined
        : `What it could be meant for: ${list(near.slice(0, 2).map((item) => `${lower(item.name)}${cite(desk, item, item.onset)}`))}. Ask who treats it whether one is planned.`,
      ...coming.slice(0, 1).map((visit) => `Your next visit is ${describe(desk, visit)}.`),
    ],
    'absent',
  );
}
