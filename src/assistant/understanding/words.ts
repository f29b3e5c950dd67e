/** words.yml: the small words of the grammar, as sets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const NAMES = [
  'joiners',
  'openers',
  'governs',
  'verb_nouns',
  'determines',
  'weak_signs',
  'weak_words',
  'finite',
  'subjects',
  'order_signs',
  'pointer_signs',
  'joins',
  'tasks',
  'together',
  'device_joins',
  'device_breaks',
  'towards',
  'owners',
  'all_lists',
  'content_leads',
  'content_small',
  'name_small',
  'name_vague',
  'articles',
  'name_leads',
  'name_tails',
  'topic_drop',
  'particles',
  'fact_verbs',
  'fact_owners',
  'contracted',
  'ours',
  'file_leads',
  'fact_opens',
  'asked',
  'headings',
  'step_leads',
  'new_ones',
  'naming',
  'plain_things',
  'adds',
  'no_lists',
  'path_leads',
  'edit_small',
  'edit_joints',
  'result_small',
  'negations',
  'asking_negations',
  'negation_small',
  'conditions',
  'condition_subjects',
  'asks_if',
  'order_leads',
  'order_objects',
  'no_objects',
  'no_verbs',
  'calls_back',
  'head_signs',
  'keeps_on',
  'makes_named',
  'places_named',
  'moves_to',
  'yes',
  'yes_beside',
  'taken',
  'much',
  'astray',
  'booked',
  'free_opens',
  'free_words',
  'busy_words',
  'free_small',
  'free_negations',
  'free_orders',
  'leg_begins',
  'leg_ends',
  'leg_small',
  'untelling',
  'deeds',
  'occasions',
  'alike',
  'time_owners',
  'time_leads',
  'dose_joints',
  'dose_thens',
  'dose_small',
  'dose_units',
  'dose_stops',
] as const;
const schema = z.strictObject(
  Object.fromEntries(NAMES.map((name) => [name, z.array(z.coerce.string().min(1)).min(1)])) as Record<
    (typeof NAMES)[number],
    z.ZodArray<z.ZodCoercedString>
  >,
);
const lists = schema.parse(parse(readFileSync(join(import.meta.dirname, 'words.yml'), 'utf8')));

export function wordSet(name: (typeof NAMES)[number]): ReadonlySet<string> {
  return new Set(lists[name]);
}

/** Lists whose lines hold several words each, of which the first stands for all. */
export function wordRows(name: 'deeds' | 'occasions' | 'alike'): readonly (readonly string[])[] {
  return lists[name].map((row) => row.split(' '));
}
