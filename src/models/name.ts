/** What a model's name in a team file means: a tier, an alias of the catalogue, or `provider:model`. */
import { ConsiliumError } from '../kernel/errors.ts';
import { type Catalogue, TIERS, type Tier } from './catalogue.ts';

export interface Asker {
  readonly name: string;
  /** The file that defines it. */
  readonly source?: string | undefined;
}

export interface Named {
  readonly tier: Tier;
  /** What the providers call it; the others give their model of the tier. */
  readonly models: Readonly<Record<string, string | readonly string[]>>;
  /** Present where the name says who must answer first. */
  readonly provider?: string;
}

/** Throws MODEL_UNKNOWN, with whose mistake it is and what may have been meant. */
export function readName(catalogue: Catalogue, name: string, agent?: Asker): Named {
  if (isTier(name)) return { tier: name, models: {} };
  if (Object.hasOwn(catalogue.aliases, name)) {
    const { tier, ...models } = catalogue.aliases[name]!;
    return { tier, models };
  }
  const cut = name.indexOf(':');
  const provider = name.slice(0, cut);
  if (cut > 0 && cut < name.length - 1 && Object.hasOwn(catalogue.providers, provider)) {
    const tier = isTier(catalogue.default) ? catalogue.default : catalogue.aliases[catalogue.default]!.tier;
    return { tier, models: { [provider]: name.slice(cut + 1) }, provider };
  }
  throw unknownModel(catalogue, name, agent);
}

function isTier(name: string): name is Tier {
  return (TIERS as readonly string[]).includes(name);
}

function unknownModel(catalogue: Catalogue, name: string, agent: Asker | undefined): ConsiliumError {
  const near = nearest(name, [...TIERS, ...Object.keys(catalogue.aliases)]);
  const whose = agent === undefined ? '' : `${agent.name}${agent.source === undefined ? '' : ` (${agent.source})`}: `;
  return new ConsiliumError('MODEL_UNKNOWN', `${whose}"${name}" is no model of the catalogue.`, {
    hint: `${near.length === 0 ? '' : `Near: ${near.join(', ')}. `}A name is fast, deep, an alias of models.yml, or provider:model.`,
    details: { model: name, near, ...(agent && { agent: agent.name, file: agent.source }) },
  });
}

/** Names that share most of their letter pairs with this one, best first. */
export function nearest(name: string, names: readonly string[]): string[] {
  const wanted = pairs(name);
  const scored = names.map((other) => {
    const has = pairs(other);
    const shared = [...wanted].filter((pair) => has.has(pair)).length;
    return { other, score: (2 * shared) / (wanted.size + has.size || 1) };
  });
  const close = scored.filter(({ score }) => score >= 0.4).sort((a, b) => b.score - a.score);
  return close.slice(0, 3).map(({ other }) => other);
}

function pairs(name: string): Set<string> {
  const letters = name.toLowerCase();
  const found = new Set<string>();
  for (let i = 0; i + 1 < letters.length; i++) found.add(letters.slice(i, i + 2));
  return found;
}
