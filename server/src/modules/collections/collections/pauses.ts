import type { collectorPause, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { publishEvent, writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { lockCollector } from './collectors.ts';

type Pause = ReplyOf<typeof collectorPause.mine>;
const AT_WORK: Pause = { pauseReason: null, beganAt: null };

/** A pause that was forgotten ends with its day. */
async function openPause(db: Queryable, userNo: string, now: Date): Promise<Pause> {
  const found = await db
    .selectFrom('collectorPause')
    .select(['pauseReason', 'beganAt'])
    .where('userNo', '=', userNo)
    .where('endedAt', 'is', null)
    .where('beganAt', '>=', startOfBusinessDate(businessDateOf(now)))
    .executeTakeFirst();
  return found ? { ...found, beganAt: found.beganAt.toISOString() } : AT_WORK;
}

export const ownPause = async ({ db, caller }: Call): Promise<Pause> => await openPause(db, caller.userNo, new Date());

/** Ends what the person has open. @returns whether there was anything. */
async function endOpen(tx: Tx, userNo: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('collectorPause')
    .set({ endedAt: sql<Date>`greatest(began_at, ${now}::timestamptz)` })
    .where('userNo', '=', userNo)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The principals of the collector's merchants see it at once. */
async function tell(tx: Tx, userNo: string, topic: string): Promise<void> {
  const merchants = await tx
    .selectFrom('personnelMerchant')
    .select('merchantNo')
    .where('personnelKind', '=', 'COLLECTOR')
    .where('userNo', '=', userNo)
    .execute();
  if (merchants.length === 0) return;
  const event = { topic, subjectType: 'collector', subjectNo: userNo };
  await publishEvent(
    tx,
    merchants.map(({ merchantNo }) => ({ ...event, merchantNo })),
  );
}

/** @throws AppError COLLECTOR_NOT_FOUND, COLLECTOR_FROZEN */
export async function beginPause(
  { pauseReason }: ParsedRequestOf<typeof collectorPause.begin>,
  call: CommandCall,
): Promise<Pause> {
  const { tx, caller } = call;
  const { userNo } = caller;
  await lockCollector(tx, userNo);
  const record = await tx
    .selectFrom('personnel')
    .select('personnelStatus')
    .where('personnelKind', '=', 'COLLECTOR')
    .where('userNo', '=', userNo)
    .executeTakeFirst();
  if (!record) throw new AppError('COLLECTOR_NOT_FOUND');
  if (record.personnelStatus === 'FROZEN') throw new AppError('COLLECTOR_FROZEN');
  const now = new Date();
  const before = await openPause(tx, userNo, now);
  await endOpen(tx, userNo, now);
  await tx.insertInto('collectorPause').values({ userNo, pauseReason, beganAt: now }).execute();
  await writeAudit(tx, call, {
    action: 'collectorPause.begin',
    subjectType: 'collector',
    subjectNo: userNo,
    before: { pauseReason: before.pauseReason },
    after: { pauseReason },
  });
  await tell(tx, userNo, 'collector.pause');
  return { pauseReason, beganAt: now.toISOString() };
}

export async function endPause(call: CommandCall): Promise<Pause> {
  const { tx, caller } = call;
  const { userNo } = caller;
  await lockCollector(tx, userNo);
  const { pauseReason } = await openPause(tx, userNo, new Date());
  if (await endOpen(tx, userNo, new Date())) {
    await writeAudit(tx, call, {
      action: 'collectorPause.end',
      subjectType: 'collector',
      subjectNo: userNo,
      before: { pauseReason },
      after: { pauseReason: null },
    });
    await tell(tx, userNo, 'collector.resume');
  }
  return AT_WORK;
}

/** Whoever calls is at work again. */
export async function endPauseByWork(tx: Tx, userNo: string): Promise<void> {
  if (await endOpen(tx, userNo, new Date())) await tell(tx, userNo, 'collector.resume');
}
