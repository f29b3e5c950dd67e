/** "Am I protected against hepatitis B?": by antibodies first, which are the proof, then by vaccines. */

import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { type Immunity, immunityOf, immunityRows, immunitySource } from '../evidence/immunity.ts';
import { findPassages } from '../evidence/passages.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { list, lower, sayDate } from '../wording.ts';

const ASKS_IMMUNE = pattern('asks_immune');

export function answerImmune(desk: Desk, frame: Frame): Block | undefined {
  if (!ASKS_IMMUNE.test(frame.text)) return undefined;
  const [subject] = frame.subjects.filter(({ kind }) => kind === 'condition' || kind === 'vaccine');
  const known = subject === undefined ? undefined : immunityOf(subject.id, desk.chart);
  if (subject === undefined || known === undefined) return undefined;
  const { of, test, vaccines } = known;
  const given =
    vaccines.length === 0
      ? `Your record lists no vaccine against ${of}.`
      : `Vaccine: ${list(vaccines.slice(0, 3).map((each) => `${lower(each.name)} on ${sayDate(each.time)}${cite(desk, each, each.time)}`))}.`;
  const papers = findPassages(desk.chart, { concepts: [subject.id], words: new Map(), named: true })
    .filter(({ passage }) => !passage.remark)
    .slice(0, 1)
    .map(({ passage }) => sayPassage(desk, passage));
  const source = desk.notes.source(immunitySource);
  if (test === undefined)
    return block(
      vaccines.length === 0
        ? `**Your record does not show it: no antibodies and no vaccine against ${of}.**`
        : `**By the vaccine probably, but no antibodies were measured that prove it.** ${given}`,
      [...papers, `Ask your doctor whether antibodies should be tested or a dose be given.${source}`],
      vaccines.length === 0 ? 'absent' : 'answered',
    );
  const lead =
    test.immune === undefined
      ? 'Antibodies were tested'
      : test.immune
        ? 'Yes, by your antibodies'
        : 'No, not by your antibodies';
  return block(`**${lead}: ${sayTest(desk, known)}.**${source}`, [
    given,
    test.immune === false
      ? 'Ask your doctor about a further dose (no live vaccine with a weak defence or in pregnancy), and tell of a contact with it the same day.'
      : undefined,
    ...papers,
  ]);
}

/** "hepatitis B surface antibody 4 IU/L on 14 May 2026, protected from 10 IU/L". */
function sayTest(desk: Desk, { test, level }: Immunity): string {
  const { name, shown, time, uuid } = test!;
  const cited = cite(desk, { uuid, label: 'Observation', name, concepts: [] }, time);
  return `${lower(name)} ${shown} on ${sayDate(time)}${cited}${level === undefined ? '' : `; protected from ${level.say}`}`;
}

/** Beside a vaccine that is asked about: what antibodies say of what it protects from. */
export function immunityByVaccine(desk: Desk, vaccine: string): string[] {
  const catalogue = openCatalogue();
  return immunityRows()
    .filter(({ vaccine: given }) =>
      catalogue
        .find(given ?? '', { kinds: ['vaccine'] })
        .some(({ concept }) => catalogue.isA(concept.id, vaccine) || catalogue.isA(vaccine, concept.id)),
    )
    .flatMap(({ concepts: [id] }) => (id === undefined ? [] : (immunityOf(id, desk.chart) ?? [])))
    .filter(({ test }, at, all) => test !== undefined && all.findIndex((each) => each.test?.uuid === test.uuid) === at)
    .map((known) => {
      const settled = known.test!.immune === false ? 'not immune' : known.test!.immune ? 'immune' : 'tested';
      return `Against ${known.of} you are ${settled} by your record: ${sayTest(desk, known)}.`;
    });
}

/** Beside a test of antibodies that is explained: whether it protects, and what comes next where it does not. */
export function immunityByTest(desk: Desk, uuid: string): string | undefined {
  for (const { concepts } of immunityRows()) {
    const known = concepts[0] === undefined ? undefined : immunityOf(concepts[0], desk.chart);
    if (known?.test?.uuid !== uuid || known.test.immune === undefined) continue;
    const source = desk.notes.source(immunitySource);
    return known.test.immune
      ? `By that you are protected against ${known.of}.${source}`
      : `By that you are not protected against ${known.of}, whatever vaccines were given: ask your doctor about a further dose (a booster) and a test after it.${source}`;
  }
  return undefined;
}

/** Beside a contact with an illness: what is known of one's own protection. */
export function immunityBeside(desk: Desk, concept: string): string | undefined {
  const known = immunityOf(concept, desk.chart);
  if (known === undefined) return undefined;
  if (known.test !== undefined)
    return `${known.test.immune === false ? 'By your record you are not immune' : known.test.immune ? 'By your record you have antibodies' : 'By your record'}: ${sayTest(desk, known)}. Say that when you call.`;
  const [vaccine] = known.vaccines;
  return vaccine === undefined
    ? undefined
    : `Your record lists ${lower(vaccine.name)} on ${sayDate(vaccine.time)}${cite(desk, vaccine, vaccine.time)}, and no antibodies: say that when you call.`;
}
