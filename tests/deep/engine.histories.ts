import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp } from '../../server/testing/test-app.ts';
import { trialBalance } from '../../server/src/modules/platform/ledger/index.ts';
import { type HistoryBook, openHistories } from '../../server/src/modules/payments/payments/testing/histories.ts';

// KITUO_HISTORIES and KITUO_HISTORY_COMMANDS shorten it. With a seed of its own (KITUO_HISTORY_SEED) an
// interrupted run goes on where it was: what is done is in .cache/deep-histories.
const HISTORIES = Number(process.env.KITUO_HISTORIES ?? 2_000);
const COMMANDS = Number(process.env.KITUO_HISTORY_COMMANDS ?? 300);

const folder = join(import.meta.dirname, '../../.cache/deep-histories');

let book: HistoryBook;

beforeAll(async () => {
  book = await openHistories(await createTestApp({ content: 'seeded' }));
});
afterAll(async () => {
  await book.close();
});

it('keeps what always holds through long random histories of commands', async () => {
  const plan = { histories: HISTORIES, commands: COMMANDS };
  const isResumed = process.env.KITUO_HISTORY_SEED !== undefined;
  const doneFile = join(folder, `${COMMANDS}-commands.txt`);
  const { effects, histories } = await book.live(isResumed ? { ...plan, doneFile } : plan);
  console.log(`${histories} histories of ${COMMANDS} commands; took effect:`, Object.fromEntries(effects));
  expect((await trialBalance(book.db)).differenceCents).toBe(0);
});
