import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

test('why a complaint came back is what the newest paper says from its mention to its cause', () => {
  const said = ask(
    {
      age: 15,
      has: ['epilepsy'],
      takes: ['lamotrigine 100 mg', 'ethinylestradiol/levonorgestrel'],
      notes: [
        'Free of jerks over the summer. Since 7 November jerks of the arms every morning. Lamotrigine 3.1 mg/L, was 6.8 with the same dose. Cause: the pill, started 12 October; it speeds up the breakdown of lamotrigine.',
      ],
    },
    'why did the jerks come back, i never skip a tablet',
  );
  expect(said).toMatch(/^Your papers say what is behind it/);
  expect(said).toMatch(/3\.1 mg\/L.*Cause: the pill/);
});

test('without a paper that names a cause the record answers as before', () => {
  const said = ask({ takes: ['amlodipine 10 mg'] }, 'why are my ankles swollen?');
  expect(said).not.toMatch(/papers say what is behind/);
  expect(said).toMatch(/amlodipine/i);
});
