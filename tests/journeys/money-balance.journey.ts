import { expect, it } from 'vitest';
import { businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { journey } from './journey.ts';
import { rowOf } from './returned-payment.ts';

const { as, faults, withDatabase } = journey();
const BALANCES = '/AdminContent/AfterLoanSystem/BalanceManagement';

it('finance fetches what M-Pesa holds for us, and it is listed beside the books', async () => {
  const { page } = await as({ userName: 'finance', path: BALANCES });
  await rowOf(page, 'M-Pesa paybill').first().waitFor();
  await page.getByRole('button', { name: 'Fetch all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Fetch all' }).click();
  // The answer comes from M-Pesa, and the list shows it without a click.
  for (const account of ['M-Pesa paybill', 'M-Pesa payout float']) {
    await rowOf(page, account).getByText('Channel', { exact: true }).first().waitFor();
  }
  await withDatabase(async (db) => {
    const entries = await db
      .selectFrom('balanceEntry')
      .select(['accountCode', 'entryDate'])
      .where('source', '=', 'CHANNEL')
      .where('entryDate', '=', businessDateOf(new Date()))
      .execute();
    const codes = entries.map(({ accountCode }) => accountCode);
    expect(codes).toEqual(expect.arrayContaining(['BANK.MPESA_PAYBILL', 'BANK.MPESA_FLOAT']));
  });
  expect(faults()).toEqual([]);
});
