import type { Database } from '../../db/database.ts';
import type { Dice } from './dice.ts';
import type { SeedPeople } from './seed-order.ts';

/** What a step may draw from. */
export interface SeedContext {
  readonly now: Date;
  /** Luck of the step's own: the same for the same seed. */
  readonly dice: Dice;
  readonly merchantNos: readonly string[];
  readonly people: SeedPeople;
}

/**
 * What a section adds to a lender's book: it runs once all orders have been lived through, and again when a
 * later seed adds orders, so it looks for what it has not done yet. Where orders are multiplied
 * afterwards, its tables have to stand in `copied-tables.ts`.
 */
export interface SeedStep {
  readonly name: string;
  run(db: Database, context: SeedContext): Promise<void>;
}
