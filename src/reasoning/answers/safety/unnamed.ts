/** A medicine whose name nobody here knows: said so, with what of this record bears on any new medicine. Never a yes to something else. */
import { openCatalogue } from '../../../clinical/catalogue/index.ts';
import { editDistance, wordsIn } from '../../../text/index.ts';
import { evaluate } from '../../concerns/evaluate.ts';
import { type Expression, parseWhen } from '../../concerns/grammar.ts';
import { sharedNames } from '../../concerns/rules.ts';
import { type Item, situationOf } from '../../concerns/situation.ts';
import { type Block, block, cite, type Desk, quotePassage } from '../../desk.ts';
import { doctorFor } from '../../evidence/contact.ts';
import { itemsFor } from '../../evidence/items.ts';
import { passagesOf } from '../../evidence/passages.ts';
import { asksToTake, pointsBack, takesIt, unknownName } from '../../frames/unnamed.ts';
import type { Frame, Subject } from '../../types.ts';
import { list, lower } from '../../wording.ts';
import { thingsAsked } from './asking.ts';
import { forbids } from './rulings.ts';
import { answerSold } from './sold.ts';
import { tell } from './telling.ts';
import { judge } from './verdict.ts';

/** What is known beside it and speaks against it comes first; a yes to that would be heard as one to the unknown. */
export function answerUnnamed(desk: Desk, frame: Frame, isOwn: boolean): Block | undefined {
  const sold = isOwn ? answerSold(desk, frame) : undefined;
  if (sold !== undefined) return sold;
  const name = unnamedIn(desk, frame);
  if (name === undefined) return forbiddenByName(desk, frame);
  const known = thingsAsked(desk, frame).filter((subject) => isMedicine(subject) && isNew(desk, subject));
  const verdict = known.length === 0 || !isOwn ? undefined : judge(desk, frame, known);
  if (verdict === undefined || verdict.answer === 'yes') return tellUnnamed(desk, name, isOwn);
  const told = tell(desk, known, verdict);
  return { ...told, body: [...told.body, noteUnnamed(name)] };
}

/** A name that no list of medicines knows and a paper does: "no salt substitutes (Seltin)" settles it. */
function forbiddenByName(desk: Desk, frame: Frame): Block | undefined {
  const name = nameAsked(desk, frame, () => false);
  if (name === undefined || !knownHere(desk)(name.toLowerCase())) return undefined;
  const found = passagesOf(desk.chart).filter(
    ({ text, remark }) => !remark && wordsIn(text).some(({ lower: word }) => word === name.toLowerCase()),
  );
  const [paper] = found.filter(({ text }) => forbids(text) || isDenied(text, name));
  if (paper === undefined) return undefined;
  const lead = `**No, do not use ${name}: your own paper says no to it.**`;
  return {
    ...block(`${lead} ${quotePassage(desk, paper)}`, [
      `Ask ${doctorFor(desk, []) ?? 'your doctor'} or a pharmacist what may be used in its place.`,
    ]),
    caution: { severity: 'important', say: lead, taken: false },
  };
}

/** "No salt substitutes (Seltin, …)": what is denied, or an example of it. */
function isDenied(text: string, name: string): boolean {
  const before = text.slice(0, text.toLowerCase().indexOf(name.toLowerCase()));
  return /\b(?:no|not|never|avoid|nothing with)\b[^.;:]{0,60}$/i.test(before);
}

function isMedicine({ kind }: Subject): boolean {
  return kind === 'drug' || kind === 'drug_class';
}

function isNew(desk: Desk, subject: Subject): boolean {
  return !itemsFor(subject, desk.chart).medicines.some(({ status }) => status === 'taken');
}

/** The name that the question is about, where nobody here knows it. */
function unnamedIn(desk: Desk, frame: Frame): string | undefined {
  return nameAsked(desk, frame, knownHere(desk));
}

function nameAsked(desk: Desk, frame: Frame, isKnown: (word: string) => boolean): string | undefined {
  if (frame.act !== 'ask' || !(frame.aspect === 'safe' || asksToTake(frame.text))) return undefined;
  const own = unknownName(frame.text, isKnown);
  if (own !== undefined) return own.text;
  const namesIt = frame.subjects.some(
    (subject) => isMedicine(subject) && subject.end > subject.start && frame.inherited !== true,
  );
  if (!takesIt(frame.text) && (namesIt || !pointsBack(frame.text))) return undefined;
  return unknownName(desk.message.slice(0, frame.start), isKnown)?.text;
}

/** Words of the record: people, places and what was written there. */
function knownHere({ chart }: Desk): (word: string) => boolean {
  let said: Set<string> | undefined;
  return (word) => {
    const { view } = chart;
    said ??= new Set(
      [
        view.name ?? '',
        ...[...view.conditions, ...view.procedures, ...view.findings, ...view.medicines, ...view.allergies].map(
          ({ name }) => name,
        ),
        // What only a flyer praises is not known here.
        ...passagesOf(chart)
          .filter(({ printed }) => !printed)
          .map(({ title, text }) => `${title} ${text}`),
      ]
        .join(' ')
        .toLowerCase()
        .split(/[^\p{L}-]+/u),
    );
    return said.has(word);
  };
}

function tellUnnamed(desk: Desk, name: string, isOwn: boolean): Block {
  const lead = `**I do not know "${name}", so I can not say whether it is safe.**`;
  const near = nearestTo(name);
  const body = [
    near === undefined ? undefined : `Do you mean ${near}? If so, write it that way.`,
    'The box and the leaflet name the substance, mostly in small print under the brand and with the milligrams behind it: write me that, and I can weigh it. Until then do not take it on my word; a pharmacist knows it by its name.',
    isOwn ? sayMatters(desk) : undefined,
  ];
  return { ...block(lead, body), caution: { severity: 'important', say: `${lead} ${body[1]}`, taken: false } };
}

/** Beside what is known and speaks against it already. */
function noteUnnamed(name: string): string {
  return `Of "${name}" I know nothing: that name is not among the medicines I have. Write me the substance on the box, or ask a pharmacist.`;
}

const BEARS = [
  '@with_child',
  '@nursing',
  '@small',
  '@fragile',
  '@kidneys_reduced',
  'takes class:anticoagulant | class:antiplatelet as thinner',
  'has condition:heart_failure | condition:asthma | condition:epilepsy | condition:cirrhosis as illness',
];
const parsed = new Map<string, Expression>();

function held(desk: Desk, name: string): Item[] {
  const when = parsed.get(name) ?? parseWhen(name, sharedNames());
  parsed.set(name, when);
  return evaluate(when, situationOf({ record: desk.chart.view })).flatMap(({ items }) => items);
}

const MOST = 5;

/** Allergies, kidneys, a blood thinner, a pregnancy: what makes any new medicine a matter here. */
function sayMatters(desk: Desk): string {
  const allergies = desk.chart.view.allergies
    .filter(({ status }) => status === 'active')
    .map((item) => `the allergy to ${lower(item.name)}${cite(desk, item)}`);
  const items = BEARS.flatMap((name) => held(desk, name));
  const bearing = items
    .filter(({ name }, at) => name !== '' && items.findIndex((each) => each.name === name) === at)
    .map(({ uuid, label, name, time }) =>
      uuid && label ? `${lower(name)}${desk.notes.entry({ uuid, label, name, date: time })}` : lower(name),
    );
  const all = [...allergies, ...bearing].slice(0, MOST);
  const doctor = doctorFor(desk, []) ?? 'your doctor';
  return all.length === 0
    ? 'What else is taken, allergies, kidneys, liver and a pregnancy decide whether a new medicine suits somebody: tell the pharmacist of them.'
    : `With any new medicine this matters for you, so tell it to the pharmacist or to ${doctor}: ${list(all)}.`;
}

/** A brand or a substance that is written almost so. */
function nearestTo(name: string): string | undefined {
  const wanted = name.toLowerCase();
  const limit = wanted.length >= 10 ? 2 : 1;
  let best: { said: string; of: string; distance: number } | undefined;
  for (const concept of openCatalogue().all()) {
    if (concept.kind !== 'drug') continue;
    for (const said of concept.names) {
      if (said.includes(' ') || said.startsWith('"') || said[0]?.toLowerCase() !== wanted[0]) continue;
      const distance = editDistance(wanted, said.toLowerCase(), { limit });
      if (distance <= limit && distance < (best?.distance ?? limit + 1)) best = { said, of: concept.name, distance };
    }
  }
  if (best === undefined) return undefined;
  return best.said === best.of ? best.of : `${best.said} (${best.of})`;
}
