import type { putChannel, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { lockPersonnel, pickable } from '../../staff/personnel/index.ts';
import { channelValue, firstOverdueOf, funnelOf } from './figures.ts';

type Channel = putChannel.PutChannelRule;
const RUNNING = ['ENABLED', 'SCHEDULED'];

/** NORMAL traffic staff; null where this is none. */
export async function trafficPerson(db: Queryable, userNo: string) {
  const found = await db
    .selectFrom('personnel')
    .select(['userNo', 'firstLoanWhitelist'])
    .where('personnelKind', '=', 'TRAFFIC')
    .where('personnelStatus', '=', 'NORMAL')
    .where('userNo', '=', userNo)
    .executeTakeFirst();
  return found ?? null;
}

/** Throws what speaks against an owner. @throws AppError REFERENCE_UNKNOWN, CHANNEL_FIRST_LOANS */
export async function checkOwner(
  db: Queryable,
  userNo: string,
  channel: Pick<Channel, 'firstLoansOnly'>,
  field: string,
): Promise<void> {
  const owner = await trafficPerson(db, userNo);
  if (!owner) throw new AppError('REFERENCE_UNKNOWN', { fields: [field] });
  if (channel.firstLoansOnly && !owner.firstLoanWhitelist)
    throw new AppError('CHANNEL_FIRST_LOANS', { fields: [field] });
}

/** Who would get a channel automatically: takes part, has room, owns least; null for nobody. Others wait for the commit. */
export async function nextOwner(
  db: Queryable,
  merchantNo: string,
  channel: Pick<Channel, 'firstLoansOnly'>,
  except: readonly string[] = [],
): Promise<string | null> {
  const request = {
    ...(channel.firstLoansOnly && { loanType: 'FIRST' as const }),
    isAuto: true,
    hasPlace: true,
    isOffShiftToo: true,
    except,
  };
  const [emptiest] = await pickable(db, 'TRAFFIC', merchantNo, new Date(), request);
  return emptiest?.userNo ?? null;
}

/** The owner of a version that was agreed to: the one named, else the present one, else who is next. */
export async function settleOwner(tx: Tx, merchantNo: string, ruleId: string, channel: Channel): Promise<void> {
  const present = await tx
    .selectFrom('channelNow')
    .select('ownerUserNo')
    .where('ruleId', '=', ruleId)
    .executeTakeFirst();
  let userNo = channel.ownerUserNo;
  if (userNo === null) {
    const kept = present?.ownerUserNo ?? null;
    if (kept !== null && (await trafficPerson(tx, kept))) return;
    // One after the other, or two channels that are approved at once go to the same person.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('channel owners', 0))`.execute(tx);
    userNo = await nextOwner(tx, merchantNo, channel);
    if (userNo === null) throw new AppError('CHANNEL_NO_PARTICIPANT');
  }
  await setOwner(tx, ruleId, userNo);
}

async function setOwner(tx: Tx, ruleId: string, userNo: string): Promise<void> {
  const since = new Date();
  await tx
    .insertInto('channelOwner')
    .values({ ruleId, userNo, since })
    .onConflict((oc) => oc.column('ruleId').doUpdateSet({ userNo, since }))
    .execute();
}

interface Owned {
  readonly ruleId: string;
  readonly merchantNo: string;
  readonly ownerUserNo: string | null;
  readonly channelCode: string;
  readonly value: unknown;
}

/** Gives one channel another owner, with what the successor is to know of it. */
async function moveChannel(
  call: CommandContext,
  owned: Owned & { readonly ownerUserNo: string },
  toUserNo: string,
  reason: string,
): Promise<void> {
  const { tx, caller } = call;
  const { ruleId, merchantNo, ownerUserNo, channelCode } = owned;
  const channel = channelValue(owned.value);
  const at = new Date();
  const dayOfMonth = Number(businessDateOf(at).slice(8));
  const spentCents = (await funnelOf(tx, channel, at, dayOfMonth)).reduce((sum, day) => sum + day.spentCents, 0);
  const { dailyBudgetCents, dailyCap } = channel;
  await setOwner(tx, ruleId, toUserNo);
  await tx
    .insertInto('channelHandover')
    .values({
      ruleId,
      fromUserNo: ownerUserNo,
      toUserNo,
      byUserNo: caller.userNo,
      reason,
      spentCents,
      dailyBudgetCents,
      dailyCap,
      firstOverduePercent: await firstOverdueOf(tx, channel, at),
      at,
      acceptedAt: null,
    })
    .execute();
  await writeAudit(tx, call, {
    action: 'putChannel.handOver',
    subjectType: 'rule',
    subjectNo: ruleId,
    merchantNo,
    before: { ownerUserNo },
    after: { ownerUserNo: toUserNo, channelCode },
    reason,
  });
}

/** @throws AppError NOT_FOUND, REFERENCE_UNKNOWN, CHANNEL_FIRST_LOANS, CHANNEL_OWNED */
export async function handOver(
  { ruleIds, toUserNo, reason }: { ruleIds: readonly string[]; toUserNo: string; reason: string },
  call: CommandContext,
): Promise<ReplyOf<typeof putChannel.handOver>> {
  const { tx, caller } = call;
  await lockPersonnel(tx, 'TRAFFIC', [toUserNo]);
  let moved = 0;
  for (const ruleId of [...new Set(ruleIds)].sort()) {
    await tx.selectFrom('configRule').select('ruleId').where('ruleId', '=', ruleId).forUpdate().execute();
    const owned = await tx.selectFrom('channelNow').selectAll().where('ruleId', '=', ruleId).executeTakeFirst();
    if (!owned || !seesMerchant(caller.scope, owned.merchantNo)) throw new AppError('NOT_FOUND');
    await checkOwner(tx, toUserNo, channelValue(owned.value), 'toUserNo');
    const { ownerUserNo } = owned;
    if (ownerUserNo === toUserNo) {
      throw new AppError('CHANNEL_OWNED', { facts: { code: owned.channelCode }, fields: ['toUserNo'] });
    }
    if (ownerUserNo === null) await setOwner(tx, ruleId, toUserNo);
    else await moveChannel(call, { ...owned, ownerUserNo }, toUserNo, reason);
    moved += 1;
  }
  return { moved };
}

export async function ownedBy(db: Queryable, userNo: string): Promise<Owned[]> {
  return await db
    .selectFrom('channelNow')
    .selectAll()
    .where('ownerUserNo', '=', userNo)
    .where('ruleStatus', 'in', RUNNING)
    .orderBy('ruleId')
    .execute();
}

/** Gives a person's channels to those who take part in automatic assignment; answers how many found somebody. */
export async function handOverAll(call: CommandContext, userNo: string): Promise<number> {
  let moved = 0;
  for (const owned of await ownedBy(call.tx, userNo)) {
    const next = await nextOwner(call.tx, owned.merchantNo, channelValue(owned.value), [userNo]);
    if (next === null) continue;
    await moveChannel(call, { ...owned, ownerUserNo: userNo }, next, 'The owner was frozen');
    moved += 1;
  }
  return moved;
}

/** @throws AppError CHANNEL_NO_SUCCESSOR while an enabled channel of theirs would be nobody's */
export async function refuseOrphans(tx: Tx, userNo: string): Promise<void> {
  for (const { merchantNo, value, channelCode } of await ownedBy(tx, userNo)) {
    if ((await nextOwner(tx, merchantNo, channelValue(value), [userNo])) === null) {
      throw new AppError('CHANNEL_NO_SUCCESSOR', { facts: { code: channelCode } });
    }
  }
}

export async function openChannels(db: Queryable, userNo: string) {
  const { rows } = await sql<{ merchantNo: string; merchantName: string; open: number }>`
    SELECT m.merchant_no, m.merchant_name, count(*)::int AS open FROM channel_now c
    JOIN merchant m ON m.merchant_no = c.merchant_no
    WHERE c.owner_user_no = ${userNo} AND c.rule_status IN ('ENABLED', 'SCHEDULED')
    GROUP BY 1, 2 ORDER BY open DESC`.execute(db);
  return rows;
}

export async function channelsTaken(db: Queryable, since: Date) {
  const { rows } = await sql<{ userNo: string; hour: number; count: number }>`
    SELECT user_no, count(*)::int AS count, extract(hour FROM since AT TIME ZONE 'Africa/Nairobi')::int AS hour
    FROM channel_owner WHERE since >= ${since} GROUP BY 1, 3`.execute(db);
  return rows;
}
