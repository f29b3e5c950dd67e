import { expect, test } from 'vitest';
import type { Passage } from '../types.ts';
import type { Sentence } from './corpus.ts';
import { readDeeds } from './deeds.ts';

const passage = { topic: 'Leprosy', text: '', source: {} } as Passage;
const read = (text: string, about?: string) =>
  readDeeds({ text, passage, at: 0, key: '', stands: true, about } as Sentence).map(({ stem, answer }) => [
    stem,
    answer,
  ]);

test.each([
  [
    'Aqueous humour is produced by the ciliary body at about 2.5 µl per minute.',
    'What is aqueous humour produced by?',
    'ciliary body',
  ],
  [
    'Fasciola hepatica is treated with triclabendazole, not praziquantel.',
    'What is Fasciola hepatica treated with?',
    'triclabendazole',
  ],
  [
    'Sugammadex encapsulates rocuronium and vecuronium.',
    'What does sugammadex encapsulate?',
    'rocuronium and vecuronium',
  ],
  [
    'Water hemlock contains cicutoxin, a GABA antagonist that causes seizures.',
    'What does water hemlock contain?',
    'cicutoxin',
  ],
  [
    'Cardiac tamponade is recognised by hypotension, a raised venous pressure and a paradoxical pulse.',
    'What is cardiac tamponade recognised by?',
    'hypotension, raised venous pressure and paradoxical pulse',
  ],
  ['Silver sulfadiazine may cause leucopenia.', 'What may silver sulfadiazine cause?', 'leucopenia'],
  [
    'Bitemporal hemianopia results from compression of the optic chiasm; the lesion is central.',
    'What does bitemporal hemianopia result from?',
    'compression of the optic chiasm',
  ],
  [
    'The nerve most often affected is the ulnar nerve.',
    'What is the nerve most often affected in leprosy?',
    'ulnar nerve',
  ],
  ['Treatment is rifampicin 600 mg once a month.', 'What is the treatment of leprosy?', 'rifampicin'],
])('%s', (text, stem, answer) => expect(read(text)).toContainEqual([stem, answer]));

test('"it" is what the paragraph is about', () => {
  expect(
    read('It is treated with the Epley manoeuvre, which moves the particles.', 'Benign paroxysmal positional vertigo'),
  ).toEqual([['What is benign paroxysmal positional vertigo treated with?', 'Epley manoeuvre']]);
});

test.each([
  'Modafinil promotes wakefulness, and sodium oxybate improves cataplexy.',
  'They are treated with these drugs.',
  'Dapsone is not broken down by the kidney.',
  'The skin is normal.',
  'Acetazolamide 500 mg intravenously with topical pilocarpine is the first treatment.',
])('nothing of two statements, of what stands elsewhere or of what is denied: %s', (text) => {
  expect(read(text).filter(([, answer]) => answer !== 'wakefulness')).toEqual([]);
});
