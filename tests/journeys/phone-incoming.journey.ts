import { telephony } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { callAs } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';
import { look, overdueLoan, rowOf, silentMicrophone, workAtAnyHour } from './support/collection.ts';

const { url, as, faults, withDatabase } = journey();
beforeAll(async () => await withDatabase(workAtAnyHour));

const PATH = '/AdminContent/CustomerServiceSystem/CustomerInCallRecord';

/** A borrower dials the hotline of the first merchant: the sandbox's edge rings whoever takes calls. */
async function callIn(token: string, from: string): Promise<void> {
  const to = await withDatabase(async (db) => {
    const { rows } = await sql<{ number: string }>`select contact_value as number from hotline
      where contact_type = 'PHONE' and is_enabled and merchant_no = 'M0001' limit 1`.execute(db);
    return rows[0]?.number ?? '';
  });
  const { socketUrl } = await callAs(url, token, telephony.signIn, {});
  const edge = new URL(socketUrl.replace(/^ws/, 'http')).origin;
  const reply = await fetch(`${edge}/sandbox/call-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, to }),
  });
  expect(reply.status).toBe(200);
}

it('a borrower calls in: the card opens, the call is answered, hung up, recorded and heard', async () => {
  const { phone, customerNo, cases } = await withDatabase(async (db) => await overdueLoan(db, 'ORDER', { dpd: 3 }));
  expect(cases).toHaveLength(1);
  const { page, token } = await as({ userName: 'service', path: PATH });
  await silentMicrophone(page);
  await page.getByRole('button', { name: 'Take calls' }).click();
  await page.getByRole('button', { name: 'Taking calls' }).waitFor();

  await callIn(token, phone);
  const dock = page.getByRole('complementary', { name: 'Call', exact: true });
  await dock.getByText('Incoming call').waitFor();
  const card = page.getByRole('region', { name: 'Caller' });
  await card.getByText(customerNo).first().waitFor();
  await look(page, 'incoming-rings');
  await dock.getByRole('button', { name: 'Answer' }).click();
  await dock.getByText('In call').waitFor();
  await dock.getByRole('button', { name: 'Hang up' }).click();
  await dock.getByText('Call ended').waitFor();
  // A person types for longer than the exchange's report takes.
  const reported = async () =>
    await withDatabase(
      async (db) => await db.selectFrom('call').select('endedAt').where('phone', '=', phone).execute(),
    );
  await expect.poll(reported).toEqual([{ endedAt: expect.any(Date) as Date }]);

  await page.getByRole('button', { name: 'New call' }).click();
  const form = page.getByRole('dialog');
  const content = `Which paybill? ${customerNo}`;
  await form.getByLabel('Content').fill(content);
  await look(page, 'incoming-form');
  await form.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, content).waitFor();
  await rowOf(page, content).getByRole('rowheader').click();
  const details = page.getByRole('dialog');
  await details.getByRole('button', { name: 'Listen' }).click();
  await details.getByLabel('Recording', { exact: true }).waitFor();
  await look(page, 'incoming-heard');

  const kept = await withDatabase(async (db) => {
    const { rows } = await sql<{ callStatus: string; hasRecording: boolean; reveals: number }>`
      select c.call_status, c.recording_url is not null as has_recording,
        (select count(*)::int from reveal_log l join in_call_record r on r.record_no = l.subject_no
          where r.call_no = c.call_no and l.kind = 'recording') as reveals
      from call c where c.phone = ${phone}`.execute(db);
    return rows;
  });
  expect(kept).toEqual([{ callStatus: 'ENDED', hasRecording: true, reveals: 1 }]);
  expect(faults()).toEqual([]);
});
