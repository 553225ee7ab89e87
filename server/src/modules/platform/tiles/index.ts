// Figures of a person's day that modules give Home.

import type { Call } from '../../../http/implement.ts';

declare module '../../../define-module.ts' {
  interface Module {
    /** Figures of a person's day that this module gives Home. */
    readonly tiles?: readonly SectionTile[];
  }
}

declare module '../../../services.ts' {
  interface Services {
    readonly tiles: readonly SectionTile[];
  }
}

interface TileFigures {
  readonly count: number;
  readonly amountCents?: number;
  readonly cap?: number | null;
  readonly oldestAt?: Date | null;
}

/** A figure that stands on Home of everybody who holds the page behind it. */
export interface SectionTile {
  /** Unique: `flows.unmatched`. */
  readonly key: string;
  readonly title: { readonly en: string; readonly zh: string };
  /** The page it leads to, with the filter that shows the very rows it counts. */
  readonly page: string;
  address(call: Call): string;
  /** How many, what they come to in cents where that is money, the day's cap and since when the oldest waits. */
  read(call: Call): Promise<TileFigures>;
}

/** A tile of so many rows. */
export function tileOf(tile: {
  readonly key: string;
  readonly title: SectionTile['title'];
  readonly page: string;
  /** What the page's address says of tab and filters. */
  readonly query: string | ((call: Call) => string);
  readonly read: SectionTile['read'];
}): SectionTile {
  const { query, ...rest } = tile;
  const of = typeof query === 'string' ? () => query : query;
  return { ...rest, address: (call) => `${tile.page}?${of(call)}` };
}

/** All tiles. Throws when two have one key. */
export function createTiles(tiles: readonly SectionTile[]): readonly SectionTile[] {
  const keys = tiles.map(({ key }) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new Error(`the tile ${twice} is defined twice`);
  return tiles;
}
