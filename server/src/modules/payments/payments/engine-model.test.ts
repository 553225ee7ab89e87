import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp } from '../../../../testing/test-app.ts';
import { IS_DEEP } from '../../../../../tests/support/depth.ts';
import { COMPONENTS, explainBill, trialBalance } from '../../platform/ledger/index.ts';
import { LOAN_KINDS } from './testing/model-commands.ts';
import { POLICY_KINDS, RARE_KINDS } from './testing/model-lender.ts';
import { type HistoryBook, openHistories } from './testing/histories.ts';

// `npm test` lives a taste of these, the same each time; `npm run test:deep` enough of them that what has to happen among
// them does, and 2,000 of 300 commands, others each time.
const HISTORIES = Number(process.env.KITUO_HISTORIES ?? (IS_DEEP ? 200 : 40));
const IS_TASTE = HISTORIES < 200;
const SEED = 22_112_026;
const COMMANDS = 100;

let book: HistoryBook;

beforeAll(async () => {
  book = await openHistories(await createTestApp({ content: 'seeded' }));
});
afterAll(async () => {
  await book.close();
});

it(
  'keeps what always holds through random histories of commands',
  // For what hangs, before the suite itself is ended: two minutes of an idle machine were seven of a busy one.
  { timeout: 1_800_000 },
  async () => {
    const isSearch = process.env.KITUO_HISTORIES !== undefined;
    const plan = { histories: HISTORIES, commands: COMMANDS, ...(!isSearch && { seed: SEED }) };
    const { effects, histories } = await book.live(plan);
    expect(histories).toBe(HISTORIES);
    // Refusals alone would prove little: each kind has to have happened, but for what must never work.
    const missing = [...LOAN_KINDS, ...POLICY_KINDS].filter((kind) => !effects.has(kind));
    const common = missing.filter((kind) => !RARE_KINDS.includes(kind));
    if (IS_TASTE) {
      expect(common.length).toBeLessThan((LOAN_KINDS.length + POLICY_KINDS.length) / 5);
    } else {
      expect(common).toEqual([]);
      // Some five of them in a run.
      expect(missing.length).toBeLessThan(RARE_KINDS.length / 3);
    }
    for (const never of ['waiveAlone', 'distributeToFrozen']) expect(effects.get(never), never).toBeUndefined();
    expect((await trialBalance(book.db)).differenceCents).toBe(0);
    await expectBalancesExplained();
  },
);

/** Why a bill owes what it owes is the sum of its postings, a component each, to the cent. */
async function expectBalancesExplained(): Promise<void> {
  const { db } = book;
  const balances = await db
    .selectFrom('billBalance')
    .selectAll()
    // Those with the longest histories: extended, undone, charged off, recovered.
    .orderBy('version', 'desc')
    .orderBy('billNo')
    .limit(60)
    .execute();
  expect(balances.length).toBe(60);
  for (const balance of balances) {
    const { components, claim } = await explainBill(db, balance.billNo);
    const sums = COMPONENTS.map((component) => {
      const lines = components.find((one) => one.component === component)?.lines ?? [];
      expect(lines.at(-1)?.runningCents ?? 0).toBe(lines.reduce((sum, { amountCents }) => sum + amountCents, 0));
      return lines.at(-1)?.runningCents ?? 0;
    });
    expect([...sums, claim.balanceCents]).toEqual([
      balance.lateFeeCents,
      balance.liquidatedDamagesCents,
      balance.extensionServiceFeeCents,
      balance.managementFeeCents,
      balance.serviceFeeCents,
      balance.exciseCents,
      balance.interestCents,
      balance.principalCents,
      balance.claimCents,
    ]);
  }
}
