/** Stopping a medicine: never alone; what the papers say, what stopping risks, whom to ask, what an operation asks for. */
import { concernsOf, sayConcern } from '../../concern.ts';
import { type Block, block, cite, type Desk, sayPassage } from '../../desk.ts';
import { doctorFor } from '../../evidence/contact.ts';
import { pattern } from '../../patterns.ts';
import type { Frame } from '../../types.ts';
import { capital, drugName, list, lower } from '../../wording.ts';
import { medicinesOf } from '../medicines.ts';
import { tellOthers } from '../others.ts';
import { answerFromPapers } from '../papers.ts';
import { answerSafe } from './asking.ts';
import { MATTERS, papersOn } from './verdict.ts';

/** Before an operation: what must be decided for each medicine, by those who do it. */
function beforeOperation(desk: Desk, frame: Frame): Block {
  const found = concernsOf(desk.chart.view, [{ concept: 'procedure:operation', act: 'plans' }], [], []).filter(
    ({ fresh }) => fresh,
  );
  const others = tellOthers(desk, frame, answerFromPapers(desk, frame));
  if (found.length === 0)
    return block('**Do not stop anything on your own: ask those who operate.**', [
      others.lead.replaceAll('**', ''),
      ...others.body,
    ]);
  return {
    ...block(`**Do not stop anything on your own: ask those who operate.** ${sayConcern(desk, found[0]!)}`, [
      ...found.slice(1, 4).map((concern) => sayConcern(desk, concern)),
      others.lead.replaceAll('**', ''),
      ...others.body,
    ]),
    tells: found.map(({ key }) => key),
  };
}

/** "Should I stop it?": never alone; what the papers say, what stopping risks, whom to ask. */
/** "Do I take the furosemide that morning?", after an operation was spoken of. */
const ON_THE_DAY = pattern('on_the_day_of_it');

export function answerStop(desk: Desk, frame: Frame): Block {
  const items = medicinesOf(desk, frame.subjects).filter(({ status }) => status === 'taken');
  const operation = frame.subjects.find(({ id, kind }) => kind === 'procedure' || id === 'thing:procedures');
  if (operation !== undefined || ON_THE_DAY.test(frame.text)) return beforeOperation(desk, frame);
  if (items.length === 0)
    return frame.subjects.some(({ kind }) => kind === 'drug' || kind === 'drug_class')
      ? answerSafe(desk, frame)
      : block(
          '**Do not stop a medicine on your own.** Tell me which one you mean, and I look at what your record says about it.',
          [],
          'unclear',
        );
  const ids = items.flatMap(({ concepts }) => concepts);
  const found = concernsOf(
    desk.chart.view,
    ids.map((concept) => ({ concept, act: 'stopping' as const })),
    [],
    [],
  ).filter(
    ({ fresh, concepts, severity }) => fresh && MATTERS.has(severity) && concepts.some((id) => ids.includes(id)),
  );
  const papers = papersOn(desk, frame, frame.subjects).filter(
    ({ remark, label }) => !(remark && label === 'IntakeRegimen'),
  );
  const beside = desk.told.filter(({ act, concept }) => (act === 'plans' || act === 'has') && !ids.includes(concept));
  const standing = concernsOf(desk.chart.view, beside, ids, []).filter(
    ({ fresh, severity, concepts }) => fresh && MATTERS.has(severity) && concepts.some((id) => ids.includes(id)),
  );
  const doctor = doctorFor(desk, ids) ?? 'your doctor';
  const names = items.length > 4 ? 'your medicines' : list(items.map(({ name }) => drugName(name)));
  const told = papers.find(
    ({ text }) => /\b(?:stop|stopped|replace|review)\b/i.test(text) && !/\bnever stop\b/i.test(text),
  );
  const reasons = items
    .slice(0, 3)
    .flatMap((item) =>
      item.reason === null
        ? []
        : [`${drugName(item.name)} is for ${lower(item.reason)}${cite(desk, item, item.start)}`],
    );
  const lead = `**No, do not stop ${names} on your own: ask ${doctor} first${told === undefined ? '' : ', and soon, since a paper of yours asks for it'}.**`;
  const risks = found.slice(0, 2).map((concern) => sayConcern(desk, concern));
  return {
    ...block(lead, [
      reasons.length === 0 ? undefined : `${capital(list(reasons))}.`,
      ...risks,
      ...papers.map((paper) => sayPassage(desk, paper)),
      ...standing.slice(0, 2).map((concern) => sayConcern(desk, concern)),
    ]),
    tells: [...found.slice(0, 2), ...standing.slice(0, 2)].map(({ key }) => key),
    caution: {
      severity: found.some(({ severity }) => severity === 'critical') ? 'critical' : 'important',
      say: [lead, ...risks.slice(0, 1)].join(' '),
      taken: false,
    },
  };
}
