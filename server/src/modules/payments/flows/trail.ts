import type { flow, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { faultIn } from '../../platform/gateways/index.ts';
import { channelReceiptOf } from '../payments/index.ts';
import { flows } from './read-flows.ts';

type Trail = ReplyOf<typeof flow.trail>;
type Use = Trail['uses'][number];

/** What the channel says of a flow, and everything that was done with its money, oldest first. @throws AppError SERIAL_NOT_FOUND */
export async function readTrail(flowNo: string, call: Call): Promise<Trail> {
  const { db, lang } = call;
  const { merchantNo, paymentChannel, paymentCode } = await flows.one(flowNo, call);
  const told = await channelReceiptOf(db, { merchantNo, paymentChannel, paymentCode });
  const { rows: uses } = await sql<Omit<Use, 'at'> & { readonly at: Date }>`
    select 'APPLICATION' as kind, application_no as no, order_no, applied_cents + surplus_cents as amount_cents,
      application_status as status, applied_at as at from payment_application where flow_no = ${flowNo}
    union all
    select 'REFUND', refund_no, order_no, amount_cents, refund_status, created_at from refund where flow_no = ${flowNo}
    union all
    select 'RETURN', transfer_no, null, amount_cents, transfer_status, apply_time from cash_transfer
      where flow_no = ${flowNo}
    union all
    select 'REVERSAL', attempt_no, null, amount_cents, attempt_status, created_at from payout_attempt
      where subject_type = 'REVERSAL' and subject_no = ${flowNo}
    order by at, no`.execute(db);
  const callbacks = await db
    .selectFrom('gatewayCallbackState')
    .select(['callbackId', 'receivedAt', 'callbackStatus', 'fault'])
    .where('paymentCode', '=', paymentCode)
    .where('merchantNo', '=', merchantNo)
    .orderBy('receivedAt')
    .limit(50)
    .execute();
  return {
    told: told && { amountCents: told.amountCents, repayTime: told.repayTime.toISOString(), toldBy: told.toldBy },
    uses: uses.map(({ at, ...use }) => ({ ...use, at: at.toISOString() })),
    callbacks: callbacks.map(({ receivedAt, fault, ...callback }) => ({
      ...callback,
      fault: fault === null ? null : faultIn(lang, fault),
      receivedAt: receivedAt.toISOString(),
    })),
  };
}
