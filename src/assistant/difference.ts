/** What a change changes, in a few words: the list of changes and an undo say it. Nothing where nothing differs. */
interface Changed {
  readonly title: string;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly due?: string | undefined;
  readonly rule?: string | undefined;
  readonly project?: string | undefined;
  readonly priority?: string | undefined;
  readonly location?: string | undefined;
}

export function sayDifference(before: Changed, after: Changed): string {
  const [was, is] = [before.start ?? before.due, after.start ?? after.due];
  const said = [
    before.title === after.title ? '' : `now "${after.title}"`,
    was === is
      ? ''
      : `${was === undefined ? '' : `from ${sayWall(was)} `}to ${is === undefined ? 'no day' : sayWall(is)}`,
    was !== is || before.end === after.end || after.end === undefined ? '' : `until ${sayWall(after.end)}`,
    before.rule === after.rule ? '' : after.rule === undefined ? 'once only' : 'in another rhythm',
    before.project === after.project ? '' : after.project === undefined ? 'on no list' : `on ${after.project}`,
    before.priority === after.priority ? '' : `${after.priority} priority`,
    before.location === after.location ? '' : after.location === undefined ? 'nowhere named' : `at ${after.location}`,
  ].filter(Boolean);
  return said.length === 0 ? '' : `: ${said.join(', ')}`;
}

/** Whether a thing would be as it is: of a patch only what it names counts. */
export function isUnchanged<Thing extends object>(thing: Thing, patch: Partial<Thing>): boolean {
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return Object.entries(patch).every(([name, value]) => same(value, thing[name as keyof Thing]));
}

function sayWall(wall: string): string {
  return wall.replace('T', ' at ');
}
