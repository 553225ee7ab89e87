import { sql } from 'kysely';
import { rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

interface Failing {
  readonly merchantNo: string;
  readonly merchantName: string;
  readonly failed: number;
}

/** Merchants whose systems took nothing for days: gone once anything is delivered, a test included. */
export const failingWebhooks: WatchedSource = {
  sourceType: 'WEBHOOK_FAILING',
  prefix: 'WEBHOOK-',
  quietHours: 24,
  async find(db) {
    const { rows } = await sql<Failing>`
      SELECT s.merchant_no, m.merchant_name, (SELECT count(*) FROM merchant_event e
        WHERE e.merchant_no = s.merchant_no AND e.delivery_status = 'FAILED') AS failed
      FROM merchant_service s JOIN merchant m USING (merchant_no)
      WHERE s.callback_failing_since IS NOT NULL AND s.service_status = 'ENABLED' ORDER BY 1`.execute(db);
    if (rows.length === 0) return [];
    const roleNos = await rolesWith(db, 'merchant:config:save');
    return rows.map(({ merchantNo, merchantName, failed }): Cause => ({
      key: merchantNo,
      warningLevel: 'URGENT',
      subject: `The callback of ${merchantName} fails: ${failed} ${failed === 1 ? 'event' : 'events'} not delivered`,
      subjectZh: `${merchantName} 的回调失败：${failed} 个事件未送达`,
      subjectPath: `/AdminContent/MerchantSystem/MerchantConfigManagement`,
      amountCents: null,
      merchantNo,
      roleNos,
      assigneeUserNo: null,
    }));
  },
};
