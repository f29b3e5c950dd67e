/** The answer to an emergency: what to do now, whom to call here, and what of the record helpers must hear. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, type RedFlag, sayEmergency } from 'consilium/clinical';
import { queryGraph } from 'consilium/graph';
import { type AgentContext, Awaiting, toConsiliumError } from 'consilium/kernel';
import { patientRecord, type Reader, readAllergies, readMedications } from 'consilium/record';
import { parse } from 'yaml';
import { z } from 'zod';
import { chartOf } from '../_shared/chart.ts';
import { nowOf } from '../_shared/clock.ts';
import { type Footnotes, finish, openFootnotes } from '../_shared/footnotes.ts';
import { danger } from '../_shared/reasoning.ts';
import { redFlagsIn } from '../_shared/rules.ts';
import { hasPatient } from '../_shared/turn.ts';
import { list } from '../_shared/wording.ts';

const schema = z.strictObject({
  numbers: z.record(z.string(), z.string()),
  everywhere: z.string(),
  europe: z.array(z.string()),
  crisis_lines: z.record(z.string(), z.string()),
  rules: z.record(z.string(), z.strictObject({ self: z.string(), other: z.string() })),
  tell: z.record(z.string(), z.string()),
  only: z.record(z.string(), z.array(z.string())),
});

const data = schema.parse(parse(readFileSync(join(import.meta.dirname, '../_data/emergency.yml'), 'utf8')));

/** The answer, or undefined where nothing in the message is an emergency. */
export function answerEmergency(context: AgentContext): string | undefined {
  const flags = redFlagsIn(context.message);
  const [first] = flags;
  if (first === undefined) return undefined;
  const found = dangerIn(context);
  const notes = openFootnotes();
  const country = countryOf(context);
  const body = [
    speakTo(first, country),
    `${call(first, country)} ${advise(first, context.message)}${sayWhen(first, context)}`,
    tellRecord(flags, context, notes),
    tellDanger(found, notes),
  ];
  return finish(context.state, body.filter((part) => part !== '').join(' '), notes, '');
}

/** In the language of the message, with the number of the place where that is known. */
function speakTo({ language }: RedFlag, country: string | undefined): string {
  if (language === undefined) return '';
  return `**${sayEmergency(language, country === undefined ? undefined : knownNumber(country))}**`;
}

/** What this record makes of the sign: lithium with vomiting, insulin with confusion. */
function dangerIn(context: AgentContext): ReturnType<typeof danger> {
  if (!hasPatient(context.state) || isAboutOther(context.message)) return undefined;
  return fromRecord(context, () => danger(chartOf(context), context.message, nowOf(context.state)));
}

function tellDanger(found: ReturnType<typeof danger>, notes: Footnotes): string {
  if (found === undefined) return '';
  const cited = found.evidence.flatMap(({ uuid, label, name, time }) =>
    uuid && label ? [notes.entry({ uuid, label, name, date: time })] : [],
  );
  return `${found.say.replace(/\.$/, '')}${[...new Set(cited)].join('')}. ${found.do.what}`;
}

function call({ rule }: RedFlag, country: string | undefined): string {
  const number = numberIn(country);
  if (rule !== 'suicide') return `**Call ${number} now.**`;
  const line = country === undefined ? undefined : data.crisis_lines[country];
  if (line !== undefined)
    return `**Please ${line} now, day or night; if you are in danger this minute, call ${number}.**`;
  return `**Please call ${number} now, or in the US and Canada call or text 988, day or night.**`;
}

function numberIn(country: string | undefined): string {
  return (country === undefined ? undefined : knownNumber(country)) ?? data.everywhere;
}

function knownNumber(country: string): string | undefined {
  return data.numbers[country] ?? (data.europe.includes(country) ? '112' : undefined);
}

/** Where the person is; else where their record says that they live. */
function countryOf(context: AgentContext): string | undefined {
  const { place } = context;
  if (place.country !== undefined) return toCode(place.country);
  const country = fromRecord(context, (reader) => {
    reader.audit({ patientId: reader.patientId, action: 'query:graph', actor: reader.actor });
    const query = 'MATCH (patient:Patient {uuid: $patient_uuid}) RETURN patient.country';
    return queryGraph(reader.db, { patientId: reader.patientId, query }).rows[0]?.[0];
  });
  return typeof country === 'string' ? toCode(country) : undefined;
}

/** Whatever is wrong with the record, the answer must not wait for it. */
function fromRecord<T>(context: AgentContext, read: (reader: Reader) => T): T | undefined {
  if (!hasPatient(context.state)) return undefined;
  try {
    return read({ ...patientRecord(context), now: nowOf(context.state) });
  } catch (thrown) {
    if (thrown instanceof Awaiting) throw thrown;
    context.log.warn({ code: toConsiliumError(thrown).code }, 'the record could not be read in an emergency');
    return undefined;
  }
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

/** "US", "usa", "Sweden" → the two letters. */
function toCode(country: string): string {
  const written = country.trim();
  if (/^[A-Za-z]{2}$/.test(written)) return written.toUpperCase() === 'UK' ? 'GB' : written.toUpperCase();
  if (/^(usa|u\.s\.a?\.?|united states.*)$/i.test(written)) return 'US';
  const known = [...Object.keys(data.numbers), ...data.europe];
  return known.find((code) => NAMES.of(code)?.toLowerCase() === written.toLowerCase()) ?? written;
}

function advise({ rule, advice }: RedFlag, message: string): string {
  const wording = data.rules[rule];
  if (wording === undefined) return advice;
  return isAboutOther(message) ? wording.other : wording.self;
}

const OTHER =
  /\b(?:my|our|the|a)\s+(?:\w+\s+)?(?:dad|father|mom|mum|mother|wife|husband|partner|son|daughter|baby|child|kid|toddler|infant|friend|brother|sister|grand\w+|neighbou?r|colleague|co-?worker|boyfriend|girlfriend|roommate|uncle|aunt|boss|man|woman|guy|person|patient)\b|\b(?:he|she|him|they|someone|somebody)(?:'s|’s)?\b/i;

function isAboutOther(message: string): boolean {
  return (
    OTHER.test(message) &&
    !/\b(?:i am|i'm|i’m|i have|i can'?t|i feel|my (?:chest|arm|face|throat|head|left|right))\b/i.test(message)
  );
}

const TIMED = new Set(['chest_pain', 'stroke', 'seizure', 'overdose', 'anaphylaxis']);

/** Dispatchers ask when it began; the time of the message is known where the time zone is. */
function sayWhen({ rule }: RedFlag, { state, place }: AgentContext): string {
  const zone = place.timezone;
  if (!TIMED.has(rule)) return '';
  const now = new Date(nowOf(state));
  try {
    const at = zone && now.toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
    return at ? ` Say when it began: you wrote at ${at}.` : ' Say when it began.';
  } catch {
    return ' Say when it began.';
  }
}

/** "Your record lists warfarin: tell them that too." */
function tellRecord(flags: readonly RedFlag[], context: AgentContext, notes: Footnotes): string {
  const rules = flags.map(({ rule }) => rule);
  if (isAboutOther(context.message)) return '';
  const parts: string[] = [];
  const medications = fromRecord(context, (reader) => readMedications(reader, 'current')) ?? [];
  const pens = rules.includes('anaphylaxis')
    ? medications.filter(({ name }) => /adrenaline|epinephrine|epipen/i.test(name ?? ''))
    : [];
  for (const pen of pens.slice(0, 1))
    parts.push(
      `Your record lists an adrenaline pen:${notes.entry({ ...pen, name: pen.name!, date: pen.start })} that is the one to use.`,
    );
  const told: string[] = [];
  for (const medication of medications) {
    const { name, category } = identify(medication.name ?? '');
    const matters =
      Object.hasOwn(data.tell, category) && (data.only[category] ?? rules).some((rule) => rules.includes(rule));
    if (matters)
      told.push(
        `${name} (${data.tell[category]})${notes.entry({ ...medication, name: medication.name!, date: medication.start })}`,
      );
  }
  const allergies = (fromRecord(context, (reader) => readAllergies(reader, 'active')) ?? []).filter(
    ({ criticality }) => criticality === 'high',
  );
  if (!rules.includes('suicide'))
    for (const allergy of allergies)
      told.push(
        `a severe ${(allergy.name ?? '').toLowerCase()} allergy${notes.entry({ ...allergy, name: `${allergy.name} allergy`, date: allergy.onset_date })}`,
      );
  if (told.length > 0) parts.push(`Your record lists ${list(told)}: tell them that too.`);
  return parts.join(' ');
}
