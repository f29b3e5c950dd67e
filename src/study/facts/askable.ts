/** What is asked about in a sentence, and where it stands there. */
import type { Relation } from '../types.ts';
import type { Sentence } from './corpus.ts';
import type { Thing } from './things.ts';
import type { Quantity } from './values.ts';

interface Common {
  readonly sentence: Sentence;
  /** The sentence as it is asked about. */
  readonly text: string;
  readonly relation: Relation;
  /** What is taken out of the text. */
  readonly start: number;
  readonly end: number;
}

export type Asked = Common &
  (
    | { readonly kind: 'value'; readonly quantity: Quantity }
    | {
        readonly kind: 'term';
        readonly thing: Thing;
        readonly role: 'subject' | 'object' | 'adjunct';
        /** Many things are so: what is offered beside it must be shown by the course to differ. */
        readonly open: boolean;
        readonly lemma: string;
      }
    | {
        readonly kind: 'name';
        readonly thing: Thing;
        readonly definition: string;
        /** "The commonest cause of …": who has a role, not what a thing is. */
        readonly isRole: boolean;
      }
  );
