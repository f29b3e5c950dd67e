/** May I, should I, is it safe: settled with no, yes, or only after asking, by this record's reasons. */
import { openCatalogue } from '../../../clinical/catalogue/index.ts';
import type { Block, Desk } from '../../desk.ts';
import { itemsFor } from '../../evidence/items.ts';
import type { Frame, Subject } from '../../types.ts';
import { immunityByVaccine } from '../immunity.ts';
import { isAfter } from './after.ts';
import { describedIn } from './described.ts';
import { answerSituation } from './situation.ts';
import { tell } from './telling.ts';
import { judge } from './verdict.ts';

export function answerSafe(held: Desk, frame: Frame): Block {
  const gone = replacedIn(held, frame);
  const desk = gone === undefined ? held : withoutMedicine(held, gone);
  const asked = thingsAsked(held, frame).filter((subject) => subject !== gone);
  const described = asked.length === 0 ? describedIn(desk, frame) : [];
  if (described.length > 0) return tell(desk, described, judge(desk, frame, described));
  if (asked.length === 0) return answerSituation(desk, frame);
  const told = withImmunity(desk, asked, tell(desk, asked, judge(desk, frame, asked)));
  return gone === undefined
    ? told
    : {
        ...told,
        body: [
          ...told.body,
          `Weighed as if ${gone.text} were stopped for it. A change is for who prescribed it: do not stop the one or start the other alone.`,
        ],
      };
}

function withImmunity(desk: Desk, asked: readonly Subject[], told: Block): Block {
  const known = asked.filter(({ kind }) => kind === 'vaccine').flatMap(({ id }) => immunityByVaccine(desk, id));
  return { ...told, body: [...known, ...told.body] };
}

const INSTEAD =
  /\b(?:instead of|in place of|rather than|switch\w* from|chang\w* from|swap\w* (?:my |the )?|replac\w* (?:my |the )?|come off)\s*(?:my |the )?$/i;

/** "Apixaban instead of warfarin?": the one that would go is not weighed beside the one that would come. */
function replacedIn({ chart }: Desk, { subjects, text }: Frame): Subject | undefined {
  const drugs = subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  return drugs.length < 2
    ? undefined
    : drugs.find(
        (subject) =>
          INSTEAD.test(text.slice(0, subject.start)) &&
          itemsFor(subject, chart).medicines.some(({ status }) => status === 'taken'),
      );
}

function withoutMedicine(desk: Desk, gone: Subject): Desk {
  const out = new Set(itemsFor(gone, desk.chart).medicines.map(({ uuid }) => uuid));
  const { view } = desk.chart;
  const medicines = view.medicines.filter(({ uuid }) => !out.has(uuid));
  return { ...desk, chart: { ...desk.chart, view: { ...view, medicines } } };
}

/** What is asked about, without what is only named beside it. */
export function thingsAsked(desk: Desk, frame: Frame): Subject[] {
  const things = frame.subjects.filter(({ kind }) =>
    ['drug', 'drug_class', 'food', 'vaccine', 'procedure', 'allergen'].includes(kind),
  );
  const meant = things.filter((subject) => !isNamedCloser(subject, things));
  return meant
    .filter((subject) => !isOnlyContext(desk, subject, frame, meant))
    .filter(({ id }, at, all) => all.findIndex((each) => each.id === id) === at);
}

/** "The antibiotic clarithromycin": the kind only says what the named one is. */
function isNamedCloser({ id, kind }: Subject, all: readonly Subject[]): boolean {
  const catalogue = openCatalogue();
  return kind === 'drug_class' && all.some((other) => other.kind === 'drug' && catalogue.isA(other.id, id));
}

/** "Grapefruit with my transplant tablets": what the tablets are for is not asked about. */
const OF_TABLETS = /^['’]?s? (?:tablets?|pills?|meds|medicines?|medications?|capsules|drugs)\b/i;

/** "Ibuprofen tablets or gel": both are asked about. */
function isFormOf(other: Subject, { text }: Subject): boolean {
  return other.text.toLowerCase().startsWith(`${text.toLowerCase()} `);
}

/** "Can I take ibuprofen with my warfarin?" asks about the ibuprofen. */
function isOnlyContext(desk: Desk, subject: Subject, frame: Frame, all: readonly Subject[]): boolean {
  const { text } = frame;
  if (all.length < 2) return false;
  if (isAfter(subject, text) && all.some((other) => other !== subject && !isAfter(other, text))) return true;
  if (subject.kind === 'allergen' && all.some(({ kind }) => kind !== 'allergen')) return true;
  if (isRuledOut(desk, subject, frame) && all.some((other) => !isRuledOut(desk, other, frame))) return true;
  if (OF_TABLETS.test(text.slice(subject.end)) && all.some((other) => other !== subject && !isFormOf(other, subject)))
    return true;
  const before = text.slice(Math.max(0, subject.start - 14), subject.start);
  const held = itemsFor(subject, desk.chart);
  const taken = held.medicines.some(({ status }) => status === 'taken') || held.procedures.length > 0;
  return (
    taken &&
    /\b(?:with|my|on|and|beside|of|of the|than|swap|replace|switch|from)(?: (?:an?|the|these|this|some))?\s*$/i.test(
      before,
    ) &&
    all.some(
      (other) => other !== subject && !itemsFor(other, desk.chart).medicines.some(({ status }) => status === 'taken'),
    )
  );
}

/** "… since I cannot have amoxicillin": that one is said to be out of the question already. */
function isRuledOut({ facts }: Desk, { start, end }: Subject, { start: offset }: Frame): boolean {
  return facts.some(
    (fact) =>
      (fact.certainty === 'negated' || fact.negated === true) && fact.start < offset + end && fact.end > offset + start,
  );
}
