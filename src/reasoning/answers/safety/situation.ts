/** Whether what somebody does, plans or takes goes well as a whole: no single thing is asked about. */
import { openCatalogue } from '../../../clinical/catalogue/index.ts';
import { answerFromKnowledge } from '../../../knowledge/index.ts';
import { type Concern, concernsOf, sayConcern } from '../../concern.ts';
import { type Block, block, cite, type Desk, quotePassage, sayPassage } from '../../desk.ts';
import { doctorFor } from '../../evidence/contact.ts';
import type { Frame } from '../../types.ts';
import { capital, drugName, list, lower } from '../../wording.ts';
import { sayNear } from '../known.ts';
import { answerFromPapers, nearestBeside } from '../papers.ts';
import { plansFor } from '../plan-cases.ts';
import { tell } from './telling.ts';
import { allergiesNamed, MATTERS, weighed } from './verdict.ts';

/** "Are my medicines safe if I get pregnant?", "Am I allowed to drive?": no single thing is asked about. */
export function answerSituation(desk: Desk, frame: Frame): Block {
  const ids = frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id);
  const found = concernsOf(desk.chart.view, motherhoodIn(frame), ids, []).filter(
    ({ fresh, severity }) => fresh && MATTERS.has(severity),
  );
  const papers = plansFor(desk.chart, frame.text, ids).map(({ passage }) => passage);
  const allergies = allergiesNamed(desk, weighed(desk, frame));
  if (allergies.length > 0) return tell(desk, frame.subjects, { answer: 'no', allergies, concerns: found, papers });
  if (found.length > 0)
    return {
      ...block(`**No, not all of it.** ${sayConcern(desk, found[0]!)}`, [
        ...found.slice(1, 4).map((concern) => sayConcern(desk, concern)),
        ...papers.slice(0, 2).map((paper) => sayPassage(desk, paper)),
      ]),
      tells: found.map(({ key }) => key),
    };
  const noted = notesFor(desk, frame);
  if (noted !== undefined) return noted;
  const own = answerFromPapers(desk, frame);
  if (own !== undefined) return own;
  if (frame.subjects.some(({ id }) => id === 'thing:medicines') && /\binteract|\btogether|\bclash/i.test(frame.text))
    return tellPairs(desk);
  if (papers.length > 0)
    return block(
      `**${quotePassage(desk, papers[0]!)}**`,
      papers.slice(1, 2).map((paper) => sayPassage(desk, paper)),
    );
  const [nearest] = nearestBeside(desk, frame, block(''));
  if (nearest !== undefined) return block(`**Your papers speak of it.** ${nearest}`);
  const known = answerFromKnowledge(frame.text)?.parts[0];
  const near = known === undefined ? sayNear(desk, frame) : undefined;
  if (near !== undefined)
    return block(`**Your record itself does not settle it.** In general: ${near}`, [
      `Ask ${doctorFor(desk, ids) ?? 'your doctor'} whether that holds for you${concernedBy(desk)}.`,
    ]);
  if (known === undefined)
    return block(
      '**Your record says nothing that speaks for or against it.** I looked at medicines, allergies, conditions and papers. Ask your doctor or pharmacist.',
      [],
      'unclear',
    );
  const marker = desk.notes.knowledge(known.entry);
  return block(
    `**${known.sentences[0]}**${marker} Your record itself does not settle it: ask ${doctorFor(desk, ids) ?? 'your doctor'}.`,
    [
      known.sentences
        .slice(1, 3)
        .map((each) => `${each}${marker}`)
        .join(' '),
    ],
  );
}

/** The conditions that make the general word doubtful here. */
function concernedBy(desk: Desk): string {
  const active = desk.chart.view.conditions.filter(({ status }) => status === 'active').slice(0, 3);
  return active.length === 0
    ? ''
    : `, with ${list(active.map((item) => `${lower(item.name)}${cite(desk, item, item.onset)}`))}`;
}

/** What of the medicines that are taken clashes with each other. */
function tellPairs(desk: Desk): Block {
  const isPair = ({ evidence }: Concern) =>
    evidence.filter(({ label }) => label === 'IntakeRegimen').length > 1 &&
    !evidence.some(({ label }) => label === 'Observation');
  const found = concernsOf(desk.chart.view, [], [], []).filter(isPair);
  const taken = desk.chart.view.medicines.filter(({ status }) => status === 'taken').length;
  if (found.length === 0)
    return block(
      `**I know of no interaction among your ${taken} medicines that matters.** A pharmacist can check the whole list.`,
    );
  return {
    ...block(
      `**Yes.** ${sayConcern(desk, found[0]!)}`,
      found.slice(1, 4).map((concern) => sayConcern(desk, concern)),
    ),
    tells: found.map(({ key }) => key),
  };
}

/** Each medicine looked at for pregnancy, breastfeeding or an organ; of which nothing is known is said. */
function notesFor(desk: Desk, frame: Frame): Block | undefined {
  const topic = topicOf({ ...frame, text: `${frame.text} ${desk.message}` });
  if (topic === undefined) return undefined;
  const taken = desk.chart.view.medicines.filter(({ status }) => status === 'taken');
  const read = taken.map((item) => ({
    item,
    note: item.concepts.flatMap((id) => openCatalogue().notes(id, topic))[0],
  }));
  const bad = read.filter(({ note }) => note !== undefined && note.level !== 'fine');
  const fine = read.filter(({ note }) => note?.level === 'fine');
  const unknown = read.filter(({ note }) => note === undefined);
  const line = ({ item, note }: (typeof read)[number]) =>
    `- ${capital(drugName(item.name))}${cite(desk, item, item.start)}: ${note!.text.replace(/\.$/, '')}.${desk.notes.source(note!.source)}`;
  if (taken.length === 0) return undefined;
  const lead =
    bad.length > 0
      ? `Not all of them: ${list(bad.map(({ item }) => drugName(item.name)))} must be talked about first`
      : fine.length > 0
        ? `My reference has no warning about ${topic} for ${fine.length} of your ${taken.length} medicines`
        : `My reference says nothing of ${topic} for your medicines`;
  const standing = concernsOf(desk.chart.view, [], [], [])
    .filter(({ family, severity }) => family === topic && MATTERS.has(severity))
    .slice(0, 3);
  return block(`**${lead}.**`, [
    ...standing.map((concern) => sayConcern(desk, concern)),
    [...bad, ...fine].length === 0 ? undefined : [...bad, ...fine].map(line).join('\n'),
    unknown.length === 0
      ? undefined
      : `It says nothing of ${topic} for ${list(unknown.map(({ item }) => drugName(item.name)))}.`,
    `Do not stop anything on your own: ask ${
      doctorFor(
        desk,
        bad.flatMap(({ item }) => item.concepts),
      ) ?? 'your doctor'
    } or a pharmacist.`,
  ]);
}

const OF_PREGNANCY = ['condition:planning_a_pregnancy', 'condition:pregnancy'];
const OF_BREASTFEEDING = ['condition:breastfeeding'];

/** A pregnancy that is, or is wished for, or a child that is breastfed: by what the question is about, or its own words. */
function topicOf({ subjects, text }: Frame): 'pregnancy' | 'breastfeeding' | 'kidney' | 'liver' | undefined {
  const isAbout = (ids: readonly string[]) => subjects.some(({ id }) => ids.includes(id));
  if (isAbout(OF_PREGNANCY) || /\bpregnan|\bconceiv|\bbaby\b/i.test(text)) return 'pregnancy';
  if (isAbout(OF_BREASTFEEDING) || /\bbreast-?feed/i.test(text)) return 'breastfeeding';
  return /\bkidneys?\b|\brenal\b/i.test(text) ? 'kidney' : /\bliver\b/i.test(text) ? 'liver' : undefined;
}

function motherhoodIn(frame: Frame) {
  const topic = topicOf(frame);
  if (topic === 'pregnancy') return [{ concept: 'condition:planning_a_pregnancy', act: 'plans' as const }];
  return topic === 'breastfeeding' ? [{ concept: 'condition:breastfeeding', act: 'has' as const }] : [];
}
