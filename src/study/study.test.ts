/** The room over a real index and a real data file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook, makePdf } from '../documents/fixture.ts';
import { actAs } from '../kernel/acting.ts';
import { machineUser, playedClock } from '../kernel/index.ts';
import { type OpenSearch, openSearch } from '../search/index.ts';
import { openDatabase } from '../storage/handle.ts';
import { openStudyStore } from '../storage/rooms/study.ts';
import { keepThreads } from '../threads/index.ts';
import { type Grade, gradeText, openStudy, quizText, type StudyService, toShown } from './index.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const ada = machineUser('ada');
const ben = machineUser('ben');
const fixtures = join(import.meta.dirname, 'fixtures');
const clock = playedClock(NOW);
let dir: string;
let search: OpenSearch;
let db: ReturnType<typeof openDatabase>;
let study: StudyService;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'study-'));
  db = openDatabase(join(dir, 'study.db'));
  const store = openStudyStore(db);
  search = openSearch({ dir, embeddings: false, keepers: store.keepers });
  study = openStudy({ store, clock, search, dir: join(dir, 'courses') });
  await study.material.add({ paths: [join(fixtures, 'renal-physiology.md')], title: 'Renal physiology' });
  await study.material.add({ paths: [fixtures], title: 'First year' });
});

afterAll(async () => {
  await search.close();
  db.close();
  rmSync(dir, { recursive: true, force: true });
});

function answerAll(quiz: string, right: boolean): Promise<Grade[]> {
  const { questions } = study.quizzes.get(ada, quiz);
  const answers = questions.map(({ id, key, options }) => {
    const label = key.kind === 'option' ? key.label : '';
    const other = options.find((option) => option.label !== label)?.label ?? '';
    return study.quizzes.answer(ada, { quiz, question: id, answer: right ? label : other, seconds: 20 });
  });
  return Promise.all(answers);
}

test('material is named as people name it, with its chapters', async () => {
  const info = await study.material.open('renal physiology');
  expect(info.documents[0]?.chapters.map(({ title }) => title)).toEqual([
    'Filtration',
    'Tubular function',
    'Acid and base',
  ]);
  expect(await study.material.named('Quiz me from *Renal physiology*, chapter 3')).toEqual({
    material: 'renal-physiology',
    chapter: '3',
  });
  expect(await study.material.named('What is my progress?')).toEqual({});
  const passages = await study.material.read({ material: 'renal-physiology', chapter: '3' });
  expect(passages.every(({ chapter_title }) => chapter_title === 'Acid and base')).toBe(true);
  await expect(study.material.open('Astrology')).rejects.toMatchObject({ code: 'MATERIAL_UNKNOWN' });
  await expect(study.material.read({ material: 'renal-physiology', chapter: '9' })).rejects.toMatchObject({
    code: 'CHAPTER_UNKNOWN',
    hint: expect.stringContaining('Acid and base'),
  });
});

test('a quiz has one right option a question, cites its passage, and shows no key', async () => {
  const quiz = await study.quizzes.make(ada, {
    material: 'Renal physiology',
    chapter: 'Tubular function',
    count: 8,
    seed: 'a',
  });
  expect(quiz.questions.length).toBeGreaterThanOrEqual(6);
  for (const question of quiz.questions) {
    expect(question.chapter).toBe('1.2');
    expect(new Set(question.options.map(({ text }) => text.toLowerCase())).size).toBe(4);
    expect(question.citation.source.title).toBe('Renal physiology');
    if (question.key.kind === 'option')
      expect(question.passage.text.toLowerCase()).toContain(question.key.text.toLowerCase());
    expect(Object.keys(toShown(question))).not.toContain('key');
  }
  const text = quizText(quiz);
  expect(text).toMatch(/^1\. .+\n {3}A\) /);
  expect(text).not.toContain('The material says');
  const again = await study.quizzes.make(ada, {
    material: 'Renal physiology',
    chapter: 'Tubular function',
    count: 8,
    seed: 'a',
  });
  expect(again.questions).toEqual(quiz.questions);
});

test('a topic is asked about and nothing near it; that there is less than was wished is said', async () => {
  const quiz = await study.quizzes.make(ada, { topic: 'chronic kidney disease', count: 30, seed: 'ckd' });
  expect(quiz.questions.length).toBeGreaterThan(1);
  for (const { topic } of quiz.questions) expect(topic).toMatch(/kidney/i);
  expect(quiz.notes.join()).toContain('not 30');
  await expect(study.quizzes.make(ada, { topic: 'heraldry of Scotland' })).rejects.toMatchObject({
    code: 'TOPIC_UNKNOWN',
  });
});

test.each([
  ['asthma', 'Asthma', ['What is asthma?', 'How is asthma treated?', 'What are the symptoms of asthma?']],
  ['heart attack', 'Heart attack (myocardial infarction)', ['What is heart attack (myocardial infarction)?']],
  ['myocardial infarction', 'Heart attack (myocardial infarction)', []],
  [
    'side effects of statins',
    'Statins (atorvastatin, rosuvastatin, simvastatin)',
    ['What are the side effects of statins?'],
  ],
])('cards on %s are on %s, from what is headed so', async (topic, heading, fronts) => {
  const cards = await study.cards.make(machineUser(topic.replaceAll(' ', '-')), { topic, count: 5 });
  expect(cards[0]?.topic).toBe(heading);
  expect(cards.map(({ front }) => front)).toEqual(expect.arrayContaining(fronts));
});

test('an answer is graded with the reason and counts once', async () => {
  const quiz = await study.quizzes.make(ada, { material: 'First year', count: 4, seed: 'once' });
  const before = study.log(ada).length;
  const wrong = await answerAll(quiz.id, false);
  expect(wrong.every(({ verdict, counted }) => verdict === 'wrong' && counted)).toBe(true);
  const second = await answerAll(quiz.id, true);
  expect(second.every(({ verdict, counted }) => verdict === 'right' && !counted)).toBe(true);
  expect(study.log(ada).length).toBe(before + quiz.questions.length);
  expect(study.quizzes.grades(ada, quiz.id)).toHaveLength(quiz.questions.length);
  expect(gradeText(wrong[0] as Grade)).toMatch(/^Wrong\. The right answer: [A-D]\) .+\[\^1\]$/s);
  await expect(study.quizzes.answer(ada, { quiz: quiz.id, question: 9, answer: 'A' })).rejects.toThrow(
    expect.objectContaining({ code: 'QUESTION_UNKNOWN' }),
  );
});

test('what is one learner’s is nobody else’s', async () => {
  const quiz = await study.quizzes.make(ada, { material: 'First year', count: 2 });
  const card = study.cards.add(ada, { front: 'GFR?', back: '125 mL/min' });
  expect(() => study.quizzes.get(ben, quiz.id)).toThrow(expect.objectContaining({ code: 'QUIZ_UNKNOWN' }));
  await expect(study.quizzes.answer(ben, { quiz: quiz.id, question: 1, answer: 'A' })).rejects.toThrow(
    expect.objectContaining({ code: 'QUIZ_UNKNOWN' }),
  );
  expect(() => study.cards.review(ben, { card: card.id, rating: 'good', key: 'k' })).toThrow(
    expect.objectContaining({ code: 'CARD_UNKNOWN' }),
  );
  expect(study.cards.list(ben)).toEqual([]);
  expect(study.log(ben)).toEqual([]);
  expect(study.progress(ben)).toMatchObject({ metrics: { answers: 0 }, cards: { total: 0 } });
});

test('cards are made once, reviewed once a key, and come back when they are due', async () => {
  const made = await study.cards.make(ada, { material: 'Renal physiology', count: 6, seed: 'c' });
  expect(made).toHaveLength(6);
  expect(made.every(({ citation, front, back }) => citation !== undefined && front !== '' && back !== '')).toBe(true);
  const more = await study.cards.make(ada, { material: 'Renal physiology', count: 3, seed: 'c' });
  expect(more.some(({ front }) => made.some((card) => card.front === front))).toBe(false);
  const [card] = made;
  if (card === undefined) throw new Error('no card');
  const first = study.cards.review(ada, { card: card.id, rating: 'easy', key: 'r1', seconds: 4 });
  const twice = study.cards.review(ada, { card: card.id, rating: 'again', key: 'r1' });
  // Two windows show the same card: each has a key of its own, and the first rating stands.
  const other = { card: card.id, rating: 'again', key: 'other-window' } as const;
  expect(study.cards.review(ada, { ...other, shown: card.schedule.reps }).counted).toBe(false);
  expect(study.cards.review(ada, { ...other, key: 'no-showing' }).counted).toBe(false);
  expect(first.counted).toBe(true);
  expect(twice).toEqual({ card: first.card, counted: false });
  expect(study.cards.due(ada).some(({ id }) => id === card.id)).toBe(false);
  const later = new Date(NOW + 30 * 86_400_000).toISOString();
  expect(study.cards.due(ada, { at: later }).some(({ id }) => id === card.id)).toBe(true);
  expect(study.log(ada).filter(({ question_id }) => question_id === card.id)).toHaveLength(1);
});

test('highlights are words of the passage, and become cards', async () => {
  const [passage] = await study.material.read({ material: 'renal-physiology', chapter: '1' });
  if (passage === undefined) throw new Error('no passage');
  const mark = {
    passage: passage.id,
    material: 'renal-physiology',
    text: 'The functional unit of the kidney is the nephron',
  };
  const highlight = await study.cards.highlight(ada, mark);
  expect(study.cards.list(ada).find(({ id }) => id === highlight.card)).toMatchObject({
    front: 'What is the functional unit of the kidney?',
    back: 'Nephron.',
  });
  await expect(study.cards.highlight(ada, { ...mark, text: 'words that are not there' })).rejects.toMatchObject({
    code: 'HIGHLIGHT_INVALID',
  });
  study.cards.removeHighlight(ada, highlight.id);
  expect(study.cards.highlights(ada)).toEqual([]);
});

test('Anki files go in once and come out again', async () => {
  const file = '#separator:tab\nwhat<script>x</script>\tthat\tbio\nfront\tback\n';
  expect(await study.cards.importAnki(ben, file, 'deck')).toEqual({ added: 2, known: 0, skipped: [] });
  expect(await study.cards.importAnki(ben, file, 'deck')).toEqual({ added: 0, known: 2, skipped: [] });
  expect(await study.cards.exportAnki(ben, { course: 'deck' })).toContain('what\tthat<br><br>bio\tdeck');
  await study.forget(ben);
  expect(study.cards.list(ben)).toEqual([]);
});

test('many cards are read in pieces, each once and in order, and counted without being read', async () => {
  const file = Array.from({ length: 1_203 }, (_, at) => `front ${at}\tback ${at}`).join('\n');
  await study.cards.importAnki(ben, file, 'many');
  const all = await study.cards.all(ben);
  expect(all.map(({ id }) => id)).toEqual(study.cards.list(ben).map(({ id }) => id));
  expect(all).toHaveLength(1_203);
  const { cards, forecast } = study.progress(ben);
  expect(cards).toEqual({ total: 1_203, due: 1_203, new: 1_203, mature: 0 });
  expect(forecast[0]?.cards).toBe(1_203);
  await study.forget(ben);
});

test('explanations are sentences of the material with citations, and the level changes which', async () => {
  const exam = await study.explain({
    topic: 'glomerular filtration rate',
    material: 'renal-physiology',
    level: 'exam',
  });
  expect(exam.text).toContain('[^1]');
  const passages = await study.material.read({ material: 'renal-physiology' });
  const text = passages
    .map((passage) => passage.text)
    .join(' ')
    .replace(/\s+/g, ' ');
  for (const sentence of exam.sentences) expect(text).toContain(sentence.text);
  const levels = ['beginner', 'exam', 'clinician'] as const;
  const told = await Promise.all(levels.map((level) => study.explain({ topic: 'heart failure', level })));
  const [beginner, student, doctor] = told.map((one) => one.text.replace(/\[\^\d+\]/g, ''));
  expect(told[0]?.citations[0]?.source.title).toBe('Heart failure');
  expect(beginner).toMatch(/^\*\*Heart failure:\*\* The heart does not pump/);
  expect(beginner).toContain('**What causes it:** Coronary disease (narrowed vessels of the heart)');
  expect(beginner).toContain('call 112');
  expect(student).toContain('**Causes:** Coronary disease, high blood pressure');
  expect(doctor).toMatch(/^\*\*Heart failure:\*\* Ejection fraction of 40 %/);
  expect(doctor).toMatch(/\*\*Treatment:\*\*.*\*\*Red flags:\*\*.*NT-proBNP/s);
  const within = await study.explain({ topic: 'why INR is checked' });
  expect(within.topic).toBe('INR');
  expect(within.text).toMatch(/\*\*.*INR/);
  const taken = await study.explain({ topic: 'beta blockers', level: 'exam' });
  expect(taken.text).toMatch(/Do not stop suddenly[^\n]*Reduce over 1 to 2 weeks/);
  const half = await study.explain({ topic: 'zinc in heart failure' });
  expect(half.text).toMatch(/^I did not find “zinc” beside heart failure in the material\./);
  await expect(study.explain({ topic: 'quantum warfarin chromodynamics in string theory' })).rejects.toMatchObject({
    code: 'TOPIC_UNKNOWN',
  });
  await expect(study.explain({ topic: 'quantum chromodynamics' })).rejects.toMatchObject({ code: 'TOPIC_UNKNOWN' });
});

test('where no material is named, what the learner brought comes before the knowledge base', async () => {
  const own = await study.explain({ topic: 'glomerular filtration rate' });
  expect(own.citations[0]?.source).toMatchObject({ source_type: 'internal_doc' });
  const quiz = await study.quizzes.make(ada, { topic: 'filtration', count: 2, seed: 'own' });
  expect(quiz.material).not.toBe('knowledge');
});

test('progress has figures and a forecast; a plan is kept and given out as a calendar', async () => {
  const progress = study.progress(ada, { timeframe: '7d' });
  expect(progress.metrics.answers).toBeGreaterThan(0);
  expect(progress.forecast).toHaveLength(14);
  const cara = machineUser('cara');
  study.cards.add(cara, { front: 'GFR', back: '120 mL/min' });
  expect(study.progress(cara).forecast[0]?.cards).toBe(study.progress(cara).cards.due);
  const plan = await study.plans.make(ada, {
    exam_date: '2026-12-20',
    hours_per_week: 5,
    material: 'renal-physiology',
  });
  expect(plan.sessions[0]).toMatchObject({ topic: 'Filtration', kind: 'learn' });
  expect(study.plans.get(ada)).toEqual(plan);
  expect(await study.plans.ics(ada)).toContain('SUMMARY:Study: Filtration');
  await expect(study.plans.ics(ben)).rejects.toThrow(expect.objectContaining({ code: 'PLAN_UNKNOWN' }));
  expect(() => study.plans.keep(ben, { sessions: 'many' })).toThrow(expect.objectContaining({ code: 'PLAN_INVALID' }));
});

test('a course is who brought it’s alone, under whatever name, until they share it; no course takes the place of another', async () => {
  const as = <T>(user: string, work: () => T) => actAs({ principal: machineUser(user), actor: 'test' }, work);
  const bring = (owner: string, text: string, title = 'Shared notes') =>
    as(owner, () => study.material.bring({ title, name: 'dose.md', bytes: Buffer.from(text), owner }));
  const read = (user: string) => as(user, () => study.material.read({ material: 'Shared notes' }));
  const { material } = await bring('ada', '# Dose\n\nRenin is secreted by the juxtaglomerular cells of the kidney.');
  await expect(read('eve')).rejects.toMatchObject({ code: 'MATERIAL_UNKNOWN' });
  await bring('eve', '# Dose\n\nRenin is secreted by nobody at all.');
  expect((await read('ada'))[0]?.text).toContain('juxtaglomerular');
  expect((await read('eve'))[0]?.text).toContain('nobody');
  await bring('ada', '# Dose\n\nRenin is secreted by the granular cells of the kidney.');
  expect((await read('ada'))[0]?.text).toContain('granular');
  const change = { paths: [fixtures], scope: material.id, embeddings: false };
  for (const user of ['eve', 'local'])
    await expect(as(user, () => search.index(change))).rejects.toMatchObject({ code: 'SCOPE_RESERVED' });
  await expect(as('eve', () => search.drop('renal-physiology'))).rejects.toMatchObject({ code: 'SCOPE_RESERVED' });
  await expect(as('ben', () => study.material.share(material.id, true))).rejects.toMatchObject({
    code: 'MATERIAL_UNKNOWN',
  });
  expect(await as('ada', () => study.material.share(material.id, true))).toMatchObject({ access: 'own' });
  expect(await as('ben', () => study.material.open('Shared notes'))).toMatchObject({ access: 'shared' });
  await expect(as('ben', () => search.index(change))).rejects.toMatchObject({ code: 'SCOPE_RESERVED' });
  await expect(as('ben', () => study.material.share(material.id, false))).rejects.toMatchObject({
    code: 'MATERIAL_FORBIDDEN',
  });
  await as('ada', () => study.material.share(material.id, false));
  await expect(read('ben')).rejects.toMatchObject({ code: 'MATERIAL_UNKNOWN' });
  await search.index({ paths: [join(fixtures, 'renal-physiology.md')], scope: 'house-rules', embeddings: false });
  await expect(study.material.add({ paths: [fixtures], title: 'House rules', owner: 'local' })).rejects.toMatchObject({
    code: 'MATERIAL_TAKEN',
  });
  await expect(bring('eve', '', 'Of nothing')).rejects.toMatchObject({ code: 'FILE_INVALID' });
  await expect(bring('ada', '# Some\n\nRenin is secreted by the kidney.', 'Of nothing')).resolves.toBeDefined();
});

test('titles that differ by signs alone are two courses, and each is found again by its own', async () => {
  const [one, other] = ['one', 'other'].map((name) => {
    const folder = join(dir, `signs-${name}`);
    mkdirSync(folder);
    writeFileSync(join(folder, `${name}.md`), `# ${name}\n\nRenin is secreted by the ${name} cells of the kidney.\n`);
    return folder;
  }) as [string, string];
  const { material: first } = await study.material.add({ paths: [one], title: 'Renin: Part 1' });
  const { material: second } = await study.material.add({ paths: [other], title: 'Renin – Part (1)' });
  expect(second.id).not.toBe(first.id);
  expect((await study.material.add({ paths: [other], title: 'renin –  part (1)' })).material.id).toBe(second.id);
  expect(await study.material.open('Renin: Part 1')).toMatchObject({ id: first.id, title: 'Renin: Part 1' });
  expect(await study.material.open('renin –  part (1)')).toMatchObject({ id: second.id });
});

test('a scanned PDF is said to hold no text, and a course of nothing else is refused', async () => {
  const scans = join(dir, 'scans');
  mkdirSync(scans);
  writeFileSync(join(scans, 'scan.pdf'), makePdf('Scan', ''));
  await expect(study.material.add({ paths: [scans], title: 'Scans' })).rejects.toMatchObject({
    code: 'MATERIAL_EMPTY',
    hint: expect.stringContaining('scan.pdf: The PDF holds no text (scanned pages, perhaps).'),
  });
  writeFileSync(join(scans, 'notes.md'), '# Notes\n\nRenin is secreted by the juxtaglomerular cells of the kidney.\n');
  const { material } = await study.material.add({ paths: [scans], title: 'Scans' });
  expect(material.warnings[0]).toContain('scan.pdf');
});

test('pages without text and documents in other languages are said, at adding and where something is made of them', async () => {
  const folder = join(dir, 'mixed');
  mkdirSync(folder);
  const line = 'Renin is secreted by the juxtaglomerular cells of the kidney.';
  writeFileSync(join(folder, 'half.pdf'), makeBook('Half', [{ lines: [line] }, { lines: [''] }, { lines: [''] }]));
  writeFileSync(
    join(folder, 'herz.md'),
    '# Vorhofflimmern\n\nDas Vorhofflimmern ist die häufigste Rhythmusstörung des Herzens und nimmt mit dem Alter zu. Die Frequenz wird mit einem Betablocker gesenkt, und bei hohem Risiko wird die Gerinnung gehemmt.\n',
  );
  const { material } = await study.material.add({ paths: [folder], title: 'Herz' });
  expect(material.warnings).toEqual([
    'half.pdf: 2 of its 3 pages have no text (scanned or pictures, perhaps) and are left out.',
    expect.stringMatching(/^Of 2 documents one is not in English \(it looks German\): “Vorhofflimmern”\./),
  ]);
  // Added again as it is, what was said of it still holds.
  const again = await study.material.add({ paths: [folder], title: 'Herz' });
  expect(again.material.warnings).toEqual(material.warnings);
  expect(await study.material.named('quiz me on Herz')).toEqual({ material: 'herz' });
  expect(await study.material.named('make 5 flashcards from Herz')).toEqual({ material: 'herz' });
  expect(await study.material.named('my Herz hurts')).toEqual({});
  const { notes } = await study.quizzes.make(ada, {
    material: 'Herz',
    count: 20,
    kinds: ['choice', 'cloze', 'short'],
    seed: 'h',
  });
  expect(notes.join(' ')).toContain('not in English');
  await expect(study.quizzes.make(ada, { material: 'Herz', topic: 'Vorhofflimmern', seed: 'h' })).rejects.toMatchObject(
    {
      hint: expect.stringContaining('German'),
    },
  );
  await expect(study.cards.make(ada, { material: 'Herz', topic: 'Vorhofflimmern' })).rejects.toMatchObject({
    hint: expect.stringContaining('German'),
  });
});

test('a question is cited by the title of its course, not by the folder it came from', async () => {
  const { questions } = await study.quizzes.make(ada, { material: 'Renal physiology', count: 1, seed: 't' });
  expect(questions[0]?.citation.footnote).toMatch(/^Renal physiology,/);
});

test('chapters are the outline of a PDF, what looks like headings in one without, and the headings of a page', async () => {
  const folder = join(dir, 'books');
  mkdirSync(folder);
  const renin = ['Renin is secreted by the juxtaglomerular cells of the kidney.'];
  const heart = ['The sinoatrial node sets the rhythm of the heart at 60 to 100 beats per minute.'];
  writeFileSync(
    join(folder, 'a.pdf'),
    makeBook('Atlas', [{ title: 'The kidney', lines: renin }, { lines: renin }, { title: 'The heart', lines: heart }]),
  );
  writeFileSync(
    join(folder, 'b.pdf'),
    makeBook('Script', [{ lines: ['Chapter 1 Water', ...renin] }, { lines: ['Chapter 2 Salt', ...heart] }]),
  );
  const page = (text: string) => `<p>${text}</p>`;
  writeFileSync(
    join(folder, 'c.html'),
    `<html><title>Notes</title><h1>Pumps</h1>${page(renin[0] as string)}<h2>Valves</h2>${page(heart[0] as string)}</html>`,
  );
  const { material } = await study.material.add({ paths: [folder], title: 'Books' });
  expect(material.documents.map(({ title, chapters }) => [title, ...chapters.map((chapter) => chapter.title)])).toEqual(
    [
      ['Atlas', 'The kidney', 'The heart'],
      ['Script', 'Chapter 1 Water', 'Chapter 2 Salt'],
      ['Notes', 'Pumps', 'Valves'],
    ],
  );
  const [passage] = await study.material.read({ material: 'Books', chapter: 'The heart' });
  expect(passage).toMatchObject({ chapter: '1.2', source: { pages: '3' } });
  expect(passage?.text).toContain('sinoatrial');
});

test('material in another language is said to be', async () => {
  const folder = join(dir, 'german');
  mkdirSync(folder);
  const text =
    'Die Niere filtert das Blut und bildet den Harn. Die Nieren liegen hinter dem Bauchfell. Der Patient hat Fieber und Schmerzen, er braucht einen Arzt. ';
  writeFileSync(join(folder, 'niere.md'), `# Die Niere\n\n${text.repeat(5)}`);
  const { material } = await study.material.add({ paths: [folder], title: 'Niere' });
  expect(material.warnings.join(' ')).toContain('German');
  await expect(study.quizzes.make(ada, { material: 'Niere' })).rejects.toMatchObject({
    code: 'QUIZ_EMPTY',
    hint: expect.stringContaining('not in English'),
  });
});

test('where threads are kept, questions and cards are made in one, and are the same', async () => {
  const order = { material: 'first-year', count: 4, seed: 'aside' } as const;
  const [quiz, cards] = [await study.quizzes.make(ada, order), await study.cards.make(machineUser('eve'), order)];
  const stop = keepThreads({ most: 2 });
  try {
    const aside = openStudy({ store: openStudyStore(db), clock, search });
    let turns = 0;
    const bystander = setInterval(() => turns++, 1);
    const again = await aside.quizzes.make(ben, order);
    clearInterval(bystander);
    expect(turns).toBeGreaterThan(3);
    expect(again.questions).toEqual(quiz.questions);
    const fronts = (made: readonly { front: string }[]) => made.map(({ front }) => front);
    expect(fronts(await aside.cards.make(machineUser('fay'), order))).toEqual(fronts(cards));
  } finally {
    await stop();
  }
}, 60_000);
