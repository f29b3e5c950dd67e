import { describe, expect, it } from 'vitest';
import { polarityOf } from './polarity.ts';

const wayOf = (claim: string, sentence: string) => polarityOf(claim, sentence, new Set(), () => 0).way;

describe('which way a sentence speaks', () => {
  it.each([
    ['The meeting may be recorded', 'Recording the meeting is prohibited.'],
    ['The night bus continues', 'The night bus was discontinued in May.'],
    ['The offer was accepted', 'They made an offer, which she declined.'],
    ['Bicycles are insured', 'Cars are insured; bicycles are not.'],
    ['Passwords were leaked', 'No names were lost and no passwords were leaked.'],
    ['Membership is optional', 'Membership is required.'],
  ])('%s: the contrary of "%s"', (claim, sentence) => expect(wayOf(claim, sentence)).toBe(-1));

  it.each([
    ['The meeting may not be recorded', 'Recording the meeting is prohibited.'],
    ['Cars are insured', 'Cars are insured; bicycles are not.'],
    ['The offer was declined', 'The offer was not accepted.'],
    ['The gate is unlocked at weekends', 'The gate is not locked at weekends.'],
    ['Work is not done at weekends', 'Work is limited to weekdays.'],
  ])('%s: what "%s" says', (claim, sentence) => expect(wayOf(claim, sentence)).toBe(1));

  it('what a clause beside it denies is not denied of it', () => {
    const { same, contrary } = polarityOf(
      'The hall is heated',
      'The hall is heated, but the loft is not.',
      new Set(),
      () => 0,
    );
    expect(same).toBeGreaterThan(contrary);
  });
});
