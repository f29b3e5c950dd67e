/** What was tried for an illness, beyond what the entries say they were for: by the papers. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { stem, wordsIn } from '../../text/index.ts';
import { type Desk, sayPassage } from '../desk.ts';
import { passagesOf } from '../evidence/passages.ts';
import type { MedicineView } from '../patient.ts';
import type { Frame, Subject } from '../types.ts';

/** Given up, with no reason on its entry, and named by a paper among what was tried for that illness. */
export function triedFor({ chart }: Desk, { aspect, subjects }: Frame, given: readonly MedicineView[]): MedicineView[] {
  const ills = subjects.filter(({ kind }) => kind === 'condition' || kind === 'symptom');
  if (aspect !== 'tried' || ills.length === 0) return [];
  const catalogue = openCatalogue();
  const isIll = (text: string) =>
    catalogue
      .find(text, { kinds: ['condition', 'symptom'] })
      .some(({ concept }) => ills.some(({ id }) => catalogue.isA(concept.id, id) || catalogue.isA(id, concept.id)));
  const named = passagesOf(chart)
    .filter(({ text, before, remark }) => !remark && TRIED.test(text) && isIll(`${before?.text ?? ''} ${text}`))
    .flatMap(({ text }) => catalogue.find(text, { kinds: ['drug'] }).map(({ concept }) => concept.id));
  return chart.view.medicines.filter(
    (item) => item.status === 'stopped' && !given.includes(item) && item.concepts.some((id) => named.includes(id)),
  );
}

/** What was tried and stands on no list: papers that name another medicine of the kind that is asked for. */
export function triedInPapers(desk: Desk, { subjects }: Frame, all: readonly MedicineView[]): string[] {
  const catalogue = openCatalogue();
  const kinds = subjects.filter(({ kind }) => kind === 'drug_class').map(({ id }) => id);
  const ills = subjects.filter(({ kind }) => kind === 'condition' || kind === 'symptom').map(({ id }) => id);
  if (kinds.length + ills.length === 0) return [];
  const isMeant = (id: string) =>
    kinds.some((kind) => catalogue.isA(id, kind)) ||
    catalogue
      .treats(id)
      .some((treated) => ills.some((ill) => catalogue.isA(treated.id, ill) || catalogue.isA(ill, treated.id)));
  const listed = new Set(all.flatMap(({ concepts }) => concepts));
  return passagesOf(desk.chart)
    .filter(
      ({ text, remark }) =>
        !remark &&
        TRIED.test(text) &&
        catalogue
          .find(text, { kinds: ['drug'] })
          .some(
            ({ concept, end }) => !listed.has(concept.id) && (isMeant(concept.id) || isForm(text.slice(end), subjects)),
          ),
    )
    .slice(0, 2)
    .map((passage) => sayPassage(desk, passage))
    .filter((said) => said !== '');
}

/** "Timolol drops", where eye drops are asked for: the form stands behind the name. */
function isForm(after: string, subjects: readonly Subject[]): boolean {
  const next = stem(wordsIn(after)[0]?.lower ?? '');
  return (
    next !== '' &&
    subjects.some(({ kind, text }) => kind === 'drug_class' && stem(text.toLowerCase().split(' ').at(-1)!) === next)
  );
}

const TRIED =
  /\b(?:tried|previous\w*|stopped|given|took|taken|had|made|was on|course|failed|without effect|did not)\b/i;
