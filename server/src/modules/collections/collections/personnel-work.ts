import { sql } from 'kysely';
import type { PersonnelWork } from '../../staff/personnel/index.ts';
import { sendBackCases } from './send-back.ts';

/** Collectors: their open work is the cases they have, by order and by bill. */
export const collectorWork: PersonnelWork = {
  kind: 'COLLECTOR',
  holderCode: 'collection:followUp:save',
  codes: 'collection:personnel',
  subjectType: 'collector',
  async sendBack(tx, userNo, call) {
    const record = await tx
      .selectFrom('personnel')
      .select('principalUserNo')
      .where('personnelKind', '=', 'COLLECTOR')
      .where('userNo', '=', userNo)
      .executeTakeFirst();
    const { toPool, retained } = await sendBackCases(tx, userNo, {
      by: call.caller.userNo,
      at: new Date(),
      principalUserNo: record?.principalUserNo ?? null,
    });
    return toPool + retained;
  },
  async openByMerchant(db, userNo) {
    const { rows } = await sql<{ merchantNo: string; merchantName: string; open: number }>`
      select m.merchant_no, m.merchant_name, count(*)::int as open
      from collection_case c join merchant m on m.merchant_no = c.merchant_no
      where c.collector_user_no = ${userNo} and c.case_status in ('COLLECTING', 'RETAINED')
      group by m.merchant_no, m.merchant_name order by count(*) desc, m.merchant_no`.execute(db);
    return rows;
  },
  async assignedSince(db, since) {
    const { rows } = await sql<{ userNo: string; hour: number; count: number }>`
      select user_no, extract(hour from assigned_at at time zone 'Africa/Nairobi')::int as hour,
        count(*)::int as count from case_assignment where assigned_at >= ${since}
      group by 1, 2 order by 1, 2`.execute(db);
    return rows;
  },
};
