import { intake } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import type { Database } from '../../server/src/db/database.ts';
import { machineReview } from '../../server/src/modules/lending/orders/index.ts';
import { makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { Dice } from '../../server/src/seed/lending/dice.ts';
import { orderFileStep } from '../../server/src/seed/order-file.ts';
import { adminToken, callAs } from '../e2e/support/staff.ts';

/** Tests run at night, too: contacts are open at any hour of the day. */
export async function openAtAnyHour(db: Database): Promise<void> {
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(businessDateOf(new Date()), -1)}, '{"from": "00:00", "to": "24:00"}')
    on conflict do nothing`.execute(db);
}

/** A dial task's hours end at 19:00 at the latest; a test may run later. */
export async function workAtAnyHour(db: Database, taskName: string): Promise<void> {
  await db
    .updateTable('callTask')
    .set({ hoursFrom: '00:00', hoursTo: '24:00' })
    .where('taskName', '=', taskName)
    .execute();
}

/** Test machines have no microphone. */
export async function plugMicrophoneIn(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.resolve(new AudioContext().createMediaStreamDestination().stream);
  });
}

/** A person of the first merchant applies in the app for KES 10,000.00; what they hand in is there to be reviewed. */
export async function applyInApp(
  url: string,
  db: Database,
  { phone, customerName }: { readonly phone: string; readonly customerName: string },
): Promise<string> {
  const productNo = await makeProduct(db);
  const { customerNo } = await db
    .insertInto('customer')
    .values({ merchantNo: 'M0001', customerName, phone, idCardNo: phone.slice(-8) })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  const request = { customerNo, productNo, appliedCents: 1_000_000, payeePhone: phone, payeeName: customerName };
  const { orderNo, orderStatus } = await callAs(url, await adminToken(url), intake.apply, request);
  if (orderStatus === 'MACHINE_REVIEW') {
    await db.transaction().execute((tx) => machineReview(tx, orderNo, { isPassed: true }));
  }
  await orderFileStep.run(db, {
    now: new Date(),
    dice: new Dice(7),
    merchantNos: ['M0001'],
    people: { reviewers: [], checker: '' },
  });
  return orderNo;
}

/** The exchange's last report of a person's newest call: how long it was. Nobody waits so long in a test. */
export async function reportTalk(db: Database, userNo: string, talkSeconds: number): Promise<void> {
  await sql`insert into contact_result (attempt_id, outcome, talk_seconds)
    select attempt_id, 'ANSWERED', ${talkSeconds} from contact_attempt
    where user_no = ${userNo} and channel = 'CALL' order by attempt_id desc limit 1`.execute(db);
}

/** Chooses what can be done with a row: its button, or its menu of more. */
export async function choose(page: Page, label: string, name: string): Promise<void> {
  const button = page.getByRole('button', { name: `${label}: ${name}`, exact: true });
  const more = page.getByRole('button', { name: `More actions for ${name}`, exact: true });
  await button.or(more).first().waitFor();
  if ((await button.count()) > 0) return await button.click();
  await more.click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
}
