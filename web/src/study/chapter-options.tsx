/** The chapters of a material to choose from: under the documents that they stand in, each with its number once. */
import type { Unit } from './calls.ts';

export function ChapterOptions({ units }: { units: readonly Unit[] }) {
  const groups = [...new Set(units.map(({ document }) => document))];
  const numbered = units.map((unit, at) => ({
    ...unit,
    shown: /^(?:\d|part\b|chapter\b)/i.test(unit.title) ? unit.title : `${at + 1}. ${unit.title}`,
  }));
  return groups.map((document) => {
    const options = numbered
      .filter((unit) => unit.document === document)
      .map(({ id, shown }) => (
        <option key={id} value={id}>
          {shown}
        </option>
      ));
    return document === undefined ? (
      options
    ) : (
      <optgroup key={document} label={document}>
        {options}
      </optgroup>
    );
  });
}
