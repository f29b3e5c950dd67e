/** Learning over HTTP: material, quizzes, cards, progress and the plan. Everything of a learner is the caller's own. */
import { type Context, Hono } from 'hono';
import type { App } from '../app/index.ts';
import { ConsiliumError, type Principal } from '../kernel/index.ts';
import type { Grade, Quiz, StudyService } from '../study/index.ts';
import { toShown } from '../study/wording.ts';
import { callerOf } from './caller.ts';
import { sendLarge } from './large-json.ts';
import { readBody, readQuery } from './request.ts';
import type { GatewayHouse, Room } from './route.ts';
import { allowPath } from './search.ts';
import { gradeTogether } from './study-answers.ts';
import { planFor } from './study-plan.ts';
import { progressFor } from './study-progress.ts';
import * as rows from './study-rows.ts';
import { nameList, nameSubject } from './subject.ts';

interface Desk {
  readonly study: StudyService;
  readonly who: Principal;
}

type Open = (context: Context) => Promise<Desk>;

function studyRoutes({ app, indexRoots }: GatewayHouse): Hono {
  const routes = new Hono();
  const open: Open = async (context) => ({ study: await app.service('study'), who: callerOf(context) });
  mountMaterial(routes, open, indexRoots);
  mountQuizzes(routes, open);
  mountCards(routes, open);
  mountProgress(routes, open, app);
  return routes;
}

function mountMaterial(routes: Hono, open: Open, roots: readonly string[]): void {
  routes.get('/study/materials', async (context) => {
    const { study } = await open(context);
    return context.json({ materials: await study.material.list() });
  });
  routes.post('/study/materials', async (context) => {
    const { title, paths } = await readBody(context, rows.addRequest);
    const allowed = await Promise.all(paths.map((path) => allowPath(path, roots)));
    const { study, who } = await open(context);
    const signal = context.req.raw.signal;
    return context.json(await study.material.add({ title, paths: allowed, owner: who.user, signal }));
  });
  routes.post('/study/files', async (context) => {
    const { title, name } = readQuery(context, rows.fileQuery);
    const { study, who } = await open(context);
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    const signal = context.req.raw.signal;
    return context.json(await study.material.bring({ title, name, bytes, owner: who.user, signal }));
  });
  routes.get('/study/materials/:id', async (context) => {
    const { study } = await open(context);
    return context.json({ ...(await study.material.open(context.req.param('id'))) });
  });
  routes.delete('/study/materials/:id', async (context) => {
    const { study } = await open(context);
    const { cards } = readQuery(context, rows.removeQuery);
    return context.json(await study.material.remove(context.req.param('id'), cards === 'true'));
  });
  routes.post('/study/materials/:id/share', async (context) => {
    const { shared } = await readBody(context, rows.shareRequest);
    const { study } = await open(context);
    return context.json({ ...(await study.material.share(context.req.param('id'), shared)) });
  });
  routes.get('/study/materials/:id/passages', async (context) => {
    const { chapter } = readQuery(context, rows.placeQuery);
    const { study } = await open(context);
    return context.json({ passages: await study.material.read({ material: context.req.param('id'), chapter }) });
  });
  routes.get('/study/explain', async (context) => {
    const { study } = await open(context);
    return context.json({ ...(await study.explain(readQuery(context, rows.explainQuery))) });
  });
  routes.get('/study/highlights', async (context) => {
    const { study, who } = await open(context);
    const highlights = study.cards.highlights(who, readQuery(context, rows.highlightQuery).material);
    nameList(context, highlights, 'highlights');
    return context.json({ highlights });
  });
  routes.post('/study/highlights', async (context) => {
    const { study, who } = await open(context);
    return context.json({ ...(await study.cards.highlight(who, await readBody(context, rows.highlightRequest))) });
  });
  routes.delete('/study/highlights/:id', async (context) => {
    const { study, who } = await open(context);
    study.cards.removeHighlight(who, context.req.param('id'));
    return context.json({ removed: context.req.param('id') });
  });
}

function mountQuizzes(routes: Hono, open: Open): void {
  routes.get('/study/quizzes', async (context) => {
    const { study, who } = await open(context);
    const list = study.quizzes.list(who, MOST_QUIZZES);
    nameList(context, list, 'quizzes');
    return context.json({ quizzes: list.map((quiz) => showQuiz(quiz, study.quizzes.grades(who, quiz.id))) });
  });
  routes.post('/study/quizzes', async (context) => {
    const request = await readBody(context, rows.quizRequest);
    const { study, who } = await open(context);
    return context.json(showQuiz(await study.quizzes.make(who, request), []));
  });
  routes.get('/study/quizzes/:id', async (context) => {
    const { study, who } = await open(context);
    const quiz = study.quizzes.get(who, context.req.param('id'));
    return context.json(showQuiz(quiz, study.quizzes.grades(who, quiz.id)));
  });
  routes.post('/study/quizzes/:id/answers', async (context) => {
    const { answers } = await readBody(context, rows.answersRequest);
    const { study, who } = await open(context);
    const quiz = study.quizzes.get(who, context.req.param('id'));
    requireQuestions(quiz, answers);
    const until = performance.now() + LONGEST_GRADING_MS;
    const { grades, left } = await gradeTogether(
      answers,
      (answer) => study.quizzes.answer(who, { quiz: quiz.id, ...answer }),
      () => performance.now() < until && !context.req.raw.signal.aborted,
    );
    return context.json({
      grades,
      open: quiz.questions.length - study.quizzes.grades(who, quiz.id).length,
      ...(left.length > 0 && { left: left.map(({ question }) => question), note: LEFT }),
    });
  });
}

const MOST_QUIZZES = 50;
const LONGEST_GRADING_MS = 60_000;
const LEFT = 'Not all answers could be graded in time. What was graded is kept; send the others again, or shorter.';

/** All of them or none: nothing is graded where one of the answers is to no question. */
function requireQuestions({ questions }: Quiz, answers: readonly { question: number | string }[]): void {
  for (const { question } of answers)
    if (typeof question === 'number' ? question > questions.length : !questions.some(({ id }) => id === question))
      throw new ConsiliumError('QUESTION_UNKNOWN', `This quiz has no question ${question}.`, {
        hint: `Its questions are numbered from 1 to ${questions.length}.`,
      });
}

/** What a learner may see: no key, no reason and no passage of a question that is still open. */
function showQuiz({ id, title, material, questions, notes }: Quiz, grades: readonly Grade[]) {
  const shown = questions.map((question, at) => ({ number: at + 1, ...toShown(question) }));
  return { id, title, material, questions: shown, notes, grades };
}

function mountCards(routes: Hono, open: Open): void {
  routes.get('/study/cards', async (context) => {
    const { due, ...filter } = readQuery(context, rows.cardsQuery);
    const { study, who } = await open(context);
    const cards =
      due === 'true' ? study.cards.due(who, filter) : study.cards.list(who, { most: MOST_SHOWN, ...filter });
    nameList(context, cards, 'cards');
    return sendLarge(context, { cards, due: study.cards.due(who).length });
  });
  routes.post('/study/cards', async (context) => {
    const { study, who } = await open(context);
    return context.json({ ...study.cards.add(who, await readBody(context, rows.cardRequest)) });
  });
  routes.post('/study/cards/make', async (context) => {
    const request = await readBody(context, rows.makeCardsRequest);
    const { study, who } = await open(context);
    return context.json({ cards: await study.cards.make(who, request) });
  });
  routes.delete('/study/cards/:id', async (context) => {
    const { study, who } = await open(context);
    study.cards.remove(who, context.req.param('id'));
    return context.json({ removed: context.req.param('id') });
  });
  routes.post('/study/reviews', async (context) => {
    const review = await readBody(context, rows.reviewRequest);
    const { study, who } = await open(context);
    return context.json(study.cards.review(who, review));
  });
  routes.get('/study/anki', async (context) => {
    const { study, who } = await open(context);
    const text = await study.cards.exportAnki(who, readQuery(context, rows.ankiQuery));
    return context.body(text, 200, {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="consilium-cards.txt"',
    });
  });
  routes.post('/study/anki', async (context) => {
    const { text, course } = await readBody(context, rows.ankiRequest);
    const { study, who } = await open(context);
    return context.json(await study.cards.importAnki(who, text, course));
  });
}

function mountProgress(routes: Hono, open: Open, app: App): void {
  routes.get('/study/progress', async (context) => {
    const { study, who } = await open(context);
    const progress = await progressFor(app, study, who, readQuery(context, rows.progressQuery));
    return context.json({ ...progress, now: app.clock.now() });
  });
  routes.get('/study/plan', async (context) => {
    const { study, who } = await open(context);
    const plan = study.plans.get(who) ?? null;
    nameSubject(context, { isEmpty: plan === null });
    return context.json({ plan });
  });
  routes.post('/study/plan', async (context) => {
    const request = await readBody(context, rows.planRequest);
    const { study, who } = await open(context);
    return context.json({ ...(await planFor(app, study, who, request)) });
  });
  routes.get('/study/plan.ics', async (context) => {
    const { study, who } = await open(context);
    return context.body(await study.plans.ics(who), 200, { 'content-type': 'text/calendar; charset=utf-8' });
  });
  routes.get('/study/export', async (context) => {
    const { study, who } = await open(context);
    return sendLarge(context, { ...(await study.export(who)) });
  });
  routes.delete('/study', async (context) => {
    const { study, who } = await open(context);
    await study.forget(who);
    return context.json({ forgotten: true });
  });
}

/** Of cards, where nobody says how many; all of them are in the export. */
const MOST_SHOWN = 2_000;

export const studyRoom: Room = { mount: studyRoutes, routes: rows.studyRows };
