/** Beto without a model: reads what is asked, and hands each request to its specialist, one after another. */
import { hub } from '../_shared/desk.ts';

export default hub();
