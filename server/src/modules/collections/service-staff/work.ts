import { sql } from 'kysely';
import type { PersonnelWork } from '../../staff/personnel/index.ts';
import { writeDeskFacts } from '../../staff/users/index.ts';
import { returnEntries } from '../call-lists/index.ts';
import { returnFeedback } from '../feedback/index.ts';

/** Customer service: its open work is the feedback that a person handles, and the people they are to call. */
export const serviceWork: PersonnelWork = {
  kind: 'SERVICE',
  holderCode: 'customerService:feedback:handle',
  codes: 'customerService:personnel',
  subjectType: 'serviceStaff',
  sendBack: async (tx, userNo, call) =>
    (await returnFeedback(tx, userNo, call)) + (await returnEntries(tx, userNo, 'SERVICE', call)),
  writeDeskFacts,
  async openByMerchant(db, userNo) {
    const { rows } = await sql<{ merchantNo: string; merchantName: string; open: number }>`
      SELECT m.merchant_no, m.merchant_name, count(*)::int AS open
      FROM (SELECT merchant_no FROM feedback WHERE handler_user_no = ${userNo} AND feedback_status <> 'PROCESSED'
        UNION ALL SELECT merchant_no FROM call_entry
          WHERE owner_user_no = ${userNo} AND list_status = 'ASSIGNED' AND desk = 'SERVICE') f
      JOIN merchant m ON m.merchant_no = f.merchant_no
      GROUP BY m.merchant_no, m.merchant_name ORDER BY count(*) DESC, m.merchant_no`.execute(db);
    return rows;
  },
  async assignedSince(db, since) {
    const { rows } = await sql<{ userNo: string; hour: number; count: number }>`
      SELECT user_no, extract(hour FROM at AT TIME ZONE 'Africa/Nairobi')::int AS hour, count(*)::int AS count
      FROM feedback_event WHERE command = 'take' AND at >= ${since}
      GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
    return rows;
  },
};
