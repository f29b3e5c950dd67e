/** The ways by which a medicine is given, as far as a text names them. */
import { stem } from '../../text/index.ts';
import { canonical } from './cleaning.ts';

const ROUTES =
  'intramuscular intravenous subcutaneous oral rectal inhaled sublingual intrathecal intraosseous topical'.split(' ');

export function routesIn(text: string): Set<string> {
  const words = canonical(text).split(/[^\p{L}]+/u);
  return new Set(ROUTES.filter((route) => words.some((word) => word.startsWith(route) || word === stem(route))));
}
