/** Statements: what sentences say, and how two of them stand to each other, across other words for the same. */
export { type Amount, agree, amountsIn, follows } from './amounts.ts';
export { cosine, embed, type Likeness, likenessOf } from './meaning.ts';
export { atOdds, isSame, type Odds, overlap } from './relation.ts';
export { anchorsOf, isNegated, readSaid, type Said } from './said.ts';
export { findUnit, readWording } from './wording.ts';
