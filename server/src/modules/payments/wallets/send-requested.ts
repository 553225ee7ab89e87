import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { lockWithdrawal } from './store.ts';
import { payWithdrawal } from './withdrawals.ts';

const A_TURN = 100;

/**
 * Pays what customers requested, each in a transaction of its own and sent after it; nothing where there is no
 * money gateway. Several processes may do it at once. @returns how many.
 */
export async function sendWithdrawals(
  db: Database,
  services: Pick<Services, 'engine'>,
  log: Pick<Logger, 'warn'>,
): Promise<number> {
  if (services.engine.gateways.money === null) return 0;
  const waiting = await db
    .selectFrom('walletWithdrawal')
    .select('withdrawNo')
    .where('withdrawStatus', '=', 'REQUESTED')
    .orderBy('createTime')
    .limit(A_TURN)
    .execute();
  let sent = 0;
  for (const { withdrawNo } of waiting) {
    try {
      const attemptNo = await db.transaction().execute(async (tx) => {
        const { rows } = await sql`SELECT FROM wallet_withdrawal WHERE withdraw_no = ${withdrawNo}
          FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
        if (rows.length === 0) return null;
        const { withdrawStatus } = await lockWithdrawal(tx, withdrawNo);
        if (withdrawStatus !== 'REQUESTED') return null;
        return (await payWithdrawal(tx, withdrawNo, 'send')).attemptNo;
      });
      if (attemptNo === null) continue;
      sent += 1;
      await services.engine.send(attemptNo);
    } catch (error) {
      log.warn({ err: error, withdrawNo }, 'a withdrawal was not sent');
    }
  }
  return sent;
}
