import { sql } from 'kysely';
import { rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

/** Half of what one address may ask for in an hour, and within minutes: long before it is refused. */
const MANY = 30;
const MINUTES = 10;

interface Burst {
  readonly address: string;
  readonly codes: number;
  readonly phones: number;
}

/** Network addresses that ask for codes much faster than people do. */
export const codeBursts: WatchedSource = {
  sourceType: 'CODE_BURST',
  prefix: 'CODES-',
  quietHours: 4,
  async find(db, now) {
    const { rows } = await sql<Burst>`
      SELECT address, count(*)::int AS codes, count(DISTINCT destination)::int AS phones FROM verification_code
      WHERE created_at > ${now}::timestamptz - make_interval(mins => ${MINUTES}) AND sent_at > ${now}::timestamptz - make_interval(mins => ${MINUTES})
        AND NOT is_test AND address <> ''
      GROUP BY 1 HAVING count(*) >= ${MANY} ORDER BY 2 DESC LIMIT 50`.execute(db);
    if (rows.length === 0) return [];
    const roleNos = await rolesWith(db, 'operation:verificationCode:resend');
    return rows.map(({ address, codes, phones }): Cause => ({
      key: address,
      warningLevel: 'URGENT',
      subject: `${address} requested ${codes} codes for ${phones} ${phones === 1 ? 'number' : 'numbers'} in ${MINUTES} minutes`,
      subjectZh: `${address} 在 ${MINUTES} 分钟内为 ${phones} 个号码请求了 ${codes} 个验证码`,
      subjectPath: '/AdminContent/OperationSystem/VerificationCodeManagement',
      amountCents: null,
      merchantNo: null,
      roleNos,
      assigneeUserNo: null,
    }));
  },
};
