/** Whether what was just taken or given is the very thing that the record names a severe allergy to. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { concernsOf } from '../concern.ts';
import { readMessage } from '../frames/index.ts';
import { hasTime } from '../frames/inherit.ts';
import { asPatient } from '../frames/kin.ts';
import { factsIn, toldIn } from '../frames/told.ts';
import { daysBetween } from '../patient.ts';
import { type Frame, NO_FOCUS } from '../types.ts';
import type { Heard } from './dangers.ts';

/** "Took", "gave": done, and not what is meant, asked or taken every day. */
const DEED =
  /\b(?:took|taken|gave|given|had|has had|swallowed|ate|eaten|drank|drunk|injected|fed|licked|tasted|got|put|pushed|slipped)\b/i;
/** "The doctor gave me Bactrim. Can I take it?": handed over, and not yet taken. */
const HANDED = /\b(?:gave|given|handed)\s+(?:to\s+)?(?:me|us|him|her)\b|\bgot\b/i;
const ASKED_LEAVE =
  /\b(?:can|may|should|shall|could|is it (?:ok|okay|safe|fine) (?:for \w+ )?to)\s*(?:i|we|he|she|they)?\s*(?:start|take|use|have|begin|swallow)\b(?![^.?!]*\b(?:again|more|another|rest|next)\b)/i;
const SAME = new Set(['allergy-same', 'food-allergen']);
/** A reaction comes within hours; what was taken days ago is weighed by who answers. */
const LATEST_DAYS = 1.5;

/** Something is told to have been taken that somebody can be allergic to; no record is needed to tell. */
export function tellsOfTaking(message: string): boolean {
  return (
    DEED.test(message) &&
    openCatalogue().find(message, { kinds: ['drug', 'drug_class', 'allergen', 'food'] }).length > 0
  );
}

export function isExposed({ chart, message, now }: Heard): boolean {
  if (!chart.view.allergies.some(({ severe, status }) => severe && status === 'active')) return false;
  const said = asPatient(message, chart.view) ?? message;
  const { frames, text } = readMessage(said, chart, NO_FOCUS, now);
  const isAsked = ASKED_LEAVE.test(text);
  const done = frames.filter(
    (frame) => frame.act === 'tell' && isDone(frame, now) && !(isAsked && HANDED.test(frame.text)),
  );
  const told = toldIn(done, factsIn(text, now, chart.view)).filter(({ act }) => act !== 'offered' && act !== 'stopped');
  return concernsOf(chart.view, told, [], []).some(
    ({ id, fresh, evidence }) =>
      fresh &&
      SAME.has(id) &&
      evidence.some(({ uuid }) => chart.view.allergies.some((each) => each.severe && each.uuid === uuid)),
  );
}

function isDone({ text, scope, modality }: Frame, now: string): boolean {
  if (modality !== 'actual' || !DEED.test(text)) return false;
  const day = scope.to ?? scope.near ?? scope.from;
  return !hasTime(scope) || day === undefined || daysBetween(day, now) <= LATEST_DAYS;
}
