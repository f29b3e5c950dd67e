/** Medicines: what is taken, for what, how much, since when, by whom; what was given up, and why. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import { actsOn } from '../evidence/influences.ts';
import { itemsFor, medicinesFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { findPassages, type Passage } from '../evidence/passages.ts';
import { contentWords, withWords } from '../evidence/words.ts';
import { isInside } from '../frames/scope.ts';
import type { EntryView, MedicineView } from '../patient.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list, lower, sayDate, sayOn, sayUnit } from '../wording.ts';
import { denyThing } from './denials.ts';

export function medicinesOf(desk: Desk, subjects: readonly Subject[]): MedicineView[] {
  const { chart } = desk;
  const all = subjects.flatMap((subject) => {
    if (subject.id === 'thing:medicines') return [];
    if (subject.as === 'medicines_for' || subject.kind === 'condition' || subject.kind === 'symptom')
      return medicinesFor(subject, chart);
    if (subject.kind === 'observation') {
      return medicinesForMeasure(desk, subject.id);
    }
    return itemsFor(subject, chart).medicines;
  });
  const systems = subjects.filter(({ kind }) => kind === 'system');
  if (all.length === 0 && systems.length > 0) {
    const ofSystem = chart.view.medicines.filter((item) => systems.some((each) => isForSystem(item, each)));
    const byReason = ofSystem.filter(
      ({ reason }) => reason === null || systems.some(({ text }) => names(reason, text)),
    );
    if (ofSystem.length > 0) return byReason.length > 0 ? byReason : ofSystem;
  }
  const whole =
    all.length === 0 &&
    subjects.some(({ id }) => id === 'thing:medicines') &&
    !subjects.some(
      ({ kind }) => kind === 'condition' || kind === 'drug' || kind === 'drug_class' || kind === 'symptom',
    );
  return [...new Set(whole ? chart.view.medicines : all)];
}

/** What is given for a measure: for the condition it is treated as, or for one of the record that it shows. */
function medicinesForMeasure({ chart }: Desk, id: string): MedicineView[] {
  const treated = measureWords.treated_as[id];
  if (treated !== undefined) return medicinesFor({ id: treated, text: '' }, chart);
  const shown = chart.view.conditions
    .flatMap(({ concepts }) => concepts)
    .filter((concept) =>
      openCatalogue()
        .shownBy(concept)
        .some((each) => each.id === id),
    );
  const better = measureWords.better.higher.includes(id) ? 'up' : 'down';
  const acting = chart.view.medicines.filter(({ concepts }) => concepts.some((each) => actsOn(each, id, better)));
  return [...new Set([...shown.flatMap((concept) => medicinesFor({ id: concept, text: '' }, chart)), ...acting])];
}

function names(reason: string, text: string): boolean {
  return reason.toLowerCase().includes(text.toLowerCase().replace(/s$/, ''));
}

/** "My thyroid tablets": by the class that names the organ, or by the reason. */
function isForSystem({ concepts, reason }: MedicineView, { id: asked, text }: Subject): boolean {
  const system = asked.replace('system:', '');
  const treats = openCatalogue()
    .find(reason ?? '', { kinds: ['condition'] })
    .some(({ concept }) => concept.system === system);
  if (treats && system !== 'endocrine') return true;
  const word = text.toLowerCase().replace(/s$/, '');
  const classes = concepts.flatMap((id) => [...openCatalogue().ancestors(id)]).filter((id) => id.startsWith('class:'));
  return classes.some((id) => id.includes(word)) || (reason ?? '').toLowerCase().includes(word);
}

export function answerMedicines(desk: Desk, frame: Frame): Block {
  const all = medicinesOf(desk, frame.subjects);
  const named = frame.subjects.find(({ kind }) => kind !== 'thing' && kind !== 'system') ?? frame.subjects[0];
  if (all.length === 0) return named === undefined ? tellList(desk, frame, []) : denyMedicine(desk, frame, named);
  const taken = all.filter(({ status }) => status === 'taken');
  switch (frame.aspect) {
    case 'tried':
      return tellTried(desk, frame, all);
    case 'why-stopped':
      return tellStopped(desk, frame, all);
    case 'dose':
      return tellDose(desk, frame, taken, all);
    case 'purpose':
      return tellPurpose(desk, frame, taken[0] ?? all[0]!);
    case 'when':
    case 'since':
      return tellSince(desk, frame, all);
    case 'count':
      return tellCourses(desk, frame, all);
    case 'who':
      return tellPrescriber(desk, taken[0] ?? all[0]!);
    case 'take':
    case 'have':
      if (/^\W*(?:what|which)\b/i.test(frame.text)) return tellList(desk, frame, taken.length > 0 ? taken : all);
      return tellWhether(desk, frame, taken, all, named);
    case 'about':
      return tellWhether(desk, frame, taken, all, named);
    default:
      return tellList(desk, frame, taken.length > 0 ? taken : all);
  }
}

function describe(item: MedicineView): string {
  if (item.dose === null && /\d/.test(item.name)) return lower(item.name);
  const dose =
    item.dose === null || !item.unit || item.unit.startsWith('{') ? '' : ` ${item.dose} ${sayUnit(item.unit)}`;
  return `${drugName(item.name)}${dose}`;
}

function how({ note, frequency }: MedicineView): string {
  return note ?? frequency ?? '';
}

function since({ start }: MedicineView): string {
  return start === null ? '' : ` since ${sayDate(start)}`;
}

const WORDED = 3;

function tellWhether(
  desk: Desk,
  frame: Frame,
  taken: readonly MedicineView[],
  all: readonly MedicineView[],
  named: Subject | undefined,
): Block {
  const what = named === undefined ? 'it' : lower(named.text);
  const changed = changePassages(desk, [...taken, ...all]);
  if (taken.length > 0) {
    const shown = list(taken.map((item) => `${describe(item)}${since(item)}${cite(desk, item, item.start)}`));
    const past = frame.aspect === 'take' ? '' : '';
    const settle = frame.aspect === 'about' || frame.score < WORDED ? 'Your' : 'Yes: your';
    return block(`**${settle} record lists ${shown} as taken now.**${past}`, [
      taken.length === 1 && how(taken[0]!) !== '' ? `As written: ${how(taken[0]!)}.${reasonOf(taken[0]!)}` : undefined,
      ...changed.map((each) => sayPassage(desk, each)),
    ]);
  }
  const last = all.toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''))[0]!;
  return block(
    `**No: your record lists no ${what} that you take now. ${capital(describe(last))} was taken${last.start ? ` from ${sayDate(last.start)}` : ''}${last.end ? ` to ${sayDate(last.end)}` : ' earlier'}.**${cite(desk, last, last.end)}`,
    [stopReason(desk, last)],
  );
}

function reasonOf({ reason }: MedicineView): string {
  return reason === null ? '' : ` It is for ${lower(reason)}.`;
}

/** Later papers that change what the list says. */
export function changePassages(desk: Desk, items: readonly MedicineView[]): Passage[] {
  const concepts = items.flatMap((item) => item.concepts);
  const from =
    items
      .map(({ start }) => start ?? '')
      .toSorted()
      .at(-1) ?? '';
  const followed = concepts
    .flatMap((id) =>
      openCatalogue()
        .monitoring(id)
        .map(({ observation }) => observation),
    )
    .concat(concepts.flatMap(levelsOf));
  return findPassages(desk.chart, {
    concepts: [...concepts, ...followed],
    words: contentWords('dose lowered raised stop stopped leave daily double replace instead review'),
    named: true,
    wide: true,
  })
    .map(({ passage }) => passage)
    .filter(
      ({ remark, time, text }) =>
        !remark &&
        (time ?? '').slice(0, 10) >= from.slice(0, 10) &&
        CHANGES.test(text) &&
        (namesOne(concepts, text) || /\b(?:leave out|then \d)/i.test(text)),
    )
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, 2);
}

const CHANGES =
  /\b(?:lowered|raised|increased|reduced|stop(?:ped)?|leave out|instead|replaced?|doubled?|halved?|changed?|contraindicated|review|should have been|to be lowered|to \d+(?:\.\d+)?\s?(?:mg|micrograms|units)|then \d+)\b/i;

function namesOne(concepts: readonly string[], text: string): boolean {
  return openCatalogue()
    .find(text, { kinds: ['drug', 'drug_class'] })
    .some(
      ({ concept }) =>
        concepts.includes(concept.id) ||
        (concept.kind === 'drug_class' &&
          !/\binsulins?$/i.test(concept.name) &&
          concepts.some((id) => openCatalogue().isA(id, concept.id))),
    );
}

/** The level that is measured of a drug; the INR of a vitamin K antagonist. */
function levelsOf(id: string): string[] {
  const level = id.replace(/^drug:/, 'observation:').concat('_level');
  if (openCatalogue().isA(id, 'class:vitamin_k_antagonist')) return ['observation:inr'];
  return openCatalogue().get(level) === undefined ? [] : [level];
}

function tellDose(desk: Desk, frame: Frame, taken: readonly MedicineView[], all: readonly MedicineView[]): Block {
  const [item] = taken.length > 0 ? taken : all;
  const changed = changePassages(desk, taken.length > 0 ? taken : all);
  const papers = changed.length > 0 ? changed : dosePassages(desk, frame);
  if (taken.length === 0) {
    const last = all.toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''))[0]!;
    return block(
      `**You do not take ${drugName(last.name)} now; the last dose in your record is ${describe(last)}${last.end === null ? '' : `, until ${sayDate(last.end)}`}.**${cite(desk, last, last.end)}`,
      [how(last), stopReason(desk, last)],
    );
  }
  const doses = list(
    taken.map(
      (each) =>
        `${describe(each)}${how(each) === '' ? '' : ` (${lower(how(each))})`}${since(each)}${cite(desk, each, each.start)}`,
    ),
  );
  const [newest] = changed;
  const body = papers.map((each) => sayPassage(desk, each));
  const earlier = all
    .filter((each) => each !== item && each.status === 'stopped' && each.dose !== item!.dose)
    .toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''))[0];
  if (newest !== undefined)
    return block(`**A newer paper changes what the list says.** ${body.join(' ')} Your list still says ${doses}.`, [
      `Ask ${doctorFor(desk, item!.concepts) ?? 'your doctor'} if you are not sure which holds.`,
    ]);
  const asksChange = /\b(?:should|higher|lower|more|less|right|enough|too)\b/i.test(frame.text)
    ? `A dose is for ${doctorFor(desk, item!.concepts) ?? 'your doctor'} to change.`
    : undefined;
  return block(`**Your record says: ${doses}.**`, [
    ...body,
    asksChange,
    earlier === undefined
      ? undefined
      : `Before that it was ${describe(earlier)}${earlier.end ? `, until ${sayDate(earlier.end)}` : ''}${cite(desk, earlier, earlier.start)}.`,
  ]);
}

function dosePassages(desk: Desk, frame: Frame): Passage[] {
  const concepts = frame.subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class').map(({ id }) => id);
  return findPassages(desk.chart, { concepts, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ text, remark }) => !remark && /\d/.test(text))
    .slice(0, 2);
}

function tellPurpose(desk: Desk, frame: Frame, item: MedicineView): Block {
  const reason = item.reason === null ? undefined : lower(item.reason);
  const papers = findPassages(desk.chart, {
    concepts: item.concepts,
    words: withWords(contentWords(frame.text), ['because', 'for', 'started'], 0.5),
    named: true,
  })
    .filter(({ passage }) => !passage.remark)
    .slice(0, 1);
  const lead =
    reason === undefined
      ? `Your record gives no reason for ${drugName(item.name)}`
      : `${item.status === 'taken' ? 'You take' : 'You took'} ${drugName(item.name)} for ${reason}`;
  return block(
    `**${lead}.**${cite(desk, item, item.start)} ${capital(describe(item))}${since(item)}${how(item) === '' ? '' : `: ${lower(how(item))}`}.`,
    [...papers.map(({ passage }) => sayPassage(desk, passage)), ...givenUp(desk, frame, item)],
  );
}

/** "Why pravastatin and not simvastatin?": what was given up is told with its reason. */
function givenUp(desk: Desk, { subjects }: Frame, item: MedicineView): string[] {
  return subjects
    .flatMap((subject) => itemsFor(subject, desk.chart).medicines)
    .filter((each) => each.status === 'stopped' && !each.concepts.some((id) => item.concepts.includes(id)))
    .slice(0, 2)
    .map(
      (each) =>
        `${capital(drugName(each.name))} was stopped${each.end === null ? '' : ` ${sayOn(each.end)}`}${cite(desk, each, each.end)}. ${stopReason(desk, each) ?? ''}`,
    );
}

function tellSince(desk: Desk, frame: Frame, all: readonly MedicineView[]): Block {
  const ordered = all.toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''));
  const stops = /\b(?:stop\w*|end\w*|came off|come off|off|quit)\b/i.test(frame.text);
  const isNew = /\bnew(?:est)?\b/i.test(frame.text);
  const item = isNew
    ? ordered.findLast(({ status }) => status === 'taken')
    : stops
      ? ordered.findLast(({ end }) => end !== null)
      : (ordered.find(({ status }) => status === 'taken') ?? ordered.at(-1));
  const one = item ?? ordered[0]!;
  if (stops && one.end !== null)
    return block(`**${capital(drugName(one.name))} was stopped on ${sayDate(one.end)}.**${cite(desk, one, one.end)}`, [
      stopReason(desk, one),
    ]);
  const first = ordered.filter((each) => each.concepts.some((id) => one.concepts.includes(id)))[0]!;
  const earlier =
    first === one || first.start === null
      ? ''
      : ` You first had it from ${sayDate(first.start)}${cite(desk, first, first.start)}.`;
  return block(
    `**${capital(describe(one))}${one.start === null ? ' has no start date in your record' : ` since ${sayDate(one.start)}`}${one.end ? `, until ${sayDate(one.end)}` : ''}.**${cite(desk, one, one.start)}${reasonOf(one)}${earlier}`,
  );
}

function tellCourses(desk: Desk, { scope }: Frame, all: readonly MedicineView[]): Block {
  const inside = all
    .filter(({ start }) => isInside(start, scope))
    .toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''));
  const name = drugName((inside[0] ?? all[0]!).name);
  const number = ['Never', 'Once', 'Twice', 'Three times'][inside.length] ?? `${inside.length} times`;
  return block(
    `**${number}${scope.say ? ` ${scope.say}` : ''}: ${inside.length === 0 ? `your record has no ${name} for that time` : `${name} was started ${list(inside.map((item) => `on ${sayDate(item.start)}${cite(desk, item, item.start)}`))}`}.**`,
  );
}

function tellPrescriber(desk: Desk, item: MedicineView): Block {
  const [name] = desk.chart.people(item.uuid);
  const lead =
    name === undefined
      ? `Your record does not say who prescribed ${drugName(item.name)}`
      : `${name} prescribed ${drugName(item.name)}${item.start ? ` on ${sayDate(item.start)}` : ''}`;
  return block(
    `**${lead}.**${cite(desk, item, item.start)}${reasonOf(item)}`,
    [],
    name === undefined ? 'absent' : 'answered',
  );
}

/** Classes that people name instead of the one medicine: "the iron", "the statin". */
const NARROW = new Set(
  ['iron_supplement', 'statin', 'bisphosphonate', 'proton_pump_inhibitor', 'beta_blocker', 'insulins'].map(
    (id) => `class:${id}`,
  ),
);

/** Why it ended: the papers of that time, the remark on the entry, the allergy that came of it, a condition that began then. */
export function stopReason(desk: Desk, item: MedicineView): string | undefined {
  const classes = item.concepts.flatMap((id) => openCatalogue().get(id)?.parents ?? []);
  const papers = findPassages(desk.chart, {
    concepts: [...item.concepts, ...classes.filter((id) => NARROW.has(id))],
    words: contentWords('stopped because given up due'),
    named: true,
  })
    .map(({ passage }) => passage)
    .filter((passage) => STOPPING.test(passage.text) || (!passage.remark && distance(passage, item) < STOP_DAYS));
  const near = papers.toSorted((a, b) => distance(a, item) - distance(b, item));
  const said = near
    .slice(0, near.length > 1 && distance(near[1]!, item) < 40 ? 2 : 1)
    .map((each) => sayPassage(desk, each));
  if (said.length > 0) return said.join(' ');
  const allergy = desk.chart.view.allergies.find((each) => each.concepts.some((id) => item.concepts.includes(id)));
  if (allergy !== undefined)
    return `Your record lists a reaction to it: ${list(allergy.reactions) || 'not described'}${cite(desk, allergy)}.`;
  const began =
    item.end === null
      ? undefined
      : desk.chart.view.conditions.find(
          ({ onset, note }) =>
            (onset !== null && Math.abs(Date.parse(onset) - Date.parse(item.end!)) < 10 * 86_400_000) ||
            note?.toLowerCase().includes(drugName(item.name)),
        );
  return began === undefined
    ? undefined
    : `By date, ${lower(began.name)} began on ${sayDate(began.onset)}${cite(desk, began, began.onset)}${began.note === null ? '' : `: ${began.note}`}.`;
}

/** What was written of a medicine in the weeks around its end most often says why it ended. */
const STOP_DAYS = 30;
const STOPPING =
  /\b(?:stop\w*|discontinu\w*|given up|gave up|instead|because|due to|never|not be (?:given|used)|no (?:more|\w+ again)|avoid\w*|contraindicated|put down to|clotted)\b|^On \w+/i;

function distance({ time }: Passage, { end }: MedicineView): number {
  if (time === null || end === null) return 9999;
  return Math.abs(Date.parse(time) - Date.parse(end)) / 86_400_000;
}

function tellStopped(desk: Desk, frame: Frame, all: readonly MedicineView[]): Block {
  const over = all.filter(({ status }) => status === 'stopped');
  if (over.length > 1) return tellTried(desk, frame, all);
  const item = over[0];
  if (item === undefined) {
    const now = all[0]!;
    const changed = changePassages(desk, all);
    return block(
      `**By your list, ${drugName(now.name)} is not stopped: it is taken${since(now)}.**${cite(desk, now, now.start)}`,
      changed.map((each) => sayPassage(desk, each)),
    );
  }
  const reason = stopReason(desk, item);
  const lead = `${capital(drugName(item.name))} was stopped${item.end === null ? '' : ` ${sayOn(item.end)}`}`;
  return reason === undefined
    ? block(
        `**${lead}; your record gives no reason.**${cite(desk, item, item.end)} I looked at the entry, at papers and at allergies.`,
        [],
        'unclear',
      )
    : block(`**${lead}.**${cite(desk, item, item.end)} ${reason}`);
}

function tellTried(desk: Desk, frame: Frame, all: readonly MedicineView[]): Block {
  const over = all
    .filter(({ status }) => status === 'stopped')
    .toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''));
  const now = all.filter(({ status }) => status === 'taken');
  if (over.length === 0) return tellList(desk, frame, now);
  const lines = over.map(
    (item) =>
      `- ${capital(describe(item))}, ${item.start ? sayDate(item.start) : '?'} to ${item.end === null ? '?' : sayDate(item.end)}${cite(desk, item, item.end)}. ${stopReason(desk, item) ?? 'No reason is given.'}`,
  );
  return block(
    `**Your record lists ${over.length === 1 ? 'one medicine' : `${over.length} courses`} that were stopped.**`,
    [
      lines.join('\n'),
      now.length === 0
        ? undefined
        : `Taken now: ${list(now.map((item) => `${describe(item)}${cite(desk, item, item.start)}`))}.`,
    ],
  );
}

function tellList(desk: Desk, frame: Frame, items: readonly MedicineView[]): Block {
  const about = frame.subjects.find(({ kind }) => kind !== 'thing');
  const purpose =
    about === undefined
      ? ''
      : about.kind === 'drug_class' || about.kind === 'drug'
        ? ` (${lower(about.text)})`
        : ` for ${lower(about.text.replace(/\s+(?:tablets?|pills?|medic\w+|drugs?)$/i, ''))}`;
  if (items.length === 0) return block(`**Your record lists no medicines${purpose}.**`, [], 'absent');
  const now = items.filter(({ status }) => status === 'taken');
  if (now.length === 0) return tellTried(desk, frame, items);
  const lines = now.map(
    (item) =>
      `- ${capital(describe(item))}${how(item) === '' ? '' : `: ${lower(how(item))}`}${since(item)}${item.reason === null ? '' : `, for ${lower(item.reason)}`}${cite(desk, item, item.start)}`,
  );
  return block(
    `**${about === undefined ? `Your record lists ${now.length} medicines that you take now` : `You take ${list(now.map(({ name }) => drugName(name)))}${purpose}`}.**`,
    [lines.join('\n')],
  );
}

/** A medicine that is on no list may stand among the allergies or in papers. */
function denyMedicine(desk: Desk, frame: Frame, named: Subject): Block {
  const { allergies } = itemsFor(named, desk.chart);
  const [allergy] = allergies;
  if (allergy !== undefined)
    return block(
      `**You do not take ${lower(named.text)}; your record lists a reaction to it: ${list(allergy.reactions) || allergy.name}.**${cite(desk, allergy)}`,
    );
  if (frame.aspect === 'dose' || frame.aspect === 'about') {
    const papers = dosePassages(desk, frame);
    if (papers.length > 0)
      return block(
        `**${quotePassage(desk, papers[0]!)}**`,
        papers.slice(1).map((each) => sayPassage(desk, each)),
      );
  }
  return denyThing(desk, frame, named);
}

export function citeAll(desk: Desk, items: readonly EntryView[]): string {
  return items.map((item) => cite(desk, item)).join('');
}
