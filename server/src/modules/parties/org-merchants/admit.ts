import type { orgMerchant } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

export type TrafficLimit = z.output<typeof orgMerchant.trafficLimit>;

/**
 * Pure: the limit that applies to a customer: of those who settled at least so many loans the highest, else the one for
 * anybody; null where nothing bounds. New customers have the limit of 0.
 */
export function limitFor(limits: readonly TrafficLimit[], settledOrders: number): TrafficLimit | null {
  const own = limits
    .filter(({ settledOrderCount: from }) => (settledOrders === 0 ? from === 0 : from > 0 && from <= settledOrders))
    .toSorted((one, other) => other.settledOrderCount - one.settledOrderCount)[0];
  return own ?? limits.find(({ settledOrderCount }) => settledOrderCount === -1) ?? null;
}

interface Arriving {
  readonly merchantNo: string;
  readonly admissionKind: 'REGISTRATION' | 'APPLICATION';
  readonly settledOrders: number;
  readonly at: Date;
}

/**
 * Lets a customer in and counts them, all who arrive at once one after the other. Answers with the settled loans of the
 * limit that applied.
 * @throws AppError MERCHANT_CLOSED, REGISTRATION_CLOSED, TRAFFIC_LIMIT
 */
export async function admit(tx: Tx, { merchantNo, admissionKind, settledOrders, at }: Arriving): Promise<number> {
  const merchant = await tx
    .selectFrom('merchant')
    .select('isEnabled')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (merchant?.isEnabled === false) throw new AppError('MERCHANT_CLOSED');
  const limits = await tx
    .selectFrom('merchantTrafficLimit')
    .select(['settledOrderCount', 'dailyLimit'])
    .where('merchantNo', '=', merchantNo)
    .execute();
  const limit = limitFor(limits, settledOrders);
  const most = limit?.dailyLimit ?? -1;
  if (most === 0) {
    throw new AppError(admissionKind === 'REGISTRATION' ? 'REGISTRATION_CLOSED' : 'TRAFFIC_LIMIT', {
      ...(admissionKind === 'APPLICATION' && { facts: { most } }),
    });
  }
  const under = limit?.settledOrderCount ?? -1;
  const counted = await sql`
    insert into traffic_admission as t (merchant_no, biz_date, admission_kind, settled_order_count, admitted)
    values (${merchantNo}, ${businessDateOf(at)}, ${admissionKind}, ${under}, 1)
    on conflict (merchant_no, biz_date, admission_kind, settled_order_count)
    do update set admitted = t.admitted + 1 where ${most}::int < 0 or t.admitted < ${most}::int`.execute(tx);
  if (counted.numAffectedRows !== 1n) throw new AppError('TRAFFIC_LIMIT', { facts: { most } });
  return under;
}
