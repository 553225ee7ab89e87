import type { callList } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { abandoned, type CallEntry, moveEntry, statusOfEntry, TERMINAL } from './entries.ts';
import { listTypeRule, retryAt } from './options.ts';

/** Whom a robot finds willing is listed under it. */
const LIST_TYPE = 'CAMPAIGN';
const DAY_MS = 86_400_000;

/** What a robot heard of somebody. */
export interface Heard {
  readonly merchantNo: string;
  readonly phone: string;
  readonly willingness: callList.Willingness;
  /** Null where no group was called. */
  readonly userGroupNo: string | null;
  /** Of the task that called: its entries are found by it. */
  readonly batchNo: string;
  readonly at: Date;
}

/**
 * LISTED: a new entry to call. EXISTS: the person was on the list. UNWANTED: the list type takes no customer of this
 * status. ENDED: the entries of the number are over. NOTED: nobody became an entry.
 */
export type ListEffect = 'LISTED' | 'EXISTS' | 'UNWANTED' | 'ENDED' | 'NOTED';

/** Takes to the telemarketing list what a robot heard; an entry that somebody works on keeps what was agreed there. */
export async function keepWillingness(tx: Tx, heard: Heard): Promise<ListEffect> {
  const { merchantNo, phone, willingness, at } = heard;
  const live = await tx
    .selectFrom('callEntry')
    .selectAll()
    .where('desk', '=', 'TELEMARKETING')
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', phone)
    .where('listStatus', 'in', ['POOL', 'ASSIGNED'])
    .orderBy('entryId')
    .forNoKeyUpdate()
    .execute();
  if (TERMINAL.has(willingness)) return await end(tx, live, willingness === 'UNWILLING' ? 'UNWILLING' : 'NUMBER_FAULT');
  const nextCallAt = willingness === 'WILLING' ? null : await retryAt(tx, willingness, at);
  const waiting = live.filter(({ listStatus }) => listStatus === 'POOL').map(({ entryId }) => entryId);
  if (waiting.length > 0) {
    // Nobody at the phone says nothing of what the person said before.
    const isSaid = willingness !== 'NOT_CONNECTED';
    await tx
      .updateTable('callEntry')
      .set((eb) => ({
        nextCallAt,
        willingness: isSaid ? willingness : eb.fn.coalesce('willingness', eb.val(willingness)),
        version: eb('version', '+', 1),
      }))
      .where('entryId', 'in', waiting)
      .execute();
  }
  if (live.length > 0) return 'EXISTS';
  return willingness === 'WILLING' ? await list(tx, heard) : 'NOTED';
}

async function end(
  tx: Tx,
  live: readonly CallEntry[],
  willingness: 'UNWILLING' | 'NUMBER_FAULT',
): Promise<'ENDED' | 'NOTED'> {
  for (const entry of live) {
    const rule = await listTypeRule(tx, entry.listType);
    const change = { ...abandoned(willingness, rule.recycleDelayDays, null), willingness };
    await moveEntry(tx, entry, 'abandon', { byUserNo: null, change });
  }
  return live.length > 0 ? 'ENDED' : 'NOTED';
}

/** An entry that may be called at once, under the consent that let the robot call. */
async function list(
  tx: Tx,
  { merchantNo, phone, userGroupNo, batchNo, at }: Heard,
): Promise<'LISTED' | 'EXISTS' | 'UNWANTED'> {
  const consent = await tx
    .selectFrom('contactParty')
    .select('consentedAt')
    .where('partyKind', '=', 'LEAD')
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', phone)
    .where('consentedAt', 'is not', null)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  if (!consent) return 'UNWANTED';
  const borrowed = await tx
    .selectFrom('customer as c')
    .innerJoin('loanOrder as o', 'o.customerNo', 'c.customerNo')
    .select('o.orderNo')
    .where('c.merchantNo', '=', merchantNo)
    .where('c.phone', '=', phone)
    .where('o.lendingTime', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  const rule = await listTypeRule(tx, LIST_TYPE);
  const made = await tx
    .insertInto('callEntry')
    .values({
      desk: 'TELEMARKETING',
      merchantNo,
      phone,
      userGroupNo,
      batchNo,
      listType: LIST_TYPE,
      marketingTarget: borrowed ? 'REPEAT_LOAN' : 'FIRST_LOAN',
      optInSource: 'CONSENT_RECORD',
      optInAt: consent.consentedAt,
      willingness: 'WILLING',
      createdAt: at,
      expireAt: new Date(at.getTime() + rule.expireDays * DAY_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('entryId')
    .executeTakeFirst();
  if (!made) return 'EXISTS';
  const wanted: readonly string[] = rule.customerStatuses;
  if (wanted.includes(await statusOfEntry(tx, made.entryId))) return 'LISTED';
  await tx.deleteFrom('callEntry').where('entryId', '=', made.entryId).execute();
  return 'UNWANTED';
}

/** The disposition of a call: what the robot heard, or what its end alone says. Pure. */
export function heardOf(outcome: string, willingness: callList.Willingness | null): callList.Willingness {
  if (outcome === 'NUMBER_FAULT') return 'NUMBER_FAULT';
  if (outcome === 'ANSWERED') return willingness ?? 'UNCLEAR';
  return 'NOT_CONNECTED';
}
