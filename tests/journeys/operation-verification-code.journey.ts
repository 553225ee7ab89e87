import { randomInt } from 'node:crypto';
import { verificationCode } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { callAs } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';
import { choose } from './outreach.ts';

const { url, as, faults, withDatabase } = journey();
const PATH = '/AdminContent/OperationSystem/VerificationCodeManagement';

/** The texts that reached a phone, the oldest first: in demonstration the outbox keeps them. */
const textsTo = (phone: string) =>
  withDatabase(async (db) => {
    const rows = await db
      .selectFrom('message')
      .select('body')
      .where('destination', '=', phone)
      .orderBy('messageNo')
      .execute();
    return rows.map(({ body }) => ({ code: /\d{6}/.exec(body ?? '')?.[0] ?? '' }));
  });

it('a customer’s code is seen to arrive, shown for a purpose, sent again and used up', async () => {
  const phone = `25471${randomInt(1_000_000, 10_000_000)}`;
  const of = { merchantNo: 'M0001', phone, codePurpose: 'REGISTER' } as const;
  await callAs(url, null, verificationCode.send, of);

  const { page } = await as({ path: PATH });
  await page.getByRole('search', { name: 'Filters' }).getByLabel('Phone').fill(phone);
  const row = page.getByRole('grid').getByRole('row').nth(1);
  await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
  // The provider reports when it likes.
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
      return await row.innerText();
    })
    .toContain('Delivered');
  const [first] = await textsTo(phone);

  await row.getByRole('rowheader').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Valid', { exact: true }).waitFor();
  await drawer.getByText('requested by the customer').waitFor();
  await drawer.getByText('******', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: 'Show', exact: true }).click();
  const asking = page.getByRole('form', { name: 'Show unmasked value' });
  await asking.getByRole('button', { name: 'Show', exact: true }).click();
  await drawer.getByText(first?.code ?? 'no code', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });

  // While it is valid the same code goes out again, in the name of who sent it.
  const masked = await row.getByRole('rowheader').innerText();
  await choose(page, 'Resend', masked.trim());
  const ask = page.getByRole('alertdialog');
  await ask.getByText(/^The same code is sent to/).waitFor();
  await ask.getByRole('button', { name: 'Send code' }).click();
  // Not twice within a minute, which then passes.
  await ask.getByText(/^A code was just sent\. Try again in/).waitFor();
  await withDatabase(
    async (db) =>
      await sql`update verification_code set sent_at = sent_at - interval '61 seconds'
        where destination = ${phone}`.execute(db),
  );
  await ask.getByRole('button', { name: 'Send code' }).click();
  await ask.waitFor({ state: 'detached' });
  await expect.poll(async () => (await textsTo(phone)).length).toBe(2);
  expect((await textsTo(phone))[1]?.code).toBe(first?.code);

  expect(await callAs(url, null, verificationCode.check, { ...of, code: first?.code ?? '' })).toEqual({
    isVerified: true,
  });
  await page.reload();
  await row.getByRole('rowheader').click();
  await drawer.getByText('Expired', { exact: true }).waitFor();
  await drawer.getByText(/^Used:/).waitFor();
  await drawer.getByText('requested by the customer').waitFor();
  expect(await drawer.getByRole('button', { name: 'Resend' }).count()).toBe(0);
  expect(faults()).toEqual([]);
});
