import type { Database } from '../../db/database.ts';
import { type LendingSeed, seedLending } from './index.ts';
import { seedRiskLists } from '../risk-lists.ts';
import { seedRiskPrices } from '../risk-prices.ts';
import { seedRiskModels } from '../risk-models.ts';
import { seedRuleSets } from '../rule-sets.ts';
import { seedContactBlacklist } from '../contact-blacklist.ts';
import { seedOperationRules } from '../operation-rules.ts';
import { seedPartners } from '../partners.ts';
import { fillAiPushes } from '../ai-pushes.ts';
import { seedPaymentLinks } from '../payment-links.ts';
import { seedPrepaid } from '../prepaid.ts';
import { seedRuleStatuses } from '../rule-statuses.ts';
import { fillSmsCampaigns } from '../sms-marketing.ts';
import { seedUnrenewedNudges } from '../unrenewed-nudges.ts';
import { populateStatuses } from '../statuses/index.ts';
import { MAX_COPIES, multiplyBook } from './multiply.ts';

/** Up to so many orders are lived through; more are copies of that many. */
const MAX_LIFETIME = 2_500;
const LIVED_AT_LEAST = 1_000;

/**
 * Fills a book with this many orders: all of them through the engine, or where that would take hours, some of
 * them, which are then multiplied.
 * @returns how many there are now more; a number without a fitting divisor is rounded up to whole copies.
 * @throws RangeError past 2,225,000 orders
 */
export async function fillBook(
  db: Database,
  options: LendingSeed & {
    /** Of these orders, so many go through the engine; what a start has time for. */
    readonly lived?: number;
    readonly onTable?: (table: string) => void;
  },
): Promise<number> {
  const { orders, onTable } = options;
  // Before the first application: each keeps the set it was decided by, and the model that scored it.
  await seedRuleSets(db);
  await seedRiskModels(db);
  const lived = options.lived ?? (orders <= 2 * MAX_LIFETIME ? orders : livedOf(orders));
  if (lived >= orders) {
    const done = await seedLending(db, options);
    if (!options.signal?.aborted) await fillMerchants(db, options.now);
    return done;
  }
  const copies = Math.ceil(orders / lived) - 1;
  if (copies > MAX_COPIES) {
    throw new RangeError(`at most ${MAX_LIFETIME * MAX_COPIES} orders at once`);
  }
  const { count } = await db
    .selectFrom('loanOrder')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count > 0) throw new RangeError(`more than ${2 * MAX_LIFETIME} orders fill an empty book`);
  const done = await seedLending(db, { ...options, orders: lived });
  if (options.signal?.aborted) return done;
  await multiplyBook(db, copies, onTable);
  await fillMerchants(db, options.now);
  return done * (copies + 1);
}

/** What a multiplied book has once: what belongs to merchants and no customer, and the states that luck left out. */
async function fillMerchants(db: Database, now: Date): Promise<void> {
  await seedPrepaid(db, now);
  await seedPartners(db, now);
  await seedOperationRules(db);
  await seedRuleStatuses(db, now);
  await seedContactBlacklist(db, now);
  await seedRiskLists(db, now);
  await seedRiskPrices(db, now);
  await populateStatuses(db, now);
  await seedPaymentLinks(db, now);
  await fillSmsCampaigns(db, now);
  await fillAiPushes(db, now);
  await seedUnrenewedNudges(db, 'U000001', now);
}

/** The largest part of the number that divides it; else the largest that may be lived. */
function livedOf(orders: number): number {
  for (let lived = MAX_LIFETIME; lived >= LIVED_AT_LEAST; lived -= 1) {
    if (orders % lived === 0) return lived;
  }
  return MAX_LIFETIME;
}
