/** What is taken and what was: how much, since when, for what. */
import type { MedicationEntry } from '../api.ts';
import { Empty, Loaded, Past, Row, useSection } from './parts.tsx';
import type { SectionProps } from './sections.tsx';
import { sayDrug, sayName, saySpan, sayStrength, sayUnit } from './words.ts';

export function MedicationsSection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'medications');
  return (
    <Loaded query={query}>
      {({ items }) => {
        if (items.length === 0)
          return <Empty>No medication is recorded. Tell one in the chat: “I take metformin 500 mg twice a day.”</Empty>;
        const now = items.filter(({ current }) => current);
        const past = items.filter(({ current }) => !current);
        return (
          <>
            {now.length > 0 && (
              <>
                <h4>Taken now</h4>
                <Rows items={now} onOpen={onOpen} />
              </>
            )}
            <Past items={past} what="medications">
              {(shown) => <Rows items={shown} onOpen={onOpen} />}
            </Past>
          </>
        );
      }}
    </Loaded>
  );
}

function Rows({ items, onOpen }: { items: readonly MedicationEntry[]; onOpen: (uuid: string) => void }) {
  return (
    <ul className="rows">
      {items.map((entry) => (
        <Row
          key={entry.uuid}
          onOpen={() => onOpen(entry.uuid)}
          isQuiet={!entry.current}
          title={sayDrug(entry.name)}
          aside={sayAmount(entry)}
          detail={[
            sayTaking(entry),
            saySpan(entry.start, entry.end, !entry.current),
            entry.current || entry.end !== null ? '' : entry.status,
            entry.reason && `for ${sayName(entry.reason)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </ul>
  );
}

/** What is taken at a time; where the source gives a bare number of tablets, what is in one. */
function sayAmount({ dose, unit, name }: MedicationEntry): string {
  return dose !== null && unit ? `${dose} ${sayUnit(unit)}` : sayStrength(name);
}

function sayTaking({ dose, unit, frequency, as_needed }: MedicationEntry): string {
  const count = dose !== null && !unit ? `take ${dose}` : '';
  return [count, frequency, as_needed && 'as needed'].filter(Boolean).join(', ');
}
