/**
 * Study: what the mentor teaches with, without a model. Courses are scopes of the search index; explanations, questions,
 * cards and plans are made from their words alone, and everything cites. May touch: the search index, its own tables of
 * the data file (what belongs to a learner is only theirs), the clinical catalogue. The functions that the remote agents
 * serve (progress, plans, next reviews) are pure and hold nothing of anybody.
 */
export { type AnkiFile, type AnkiNote, readAnki, writeAnki } from './anki.ts';
export { openStudy, type StudyOptions } from './desk.ts';
export { sayFailure, sayLeftOut } from './elsewhere.ts';
export { grade, readAnswers, rightAnswer } from './grading/grade.ts';
export { gradeWords } from './grading/meaning.ts';
export { type CheckedInsights, checkInsights, checkProgress } from './insight-checks.ts';
export { progressInsights } from './insights.ts';
export { planAside } from './planning/aside.ts';
export { readBusy, writePlan } from './planning/calendar.ts';
export { checkPlan, checkPlanFor } from './planning/checking.ts';
export { makeStudyPlan } from './planning/plan.ts';
export { checkReviews, type NextReviews, nextReviews } from './reviews.ts';
export type * from './service.ts';
export * from './types.ts';
export { cardsText, gradeText, planText, questionText, quizText, toShown } from './wording.ts';
