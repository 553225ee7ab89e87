import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { notesOf } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { admit } from './admit.ts';

type Arriving = Parameters<typeof admit>[1];

const KEPT_DAYS = 7;

/**
 * As `admit`; who is turned away is kept beside the command that is rolled back, once a day.
 * @param who The phone that would register, the customer number that would apply.
 */
export async function admitOrNote(call: CommandContext, arriving: Arriving, who: string): Promise<number> {
  try {
    return await admit(call.tx, arriving);
  } catch (error) {
    const isTurnedAway =
      error instanceof AppError && (error.error === 'TRAFFIC_LIMIT' || error.error === 'REGISTRATION_CLOSED');
    if (isTurnedAway && notesOf(call.tx)?.isDryRun !== true) await note(call, arriving, who);
    throw error;
  }
}

async function note({ db }: CommandContext, arriving: Arriving, who: string): Promise<void> {
  const { merchantNo, admissionKind, settledOrders, at } = arriving;
  const bizDate = businessDateOf(at);
  await db
    .insertInto('trafficRefusal')
    .values({
      merchantNo,
      bizDate,
      admissionKind,
      whoHash: createHash('sha256').update(who).digest('hex'),
      settledOrders,
      at,
    })
    .onConflict((by) => by.doNothing())
    .execute();
  await db
    .deleteFrom('trafficRefusal')
    .where('merchantNo', '=', merchantNo)
    .where('bizDate', '<', addDays(bizDate, -KEPT_DAYS))
    .execute();
}

/** Who was turned away on a day and was not let in later on it: rows of `kind`, `settled_orders`, `at`. */
export const turnedAwayOn = (merchantNo: string, bizDate: string, from: Date, until: Date) => sql`
  SELECT r.admission_kind AS kind, r.settled_orders, r.at FROM traffic_refusal r
  WHERE r.merchant_no = ${merchantNo} AND r.biz_date = ${bizDate}::date
    AND NOT EXISTS (SELECT FROM customer c WHERE r.admission_kind = 'REGISTRATION' AND c.merchant_no = r.merchant_no
      AND c.created_at >= ${from} AND c.created_at < ${until} AND encode(sha256(c.phone::bytea), 'hex') = r.who_hash)
    AND NOT EXISTS (SELECT FROM loan_order o WHERE r.admission_kind = 'APPLICATION' AND o.merchant_no = r.merchant_no
      AND o.apply_time >= ${from} AND o.apply_time < ${until}
      AND encode(sha256(o.customer_no::bytea), 'hex') = r.who_hash)`;
