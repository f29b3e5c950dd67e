/** What stress, salt, sleep or smoke do to a value or an illness of this record; and what somebody can do about it. */
import { type Block, block, cite, type Desk, nameOf } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { observationsOf } from '../evidence/observed.ts';
import { readingsOf } from '../evidence/series.ts';
import { asksOfFactor, factorOn, factors, factorsNamed, factorsOf } from '../glossary/factors.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, lower } from '../wording.ts';
import { answerThing } from './conditions.ts';
import { answerCause } from './why.ts';

/** What a question for an effect may be read as. */
const OF_EFFECT = new Set<Frame['aspect']>([
  ...(['cause', 'link', 'have', 'about', 'judge', 'worry', 'effects', 'explain', 'risk', 'trend'] as const),
  ...(['turn', 'value', 'safe', 'worked', 'take'] as const),
]);
/** "Can I have salt?" asks for leave, not for an effect. */
const ASKS_LEAVE =
  /^\W*(?:and |so |but )?(?:(?:can|may|could|should|shall|am) (?:i|we)\b|(?:is|are|would) (?:it|that|this|they) (?:be )?(?:ok|okay|safe|fine|all ?right|alright|allowed)\b)/i;
const ASKS_WHY = /^\W*(?:and |so |but )?(?:why|how)\b/i;
const TARGETS = new Set<Subject['kind']>(['observation', 'condition', 'symptom', 'drug', 'system']);

/** "Can stress push up my blood pressure?" */
export function answerFactor(desk: Desk, frame: Frame): Block | undefined {
  if (!OF_EFFECT.has(frame.aspect) || ASKS_LEAVE.test(frame.text) || !asksOfFactor(frame.text)) return undefined;
  for (const { by, name } of factorsNamed(frame.text)) {
    if (frame.subjects.some(({ text }) => isWithin(name, text))) continue;
    const targets = frame.subjects.filter(({ kind, text }) => TARGETS.has(kind) && text.toLowerCase() !== name);
    const target = targets.find((each) => factorOn(by, meantBy(desk, each)) !== undefined);
    const blames = frame.subjects.some(
      (each) => (each.kind === 'drug' || each.kind === 'drug_class') && each !== target,
    );
    if (target === undefined && !blames && FEELS.test(frame.text)) {
      const felt = feltBy(desk, by);
      if (felt !== undefined) return felt;
    }
    if (target === undefined || blames) continue;
    return tellFactor(desk, frame, target, factorOn(by, meantBy(desk, target))!);
  }
  return undefined;
}

/** "Why do I get worse in hot weather?" names no illness: those of the record on which it acts. */
const FEELS =
  /\bi (?:\w+ ){0,2}(?:get|feel|am|become|got|felt|go)\b.{0,20}\b(?:worse|bad|ill|weak\w*|tired|unwell|rough|awful|better)\b/i;

function feltBy(desk: Desk, by: string): Block | undefined {
  const rows = desk.chart.view.conditions
    .filter(({ status }) => status === 'active')
    .flatMap((item) => {
      const row = factorOn(by, item.concepts);
      return row === undefined || row.does === 'no' ? [] : [{ item, row }];
    });
  const [first, ...rest] = rows;
  if (first === undefined) return undefined;
  const say = ({ item, row: { how } }: typeof first) => `${capital(lower(item.name))}: ${how}`;
  return block(
    `**${say(first)}.**${cite(desk, first.item, first.item.onset)}${desk.notes.source(factors.source)}`,
    rest.slice(0, 2).map((each) => `${say(each)}.${cite(desk, each.item, each.item.onset)}`),
  );
}

/** The "sleep" of sleep apnoea is no habit. */
function isWithin(name: string, text: string): boolean {
  const said = text.toLowerCase();
  return said !== name && said.includes(name);
}

type Row = NonNullable<ReturnType<typeof factorOn>>;

function tellFactor(desk: Desk, frame: Frame, target: Subject, { does, how }: Row): Block {
  const settled = ASKS_WHY.test(frame.text)
    ? capital(how)
    : `${does === 'yes' ? 'Yes' : does === 'no' ? 'No' : 'Only in part'}: ${how}`;
  const here = standingHere(desk, { ...frame, subjects: [target] }, target);
  return block(`**${settled}.**${desk.notes.source(factors.source)}`, here);
}

/** Where it stands in this record, and what else there can move it. */
function standingHere(desk: Desk, frame: Frame, target: Subject): string[] {
  const ids = observationsOf(desk, [target]);
  const measured = ids.some((id) => readingsOf(desk.chart, id).length > 0);
  if (measured) {
    const cause = answerCause(desk, { ...frame, aspect: 'cause', text: '' });
    return cause === undefined ? [] : [cause.lead.replaceAll('**', ''), ...cause.body];
  }
  const held = itemsFor(target, desk.chart);
  if (held.conditions.length + held.medicines.length === 0) return [];
  const thing = answerThing(desk, { ...frame, aspect: 'since', text: '' });
  return [thing.lead.replaceAll('**', ''), ...thing.body];
}

/** Who asks of the sugar asks of diabetes too. */
function meantBy(desk: Desk, subject: Subject): string[] {
  const held = subject.kind === 'condition' ? itemsFor(subject, desk.chart).conditions : [];
  const ids = [subject.id, ...observationsOf(desk, [subject]).slice(0, 2), ...held.flatMap(({ concepts }) => concepts)];
  return [...new Set([...ids, ...ids.flatMap((id) => measureWords.treated_as[id] ?? [])])];
}

/** What one can do oneself about a value or an illness, the surest first. */
const MOST_STEPS = 6;
const BEST_FIRST = ['weight', 'exercise', 'smoking', 'salt', 'alcohol', 'sugar', 'fat', 'sleep'];

export function selfHelp(desk: Desk, subject: Subject): string | undefined {
  const ids = meantBy(desk, subject);
  const rank = (by: string) => (BEST_FIRST.includes(by) ? BEST_FIRST.indexOf(by) : BEST_FIRST.length);
  const rows = factorsOf(ids)
    .filter(({ does, by }) => does === 'yes' && !NOT_CHOSEN.has(by))
    .toSorted((a, b) => rank(a.by) - rank(b.by))
    .slice(0, MOST_STEPS);
  if (rows.length === 0) return undefined;
  return `What you can do yourself about ${nameOf(subject.id)}: ${rows.map(({ by, how }) => `${by.replaceAll('_', ' ')} (${how})`).join('; ')}.${desk.notes.source(factors.source)}`;
}

/** Nobody can choose these. */
const NOT_CHOSEN = new Set(['age', 'genes', 'weather', 'menopause', 'periods', 'infection', 'biotin', 'sex']);
