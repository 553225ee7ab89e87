import { sql } from 'kysely';
import { QUIET_ATTEMPTS } from '../../platform/gateways/index.ts';
import { administratorRoles, rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

/** More at once have one cause, which those that are told tell of. */
const MAX = 200;

interface Listed {
  readonly callbackId: number;
  readonly callbackStatus: 'REFUSED' | 'HELD' | 'RECEIVED';
  readonly merchantNo: string;
  readonly amountCents: number | null;
  readonly paymentCode: string | null;
}

/** Messages of a channel that had no effect: money may have moved that no book has. */
export const refusedCallbacks: WatchedSource = {
  sourceType: 'CALLBACK_REFUSED',
  prefix: 'CALLBACK-',
  quietHours: 24,
  async find(db) {
    const { rows } = await sql<Listed>`
      SELECT callback_id, callback_status, merchant_no, amount_cents, payment_code FROM gateway_callback_state
      WHERE callback_status IN ('REFUSED', 'HELD')
        OR (callback_status = 'RECEIVED' AND attempts > ${sql.lit(QUIET_ATTEMPTS)})
      ORDER BY received_at LIMIT ${MAX}`.execute(db);
    if (rows.length === 0) return [];
    const told = await rolesWith(db, 'afterLoan:flow:commit');
    const roleNos = told.length > 0 ? told : await administratorRoles(db);
    return rows.map(({ callbackId, callbackStatus, merchantNo, amountCents, paymentCode }): Cause => {
      const no = paymentCode === null ? String(callbackId) : `${callbackId} (${paymentCode})`;
      return {
        key: String(callbackId),
        warningLevel: 'URGENT',
        subject: `Channel message ${no} ${SAYS[callbackStatus].en}`,
        subjectZh: `渠道消息 ${no} ${SAYS[callbackStatus].zh}`,
        subjectPath: '/AdminContent/AfterLoanSystem/FlowRecordSupplement',
        amountCents,
        merchantNo,
        roleNos,
        assigneeUserNo: null,
      };
    });
  },
};

const SAYS = {
  REFUSED: { en: 'cannot be read', zh: '无法读取' },
  HELD: { en: 'differs from what was asked for or booked', zh: '与请求或已入账内容不符' },
  RECEIVED: { en: 'failed more than three times', zh: '已失败三次以上' },
} as const;
