/** What the graph has no node for, said in a sentence beside the patient: goals, and what relatives had. */
import { noteText } from './conditions.ts';
import type { Scope } from './mapping.ts';
import type { Parsed, Quantity } from './schemas.ts';
import { conceptName, time, unitOf } from './values.ts';

const GIVEN_UP = new Set(['rejected', 'cancelled', 'entered-in-error', 'proposed']);

/** "INR between 2.0 and 3.0 (target 2 to 3; since 2022-11-30)" */
export function mapGoal(goal: Parsed<'Goal'>, scope: Scope): void {
  if (GIVEN_UP.has(goal.lifecycleStatus ?? '')) return;
  const about = [
    ...goal.target.map(sayTarget),
    noteText(goal.note),
    goal.startDate && `since ${time(goal.startDate)}`,
  ].filter(Boolean);
  const what = conceptName(goal.description);
  scope.aside('goals', what === null ? null : `${what}${about.length === 0 ? '' : ` (${about.join('; ')})`}`);
}

function sayTarget({ measure, detailRange, detailQuantity, dueDate }: Parsed<'Goal'>['target'][number]): string {
  const { low, high } = detailRange ?? {};
  const wanted =
    low?.value !== undefined && high?.value !== undefined
      ? `between ${low.value} and ${sayQuantity(high)}`
      : low?.value !== undefined
        ? `at least ${sayQuantity(low)}`
        : high?.value !== undefined
          ? `at most ${sayQuantity(high)}`
          : detailQuantity?.value === undefined
            ? ''
            : sayQuantity(detailQuantity);
  if (wanted === '') return '';
  return [`target ${conceptName(measure) ?? ''}`.trim(), wanted, dueDate && `by ${time(dueDate)}`]
    .filter(Boolean)
    .join(' ');
}

function sayQuantity(quantity: Quantity): string {
  const unit = unitOf(quantity);
  return `${quantity.value}${unit === null || unit === undefined || unit.startsWith('{') ? '' : ` ${unit}`}`;
}

/** "Mother: ovarian cancer at 52; died at 60." */
export function mapRelative(relative: Parsed<'FamilyMemberHistory'>, scope: Scope): void {
  if (relative.status === 'entered-in-error') return;
  const who = conceptName(relative.relationship) ?? relative.name;
  if (who === undefined) return;
  const had = relative.condition.flatMap(({ code, onsetAge, onsetString, outcome, note }) => {
    const what = conceptName(code);
    const at = onsetAge?.value === undefined ? onsetString && ` (${onsetString})` : ` at ${onsetAge.value}`;
    return what === null
      ? []
      : [[`${what}${at ?? ''}`, conceptName(outcome), noteText(note)].filter(Boolean).join(', ')];
  });
  const died =
    relative.deceasedAge?.value === undefined
      ? relative.deceasedDate === undefined
        ? relative.deceasedBoolean === true && 'has died'
        : `died on ${time(relative.deceasedDate)}`
      : `died at ${relative.deceasedAge.value}`;
  const said = [...had, died, noteText(relative.note)].filter(Boolean);
  scope.aside('family_history', said.length === 0 ? null : `${who}: ${said.join('; ')}`);
}
