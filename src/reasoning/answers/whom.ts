/** Who: prescribed it, said it, did it, treats it, or is to be called. */
import { type Block, block, type Desk } from '../desk.ts';
import { hasCue } from '../frames/cues.ts';
import type { Frame } from '../types.ts';
import { answerContact, namesSomebody, tellAtThisHour, tellKin, tellLines, tellNobody } from './contact.ts';
import { answerMedicines } from './medicines.ts';
import { answerFromPapers } from './papers.ts';
import { tellWhoDid, tellWhoSaid } from './people.ts';
import { tellRole } from './roles.ts';
import { answerVisit } from './visits.ts';

const WORDED = 4;

export function answerWho(desk: Desk, frame: Frame): Block | undefined {
  const isPrescriber =
    /\b(?:prescrib\w*|started|ordered|put me|gave)\b/i.test(frame.text) &&
    frame.subjects.some(({ kind }) => kind === 'drug' || kind === 'drug_class');
  if (isPrescriber) return answerMedicines(desk, frame);
  const said = tellWhoSaid(desk, frame);
  if (said !== undefined) return said;
  const done = tellWhoDid(desk, frame);
  if (done !== undefined) return done;
  const role = tellRole(desk, frame);
  if (role !== undefined) return role;
  const contact = tellAtThisHour(desk, frame) ?? tellKin(desk, frame) ?? answerContact(desk, frame);
  if (contact !== undefined) return contact;
  const papers = answerFromPapers(desk, frame);
  const lines = tellLines(desk, frame);
  if (papers !== undefined && (namesSomebody(papers.lead) || lines === undefined))
    return namesSomebody(papers.lead) ? papers : tellNobody(papers);
  if (lines !== undefined) return lines;
  if (hasCue('trades', frame.text))
    return block(
      '**Your record names nobody for that.** I looked through visits, prescriptions and your papers and did not find it.',
      [],
      'absent',
    );
  return frame.subjects.length === 0 && frame.score < WORDED
    ? undefined
    : answerVisit(desk, { ...frame, aspect: 'visit' });
}
