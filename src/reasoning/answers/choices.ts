/** "Which painkiller is best for me?": those that are meant by it, each weighed by the record; what fits first. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { sayConcern } from '../concern.ts';
import { type Block, block, cite, type Desk, nameOf } from '../desk.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, list, lower } from '../wording.ts';
import { alternativeTo } from './alternatives.ts';
import { judge, type Verdict } from './safety/verdict.ts';

export const choices = z
  .strictObject({
    source: z.string(),
    rows: z.array(z.strictObject({ of: z.string(), of_them: z.array(z.string()).min(1) })),
  })
  .parse(readRows(new URL('./choices.yml', import.meta.url)));

const MOST_REASONS = 4;

/** Nothing where no kind is asked of which the usual ones are known. */
export function answerChoice(desk: Desk, frame: Frame): Block | undefined {
  const kind = frame.subjects.find(({ kind: each }) => each === 'drug_class');
  const row = kind === undefined ? undefined : choices.rows.find(({ of }) => of === kind.id);
  if (kind === undefined || row === undefined) return undefined;
  const weighed = row.of_them.map((id) => {
    const subject: Subject = { ...kind, id, kind: 'drug', text: nameOf(id) };
    return { id, verdict: judge(desk, frame, [subject]) };
  });
  const named = (answer: Verdict['answer']) => weighed.filter(({ verdict }) => verdict.answer === answer);
  const [fits, asks, out] = [named('yes'), named('ask'), named('no')];
  const names = (each: readonly { id: string }[]) => list(each.map(({ id }) => nameOf(id)));
  const lead =
    fits.length > 0
      ? `Of ${said(kind)} ${names(fits.slice(0, 2))} ${fits.length > 1 ? 'fit' : 'fits'} your record best: nothing in it speaks against ${fits.length > 1 ? 'them' : 'it'}`
      : `Of ${said(kind)} I find none that fits your record without a word with your doctor or pharmacist`;
  return {
    ...block(`**${lead}.**${desk.notes.source(choices.source)}`, [
      out.length === 0 ? undefined : `Not ${names(out)}. ${reasons(desk, out)}`,
      asks.length === 0 ? undefined : `Only after asking: ${names(asks)}. ${reasons(desk, asks)}`,
      alternativeTo(desk, [kind.id, ...openCatalogue().ancestors(kind.id), ...row.of_them]),
      'Which one, how much and for how long is for a pharmacist or your doctor, with your whole list in hand.',
    ]),
    tells: weighed.flatMap(({ verdict }) => verdict.concerns.map(({ key }) => key)),
  };
}

function said({ text }: Subject): string {
  const kind = lower(text);
  return kind.endsWith('s') ? kind : `${kind}s`;
}

/** The worst of each, none twice. */
function reasons(desk: Desk, weighed: readonly { id: string; verdict: Verdict }[]): string {
  const parts = weighed.flatMap(({ id, verdict: { concerns, allergies, fragile } }) => {
    const [concern] = concerns;
    const [allergy] = allergies;
    if (allergy !== undefined)
      return [`${capital(nameOf(id))}: your record lists ${lower(allergy.name)} allergy${cite(desk, allergy)}.`];
    if (concern !== undefined) return [sayConcern(desk, concern)];
    return fragile === undefined ? [] : [`With ${lower(fragile.name)} every new medicine is checked first.`];
  });
  return [...new Set(parts)].slice(0, MOST_REASONS).join(' ');
}
