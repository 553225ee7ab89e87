import type { Tx } from '../db/database.ts';
import { addDays, businessDateOf } from '../modules/platform/policy/index.ts';

const DAY_MS = 86_400_000;
const merchantNo = 'M0001';
/** List type, target, state, what was said last, days ago. */
const ENTRIES = [
  ['LEAD', 'FIRST_LOAN', 'POOL', null, 1],
  ['LEAD', 'FIRST_LOAN', 'POOL', null, 1],
  ['LEAD', 'FIRST_LOAN', 'ASSIGNED', 'UNCLEAR', 2],
  ['RETURNING', 'REPEAT_LOAN', 'ASSIGNED', 'WILLING', 3],
  ['RETURNING', 'REPEAT_LOAN', 'POOL', 'NOT_CONNECTED', 4],
  ['CAMPAIGN', 'HIGHER_LIMIT', 'CONVERTED', 'WILLING', 9],
  ['LEAD', 'FIRST_LOAN', 'ABANDONED', 'UNWILLING', 12],
] as const;

/** A batch of people who agreed to be called, in every state. */
export async function seedCallLists(tx: Tx, userNo: string, now: Date): Promise<void> {
  const caller = await tx
    .selectFrom('personnel')
    .select('userNo')
    .where('personnelKind', '=', 'TELEMARKETER')
    .where('personnelStatus', '=', 'NORMAL')
    .orderBy('userNo')
    .executeTakeFirst();
  const count = ENTRIES.length;
  const { batchNo } = await tx
    .insertInto('callImport')
    .values({
      desk: 'TELEMARKETING',
      importType: 'FILE',
      merchantNo,
      listType: 'LEAD',
      marketingTarget: 'FIRST_LOAN',
      jobNo: 'SEED-CALL-LIST',
      totalCount: count,
      successCount: count,
      importResult: 'SUCCESS',
      operatorUserNo: userNo,
      startedAt: new Date(now.getTime() - 12 * DAY_MS),
      finishedAt: new Date(now.getTime() - 12 * DAY_MS),
    })
    .returning('batchNo')
    .executeTakeFirstOrThrow();
  for (const [index, [listType, marketingTarget, listStatus, willingness, days]] of ENTRIES.entries()) {
    const phone = `25479990000${index}`;
    const createdAt = new Date(now.getTime() - days * DAY_MS);
    const isOwned = (listStatus === 'ASSIGNED' || listStatus === 'CONVERTED') && caller !== undefined;
    await tx
      .insertInto('contactParty')
      .values({ partyKind: 'LEAD', merchantNo, phone, partyName: 'Lead', consentedAt: createdAt })
      .execute();
    await tx
      .insertInto('callEntry')
      .values({
        desk: 'TELEMARKETING',
        merchantNo,
        phone,
        batchNo,
        listType,
        marketingTarget,
        listStatus: listStatus === 'ASSIGNED' && !isOwned ? 'POOL' : listStatus,
        willingness,
        optInSource: 'WEBSITE',
        optInAt: createdAt,
        recommendedAmountCents: 500_000,
        followStatus: willingness === null ? 'NOT_FOLLOWED' : 'FOLLOWING',
        callCount: willingness === null ? 0 : 1,
        lastCallAt: willingness === null ? null : createdAt,
        expireAt: new Date(createdAt.getTime() + 30 * DAY_MS),
        createdAt,
        ...(isOwned && { ownerUserNo: caller.userNo, assignedAt: createdAt }),
        ...(listStatus === 'ABANDONED' && {
          abandonReason: 'UNWILLING' as const,
          abandonedAt: createdAt,
          recyclableAt: new Date(createdAt.getTime() + 14 * DAY_MS),
        }),
      })
      .execute();
  }
  await seedWork(tx, { userNo, callerNo: caller?.userNo ?? null, now });
}

/** A task under way, numbers not to be marketed to and the rule that credits applications. */
async function seedWork(
  tx: Tx,
  { userNo, callerNo, now }: { readonly userNo: string; readonly callerNo: string | null; readonly now: Date },
): Promise<void> {
  const today = businessDateOf(now);
  const listed = { channels: ['CALL', 'SMS', 'ROBOT'], createdBy: userNo, createdAt: now } as const;
  await tx
    .insertInto('marketingBlacklist')
    .values([
      {
        ...listed,
        channels: [...listed.channels],
        phone: '254799900090',
        blacklistReason: 'OPT_OUT',
        blacklistSource: 'AGENT',
      },
      {
        ...listed,
        channels: ['CALL'],
        phone: '254799900091',
        blacklistReason: 'COMPLAINT',
        blacklistSource: 'FEEDBACK',
      },
    ])
    .execute();
  const checker = await tx.selectFrom('appUser').select('userNo').where('userNo', '<>', userNo).executeTakeFirst();
  const terms = { attributionDays: 14, minTalkSeconds: 30, tieBreak: 'LAST_TALK', protectionDays: 7 } as const;
  await tx
    .insertInto('inboundRule')
    .values({
      ...terms,
      merchantNo,
      effectiveFrom: addDays(today, -90),
      ruleState: 'ENABLED',
      makerUserNo: userNo,
      checkerUserNo: checker?.userNo ?? null,
      updatedAt: now,
    })
    .execute();
  if (callerNo === null) return;
  const { taskNo } = await tx
    .insertInto('callTask')
    .values({
      desk: 'TELEMARKETING',
      merchantNo,
      taskName: 'New leads this week',
      taskStatus: 'RUNNING',
      purpose: 'MARKETING',
      source: JSON.stringify({ listType: 'LEAD' }),
      userNos: [callerNo],
      dialMode: 'CLICK',
      hoursFrom: '08:00',
      hoursTo: '19:00',
      maxAttempts: 3,
      retryMinutes: 120,
      script: 'Introduce yourself, name the lender, ask whether it is a good moment.',
      validFrom: addDays(today, -1),
      validTo: addDays(today, 30),
      createdBy: userNo,
      createdAt: now,
    })
    .returning('taskNo')
    .executeTakeFirstOrThrow();
  const entries = await tx
    .selectFrom('callEntry')
    .select('entryId')
    .where('listType', '=', 'LEAD')
    .where('listStatus', 'in', ['POOL', 'ASSIGNED'])
    .execute();
  await tx
    .insertInto('callTaskEntry')
    .values(entries.map(({ entryId }) => ({ taskNo, entryId })))
    .execute();
}
