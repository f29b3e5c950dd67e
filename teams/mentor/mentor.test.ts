/** The mentor without a model and without other machines, as a learner uses it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { machineUser } from '../../src/kernel/index.ts';
import type { Quiz } from '../../src/study/index.ts';
import { BERLIN, type Mentor, openMentor } from './fixture.ts';

let mentor: Mentor;
beforeAll(async () => {
  mentor = await openMentor();
});
afterAll(() => mentor.close());

const last = (user: string): Quiz => mentor.study.quizzes.list(machineUser(user), 1)[0]!;
const keyOf = (quiz: Quiz, number: number) => {
  const { key } = quiz.questions[number - 1]!;
  if (key.kind === 'option') return key.label;
  return key.kind === 'text'
    ? key.text
    : Object.entries(key.pairs)
        .map(([item, option]) => `${item}${option}`)
        .join(' ');
};

describe('a quiz', () => {
  test('is made from the chapter that is named: numbered, options by letter, no key', async () => {
    const answer = await mentor.ask('quiz me on chapter 3 of Renal physiology, 3 questions', 'q1');
    const { text, route } = answer;
    expect(answer).toMatchObject({ outcome: 'answered', unsupported: [], warnings: [] });
    expect(route).toEqual(['SupervisorAgent', 'QuizAgent']);
    const quiz = last('ada');
    expect(quiz.questions).toHaveLength(3);
    for (const number of [1, 2, 3]) expect(text).toMatch(new RegExp(`^${number}\\. `, 'm'));
    if (quiz.questions.some(({ options, items }) => options.length > 0 && items.length === 0)) {
      expect(text).toMatch(/^\s+A\) /m);
      expect(text).toMatch(/^\s+D\) /m);
    }
    for (const { reason } of quiz.questions) expect(text).not.toContain(reason);
    for (const { chapter } of quiz.questions) expect(chapter).toMatch(/^3\./);
  });

  test('is graded: right or wrong first, then the right answer, its reason and its passage', async () => {
    const quiz = last('ada');
    const right = await mentor.ask(`1: ${keyOf(quiz, 1)}`, 'q1');
    expect(right.text).toMatch(/^\*\*Right/);
    expect(right.text).toContain('[^1]');
    expect(right.citations).toHaveLength(1);
    const wrong = await mentor.ask('2: nothing of the kind', 'q1');
    expect(wrong.text).toMatch(/^\*\*Wrong\. The right answer is /);
    const again = await mentor.ask(`2: ${keyOf(quiz, 2)}`, 'q1');
    expect(again.text).toContain('the first answer stands');
    expect(mentor.study.log(machineUser('ada'))).toHaveLength(2);
  });

  test('takes a bare answer for the next question, and several at once', async () => {
    const quiz = last('ada');
    const bare = await mentor.ask(keyOf(quiz, 3), 'q1');
    expect(bare.text).toMatch(/^\*\*Right/);
    expect(bare.text).toContain('That was the last one');
    await mentor.ask('quiz me again, 2 questions', 'q1');
    const next = last('ada');
    expect(next.id).not.toBe(quiz.id);
    const both = await mentor.ask(`1: ${keyOf(next, 1)}, 2: ${keyOf(next, 2)}`, 'q1');
    expect(both.text).toMatch(/^\*\*Right on 1 and 2\.\*\*/);
  });

  test('grades what it has, and says which questions it does not have', async () => {
    await mentor.ask('quiz me on Renal physiology, 1 question', 'q4', 'cleo');
    const { text } = await mentor.ask(`1: ${keyOf(last('cleo'), 1)}, 2: B, 3: C`, 'q4', 'cleo');
    expect(text).toMatch(/^\*\*Right/);
    expect(text).toContain('This quiz has one question: there is no 2 or 3.');
    await mentor.ask('quiz me again, 2 questions', 'q4', 'cleo');
    expect((await mentor.ask('7: A', 'q4', 'cleo')).text).toBe('This quiz has 2 questions: there is no 7.');
    expect(mentor.study.log(machineUser('cleo'))).toHaveLength(1);
  });

  test('in short answers is asked on the subject alone, and answered in words', async () => {
    const { text } = await mentor.ask('quiz me on anticoagulants, 3 short answer questions', 'q5', 'dora');
    const { questions } = last('dora');
    expect(questions.map(({ kind }) => kind)).toEqual(['short', 'short', 'short']);
    for (const { topic } of questions) expect(topic).toMatch(/anticoagulant|blood thinner|warfarin|heparin/i);
    expect(text).toContain('Answer in your own words');
  });

  test('that is another learner’s, or none, is not answered', async () => {
    const { text } = await mentor.ask('2: B', 'q2', 'bob');
    expect(text).not.toMatch(/^\*\*(?:Right|Wrong)/);
    expect(mentor.study.log(machineUser('bob'))).toEqual([]);
  });

  test('on what the material does not have is refused in words', async () => {
    const { text, outcome } = await mentor.ask('quiz me on medieval tapestry weaving', 'q3');
    expect(outcome).toBe('fallback');
    expect(text).not.toContain('A)');
  });
});

describe('explaining', () => {
  test('cites the material, which the session keeps', async () => {
    const first = await mentor.ask('explain the loop of Henle from Renal physiology for beginners', 'e1');
    expect(first.route).toEqual(['SupervisorAgent', 'TutorAgent']);
    expect(first.text).toMatch(/medulla|ascending/);
    expect(first.citations.length).toBeGreaterThan(0);
    expect(first.unsupported).toEqual([]);
    const second = await mentor.ask('what is aldosterone?', 'e1');
    expect(second.text).toMatch(/collecting duct|adrenal/);
  });

  test('of two things each is told by itself where hardly a sentence has both', async () => {
    const { text } = await mentor.ask('explain furosemide versus bumetanide from Renal physiology', 'e4');
    expect(text).toContain('blocks the sodium-potassium-chloride cotransporter');
    expect(text).toContain('about forty times as potent');
  });

  describe('a heading means all that is below it, in chat as at every other door', () => {
    const STORM =
      '# Pituitary apoplexy\n\nPituitary apoplexy is a sudden haemorrhage into the pituitary gland. Its typical features are sudden headache, double vision and low blood pressure.\n\n## Treatment\n\nHydrocortisone 100 mg is given at once. Metyrapone should be avoided because it lowers cortisol further. Cabergoline is preferred over bromocriptine for prolactinomas.\n\n### Surgery\n\nTranssphenoidal decompression is done within seven days when vision fails.\n';
    const told = async (question: string) => {
      const { text } = await mentor.ask(question);
      const there = await mentor.study.explain({ topic: question });
      expect(text.replace(/\[\^\d+\][\s\S]*$|\[\^\d+\]/g, '').slice(0, 60)).toBe(
        there.text.replace(/\[\^\d+\][\s\S]*$|\[\^\d+\]/g, '').slice(0, 60),
      );
      return text;
    };
    beforeAll(async () => {
      const bytes = Buffer.from(STORM);
      await mentor.study.material.bring({ title: 'Pituitary week', name: 'apoplexy.md', bytes });
    });
    afterAll(() => mentor.study.material.remove('Pituitary week'));

    test.each([
      ['why is metyrapone avoided in pituitary apoplexy?', /^Metyrapone should be avoided because/],
      ['explain hydrocortisone in pituitary apoplexy', /^Hydrocortisone 100 mg/],
      ['what is the treatment of pituitary apoplexy?', /treatment:\*\* Hydrocortisone 100 mg.*Metyrapone.*Cabergoline/],
      ['which drug treats pituitary apoplexy?', /treatment:\*\* Hydrocortisone 100 mg/],
      ['is cabergoline preferred over bromocriptine in pituitary apoplexy?', /^Cabergoline is preferred/],
      [
        'in pituitary apoplexy, when do you do transsphenoidal decompression?',
        /^Transsphenoidal decompression is done/,
      ],
      ['what are the features of pituitary apoplexy?', /Its typical features are sudden headache/],
      ['Erkläre mir pituitary apoplexy', /^Pituitary apoplexy is a sudden haemorrhage/],
    ])('%s', async (question, answer) => {
      expect(await told(question)).toMatch(answer);
    });

    test('things that are compared are all told; what is nowhere is said after all of it was looked at', async () => {
      const both = await told('compare pituitary apoplexy and the loop of Henle for a beginner');
      expect(both).toMatch(
        /\*\*Pituitary apoplexy:\*\* Pituitary apoplexy is[\s\S]*\*\*Loop of Henle:\*\*[\s\S]*medulla/,
      );
      expect(await told('explain zinc in pituitary apoplexy')).toMatch(
        /^I did not find “zinc” beside pituitary apoplexy/,
      );
      const place = { material: 'pituitary-week', chapter: 'Pituitary apoplexy' };
      const within = await mentor.study.explain({ ...place, topic: 'why metyrapone is avoided' });
      expect(within.text).toMatch(/^Metyrapone/);
      const chapter = await mentor.study.explain({ material: 'renal-physiology', chapter: '1', topic: 'bumetanide' });
      expect(chapter.text).toContain('forty times as potent');
    });
  });

  test('of what nothing is known says so', async () => {
    const { text, outcome } = await mentor.ask('explain medieval tapestry weaving', 'e1');
    expect(outcome).toBe('fallback');
    expect(text).toMatch(/^I did not find "medieval tapestry weaving"/);
  });
});

describe('cards', () => {
  test('are made as a table, reviewed one by one, and rated once each time they are shown', async () => {
    const made = await mentor.ask('make flashcards from Renal physiology', 'c1');
    expect(made.route).toEqual(['SupervisorAgent', 'FlashcardAgent']);
    expect(made.text).toMatch(/\| front \| back \|/);
    const front = await mentor.ask('review my cards', 'c1');
    expect(front.text).toMatch(/^\*\*Front:\*\*/);
    expect((await mentor.ask('show', 'c1')).text).toMatch(/^\*\*Back:\*\*/);
    const before = mentor.study.log(machineUser('ada')).length;
    expect((await mentor.ask('good', 'c1')).text).toContain('Kept as good');
    expect(mentor.study.log(machineUser('ada'))).toHaveLength(before + 1);
  });

  test('there are none of for another learner', async () => {
    expect((await mentor.ask('review my cards', 'c2', 'bob')).text).toContain('no cards yet');
  });
});

describe('progress', () => {
  test('is worked out here where no address is set, and the answer names who did', async () => {
    const answer = await mentor.ask('how am I doing this week?', 'p1');
    const { text, source_agents } = answer;
    expect(answer).toMatchObject({ outcome: 'answered', unsupported: [] });
    expect(source_agents).toContain('AnalyticsAgent');
    expect(source_agents).not.toContain('AnalyticsService');
    expect(text).toMatch(/\d+ answers/);
  });

  test('comes together with a quiz that is wished for in the same message', async () => {
    const { text, source_agents } = await mentor.ask('quiz me on the loop of Henle and tell me how am I doing', 'e1');
    expect(source_agents).toEqual(expect.arrayContaining(['QuizAgent', 'AnalyticsAgent']));
    expect(text).toMatch(/^1\. /m);
    expect(text).toMatch(/answers/);
  });
});

describe('a plan', () => {
  const sessions = (text: string) => text.split('\n').filter((line) => /^\d{4}-\d\d-\d\d/.test(line));

  test('has lines that begin with a date, none on a day off, none over the calendar', async () => {
    const { calendar } = await mentor.app.service('assistant');
    calendar.add('ada', { title: 'Ward round', start: '2026-11-16T08:00', end: '2026-11-16T20:30', zone: BERLIN });
    const wish = 'plan up to my exam on 12 December with Renal physiology, 6 hours a week, not on Sundays';
    const { text, source_agents } = await mentor.ask(wish, 'pl');
    expect(source_agents).toContain('SchedulerAgent');
    const lines = sessions(text);
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(new Date(line.slice(0, 10)).getUTCDay()).not.toBe(0);
    expect(lines.filter((line) => line.startsWith('2026-11-16'))).toEqual([]);
    expect(text).not.toContain('Ward round');
    expect((await mentor.ask('show my plan', 'pl')).text).toContain(lines[0]);
  });

  test('is of what the exam is in, and says what the material does not have', async () => {
    const { text } = await mentor.ask('plan 1 hour a day for my cardiology exam on 20 December', 'pl4');
    expect(text).toContain('Heart failure');
    expect(text).toContain('Atrial fibrillation');
    expect(text).toContain('Pacemaker');
    expect(text).not.toMatch(/Knowledge base|Asthma|cardiology" in the material/);
    const two = await mentor.ask('plan 5 hours a week for my exam on asthma and philately on 20 December', 'pl5');
    expect(two.text).toContain('learn: Asthma');
    expect(two.text).toContain('nothing on "philately"');
  });

  test('of the knowledge base goes through its subjects', async () => {
    const { text } = await mentor.ask(
      'plan from the knowledge base up to my exam on 20 December, 6 hours a week',
      'pl6',
    );
    expect(text).toContain('Heart and circulation');
    expect(text).not.toContain('learn: Knowledge base');
  });

  test('without a date asks for it, and takes the answer', async () => {
    expect((await mentor.ask('make me a study plan, 4 hours a week', 'pl2')).text).toContain('When is the exam?');
    const { text } = await mentor.ask('on 5 December', 'pl2');
    expect(text).toContain('5 December 2026');
  });

  test('for an exam that was yesterday is refused', async () => {
    const { text, outcome } = await mentor.ask('plan for my exam yesterday, 6 hours a week', 'pl3');
    expect(text).toMatch(/past/);
    expect(outcome).toBe('fallback');
  });
});

test('material is listed, opened and kept', async () => {
  expect((await mentor.ask('which material is there?', 'm1')).text).toContain('Renal physiology');
  const { text } = await mentor.ask('which chapters does Renal physiology have?', 'm1');
  expect(text).toContain('The loop of Henle');
});

test.each([
  ['a run of blanks', `4: 1${' '.repeat(19_000)}z`],
  ['a book', `quiz me on the loop of Henle. ${'and then, q 1 '.repeat(1_300)}`],
  ['signs', '[^1]: |`*'.repeat(2_100)],
])('%s is read to an answer', async (_, message) => {
  const { outcome } = await mentor.ask(message, 'x2');
  expect(['answered', 'fallback']).toContain(outcome);
});

test('what nobody understands is said so, with what can be asked', async () => {
  const { text, outcome } = await mentor.ask('the sky over the river was a lovely colour last night', 'x1');
  expect(outcome).toBe('fallback');
  expect(text).toContain('quiz me');
});

test('another level goes on with what was explained last', async () => {
  await mentor.ask('explain the loop of Henle for beginners', 'again');
  const { text, route } = await mentor.ask('now for a clinician', 'again');
  expect(route).toEqual(['SupervisorAgent', 'TutorAgent']);
  expect(text).toMatch(/Henle/);
});
