import { describe, expect, it } from 'vitest';
import { readArtifact } from '../artifact.ts';
import { judgeByChecks } from '../judgement.ts';

async function verdict(artifact: string, path: string, criterion: string): Promise<string | undefined> {
  const read = await readArtifact({ artifact, path });
  const told = await judgeByChecks({ ...read, facts: [], readable: {} as never }, criterion);
  return told && `${told.verdict}, ${told.how}`;
}

const GUIDE = `# Sowing beans

Beans like warmth.

1. Soak the seed.
2. Sow it in **May**.

## Notes

- Taken 2025-05-02
- No frost!
`;
const STACK = `services:
  api:
    image: tern/api:4.1
    ports: ["8000:8000"]
  worker:
    image: tern/worker:4.1
`;

describe('a criterion about the things an artifact is made of', () => {
  it.each([
    ['The second line is blank.', 'met'],
    ['The steps are numbered from 1 to 4.', 'met'],
    ['All points are bullet points marked with a dash.', 'violated'],
    ['There is a second-level heading "Notes".', 'met'],
    ['No line contains an exclamation mark.', 'violated'],
    ['Has the sections Notes and Harvest.', 'violated'],
    ['Begins with a salutation.', 'violated'],
  ])('of a document: %s', async (criterion, expected) => {
    const own = criterion.includes('1 to 4') ? GUIDE.replace('## Notes', '3. Water.\n4. Wait.') : GUIDE;
    const text = criterion.includes('1 to 4') ? own.replace(/^- .*\n/gm, '') : own;
    expect(await verdict(text, 'beans.md', criterion)).toMatch(new RegExp(`^${expected}`));
  });

  it.each([
    ['Every service names an image.', 'met'],
    ['Every service publishes ports.', 'violated'],
    ['A service called "cache" is defined.', 'violated'],
    ['There are two services.', 'met'],
  ])('of data: %s', async (criterion, expected) => {
    expect(await verdict(STACK, 'compose.yaml', criterion)).toMatch(new RegExp(`^${expected}`));
  });

  it('is likely and no measurement, and what is not understood is not judged', async () => {
    expect(await verdict(STACK, 'compose.yaml', 'Every service names an image.')).toBe('met, likely');
    expect(await verdict(GUIDE, 'beans.md', 'Every step pleases the gardener.')).toBeUndefined();
    expect(await verdict(GUIDE, 'beans.md', 'The plan has no fixed end date.')).toBeUndefined();
  });
});
