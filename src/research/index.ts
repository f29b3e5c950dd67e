/**
 * The research desk: agents that work on a subject for weeks, what they find, and who is told. Evidence is graded and
 * followed as it matures; reports say first what changed. May touch: the workspaces, triggers, mail, the index and the
 * sources it is given. What a page, a paper or a mail says is data: nothing in it is done.
 */

export type { Letter } from '../mail/index.ts';
export {
  isBare,
  isFollowUp,
  isOfAgent,
  isOnlyTime,
  kindOfRequest,
  meansAll,
  type Purpose,
  purposeOf,
  type RequestKind,
} from './asking.ts';
export { readKind } from './asking-aside.ts';
export { sayWaiting, type Waiting, weighAwaited } from './awaiting.ts';
export { bareText } from './bare-aside.ts';
export { isSafetyNews } from './cautions.ts';
export { clearStored, talkFolder } from './clearing.ts';
export { meetsCondition } from './conditions.ts';
export { fileThread, letterSubject, letterWish, readLetter, withoutLetter } from './correspondence.ts';
export { Desk, type DeskOptions } from './desk.ts';
export { emergencyIn } from './emergency.ts';
export { isWanted } from './enough.ts';
export { stage } from './evidence/appraisal.ts';
export { sayGrade } from './evidence/grading.ts';
export type { Maturity } from './evidence/maturity.ts';
export { isOrder } from './evidence/orders.ts';
export { type EvidenceRow, keyOfChange } from './evidence/table.ts';
export { EXAMPLE_REQUEST, EXAMPLE_SCOPE, playExample } from './example.ts';
export { exportReport, newestReport } from './exporting.ts';
export { Feed, type Match, type RelayFacts } from './feed.ts';
export { fileAsked } from './files-asked.ts';
export { FITS, fitOf } from './fit.ts';
export { withoutIdentifiers } from './identifiers.ts';
export { inEnglish, inLanguage, languagesRead } from './language.ts';
export { describeLook, instructionOf, LOOK_AGAIN, limitsOf } from './looks.ts';
export { isInGeneral } from './many.ts';
export { meantBy } from './meant.ts';
export { type DeskReply, type LetterDraft, letterToSend, sendAgain, sessionOf } from './messages.ts';
export { handIn } from './outside.ts';
export type { AgentRow, AgentStatus, FeedRow, RelayRow } from './records.ts';
export { replyIn } from './replies.ts';
export { recallFindings, reportFindings, reportNews, type WrittenReport } from './reporting.ts';
export { addressesIn, LONGEST_REQUEST, type Requirements, withoutDeskTalk } from './request.ts';
export { readRhythms } from './rhythm.ts';
export { type NewAgent, topicOfAgent } from './roster.ts';
export { spellOut, trialNamesIn } from './short-forms.ts';
export { asideIn, requestsIn } from './split.ts';
export {
  gatherEvidence,
  noteHanded,
  RESEARCH_FOLDERS,
  readMaturity,
  readState,
  readTable,
  type Study,
} from './study.ts';
export { areaOf, type Topic, topicOf } from './topic.ts';
export { readTopic } from './topic-aside.ts';
export { isOnMedicines, medicinesIn } from './treating.ts';
export { unseenKeys } from './unseen.ts';
export {
  viewAgent,
  viewEvidence,
  viewFeed,
  viewFile,
  viewFiring,
  viewMaturity,
  viewOccasions,
  viewRun,
  viewTrigger,
  viewVersion,
} from './views.ts';
export { holdsOn } from './wishes.ts';
export { day } from './wording.ts';
