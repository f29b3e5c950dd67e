/** "Why can't I have it?" of what was never taken: what speaks against it here, in place of what is taken, and what papers say. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, type Desk, sayPassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages } from '../evidence/passages.ts';
import type { Frame } from '../types.ts';
import { answerSafe } from './safety/index.ts';

const GIVEN = new Set<Frame['subjects'][number]['kind']>(['drug', 'drug_class']);

/** "Why can't I have Eliquis?" of somebody who never had it: nothing was stopped. */
export function isNeverHeld(desk: Desk, { subjects }: Frame): boolean {
  const given = subjects.filter(({ kind }) => GIVEN.has(kind));
  return (
    given.length > 0 &&
    given.every((subject) => {
      const { medicines, allergies } = itemsFor(subject, desk.chart);
      return medicines.length === 0 && allergies.length === 0;
    })
  );
}

/** It would come in place of what is taken of its own kind: that is not weighed beside it. */
function withoutPeers(desk: Desk, subjects: readonly Frame['subjects'][number][]): Desk {
  const catalogue = openCatalogue();
  const { view } = desk.chart;
  const kinds = new Set(subjects.flatMap(({ id }) => [id, ...catalogue.ancestors(id)]).filter(isKindOfUse));
  const medicines = view.medicines.filter(
    ({ concepts }) => !concepts.some((id) => [...catalogue.ancestors(id)].some((each) => kinds.has(each))),
  );
  return { ...desk, chart: { ...desk.chart, view: { ...view, medicines } } };
}

/** Kinds of which one is taken, not two. */
function isKindOfUse(id: string): boolean {
  return DUPLICATED.has(id);
}

const DUPLICATED = new Set(
  'anticoagulant statin ssri snri antidepressant nsaid ace_inhibitor arb raas_blocker beta_blocker calcium_channel_blocker proton_pump_inhibitor thiazide_diuretic loop_diuretic antipsychotic benzodiazepine opioid bisphosphonate insulins sulfonylurea dpp_4_inhibitor glp_1_agonist sglt2_inhibitor tnf_inhibitor biologic triptan contraceptive'
    .split(' ')
    .map((name) => `class:${name}`),
);

/** What speaks against it here, and what papers say of it or its kind. */
export function answerBarred(desk: Desk, frame: Frame): Block | undefined {
  const subjects = frame.subjects.filter(({ kind }) => GIVEN.has(kind));
  const told = answerSafe(withoutPeers(desk, subjects), { ...frame, aspect: 'safe', subjects });
  const kinds = subjects.flatMap(({ id }) => [id, ...(openCatalogue().get(id)?.parents ?? [])]);
  const papers = findPassages(desk.chart, { concepts: kinds, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter((passage) => !passage.remark && !desk.quoted.has(passage))
    .slice(0, 1);
  return told === undefined
    ? undefined
    : { ...told, body: [...papers.map((passage) => sayPassage(desk, passage)), ...told.body] };
}
