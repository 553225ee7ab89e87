import { sql } from 'kysely';
import { rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

interface Dead {
  readonly hotlineNo: string;
  readonly merchantNo: string;
  readonly merchantName: string;
  readonly contactValue: string;
}

/** Published contacts that the weekly check did not reach: gone once one works again, is changed or disabled. */
export const deadHotlines: WatchedSource = {
  sourceType: 'HOTLINE_FAILING',
  prefix: 'HOTLINE-',
  quietHours: 24,
  async find(db) {
    const { rows } = await sql<Dead>`
      SELECT h.hotline_no, h.merchant_no, m.merchant_name, h.contact_value FROM hotline h JOIN merchant m USING (merchant_no)
      WHERE h.is_enabled AND h.check_result = 'FAILS' ORDER BY 1`.execute(db);
    if (rows.length === 0) return [];
    const roleNos = await rolesWith(db, 'operation:hotline:save');
    return rows.map(({ hotlineNo, merchantNo, merchantName, contactValue }): Cause => ({
      key: hotlineNo,
      warningLevel: 'URGENT',
      subject: `${merchantName}: customers cannot reach ${contactValue}`,
      subjectZh: `${merchantName}：客户无法通过 ${contactValue} 联系`,
      subjectPath: '/AdminContent/OperationSystem/CustomerServiceHotlineManagement?checkResult=FAILS',
      amountCents: null,
      merchantNo,
      roleNos,
      assigneeUserNo: null,
    }));
  },
};
