import { type Selectable, type SqlBool, sql } from 'kysely';
import type { callList } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { isNumberListed } from '../../parties/blacklist/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import type { CallEntryTable, Desk, EntryStatus } from './tables.ts';

export type CallEntry = Selectable<CallEntryTable>;

/*
 * An entry waits in the pool, is assigned to one person and ends. Telemarketing ends by a disbursed loan (CONVERTED) or
 * gives up (ABANDONED, from where it may be recycled); customer service ends because the customer came back or all was said.
 */
const MOVES = {
  assign: { from: ['POOL', 'ASSIGNED'], to: 'ASSIGNED' },
  recall: { from: ['ASSIGNED'], to: 'POOL' },
  convert: { from: ['POOL', 'ASSIGNED'], to: 'CONVERTED' },
  abandon: { from: ['POOL', 'ASSIGNED'], to: 'ABANDONED' },
  recycle: { from: ['ABANDONED'], to: 'POOL' },
  return: { from: ['POOL', 'ASSIGNED'], to: 'SELF_RETURNED' },
  finish: { from: ['POOL', 'ASSIGNED'], to: 'DONE' },
} as const satisfies Record<string, { readonly from: readonly EntryStatus[]; readonly to: EntryStatus }>;
export type EntryMove = keyof typeof MOVES;

/** Who said so is not called again. */
export const TERMINAL: ReadonlySet<string> = new Set(['UNWILLING', 'NUMBER_FAULT']);

export const allowsMove = (status: EntryStatus, move: EntryMove): boolean =>
  MOVES[move].from.some((from) => from === status);

/** @throws AppError CALL_ENTRY_NOT_FOUND */
export async function lockEntry(tx: Tx, entryId: string, desk: Desk, { caller }: CommandContext): Promise<CallEntry> {
  const query = tx.selectFrom('callEntry').selectAll().where('entryId', '=', entryId).where('desk', '=', desk);
  return await lockOne(tx, query, {
    missing: 'CALL_ENTRY_NOT_FOUND',
    subject: `call entry ${entryId}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(caller.scope, merchantNo),
  });
}

interface Step {
  /** Null for what happens automatically. */
  readonly byUserNo: string | null;
  readonly note?: string | undefined;
  readonly change?: Partial<Omit<CallEntry, 'entryId' | 'listStatus' | 'version' | 'desk' | 'phone' | 'merchantNo'>>;
}

/** The one way an entry changes its state; keeps whose it was. @throws AppError ILLEGAL_TRANSITION */
export async function moveEntry(tx: Tx, before: CallEntry, move: EntryMove, step: Step): Promise<CallEntry> {
  if (!allowsMove(before.listStatus, move)) {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'call entry', state: before.listStatus, command: move },
    });
  }
  const listStatus = MOVES[move].to;
  const isOwned = listStatus === 'ASSIGNED' || listStatus === 'CONVERTED';
  const change = {
    ...(!isOwned && { ownerUserNo: null, protectedUntil: null }),
    leasedBy: null,
    leasedUntil: null,
    ...step.change,
  };
  await tx
    .updateTable('callEntry')
    .set((eb) => ({ ...change, listStatus, version: eb('version', '+', 1) }))
    .where('entryId', '=', before.entryId)
    .execute();
  const after = { ...before, ...change, listStatus, version: before.version + 1 };
  await tx
    .insertInto('callAssignment')
    .values({
      entryId: before.entryId,
      userNo: after.ownerUserNo,
      cause: move,
      byUserNo: step.byUserNo,
      note: step.note ?? null,
    })
    .execute();
  return after;
}

/** As `moveEntry`, by a person: with the row of the audit. */
export async function moveByHand(
  before: CallEntry,
  move: EntryMove,
  step: Omit<Step, 'byUserNo'>,
  call: CommandContext,
): Promise<CallEntry> {
  const after = await moveEntry(call.tx, before, move, { ...step, byUserNo: call.caller.userNo });
  const { entryId, merchantNo, listStatus, ownerUserNo } = after;
  await writeAudit(call.tx, call, {
    action: `callEntry.${move}`,
    subjectType: 'callEntry',
    subjectNo: entryId,
    merchantNo,
    before: { listStatus: before.listStatus, ownerUserNo: before.ownerUserNo },
    after: { listStatus, ownerUserNo },
    ...(step.note !== undefined && { reason: step.note }),
  });
  return after;
}

/** What an entry that was given up holds. */
export function abandoned(
  abandonReason: callList.AbandonReason,
  recycleDelayDays: number,
  by: string | null,
): NonNullable<Step['change']> {
  const at = new Date();
  const recyclableAt = new Date(at.getTime() + recycleDelayDays * 86_400_000);
  return { abandonReason, abandonedBy: by, abandonedAt: at, recyclableAt, followStatus: 'DONE', nextCallAt: null };
}

/** CUSTOMER_STATUS_GROUP of an entry `e` whose customer is `c`, in the order of the rules: the first that fits. */
export const customerStatusOf = sql<callList.EntryRow['customerStatus']>`(case
  when c.customer_no is null then '2'
  when exists (select from loan_order o where o.customer_no = c.customer_no and o.apply_time >= e.created_at) then '1'
  when exists (select from loan_order o where o.customer_no = c.customer_no
    and o.cool_off_until > (now() at time zone 'Africa/Nairobi')::date) then '3'
  when not exists (select from customer_credit k where k.customer_no = c.customer_no
    and k.credit_status = 'GRANTED') then '4'
  else '0' end)`;

/** That an entry `e` may be called now, but for the hours: due, not over, agreed to, not blocked and not on the manual blacklist. */
export const callableNow = sql<SqlBool>`(e.list_status in ('POOL', 'ASSIGNED')
  and coalesce(e.next_call_at, now()) <= now() and coalesce(e.expire_at, now()) >= now()
  and exists (select from contact_party p where p.party_kind = 'LEAD' and p.merchant_no = e.merchant_no
    and p.phone = e.phone and p.consented_at is not null and p.withdrawn_at is null)
  and not exists (select from contact_block b where b.phone = e.phone and b.lifted_at is null
    and coalesce(b.expires_at, now()) >= now())
  and not exists (select from marketing_blacklist x where x.phone = e.phone and x.row_status <> 'DELETED'
    and 'CALL' = any(x.channels) and coalesce(x.expire_at, now()) >= now())
  and not ${isNumberListed('e', sql<Date>`now()`)})`;

/** CUSTOMER_STATUS_GROUP of an entry now. */
export async function statusOfEntry(db: Queryable, entryId: string): Promise<callList.EntryRow['customerStatus']> {
  const { status } = await db
    .selectFrom('callEntry as e')
    .leftJoin('customer as c', (join) =>
      join.onRef('c.merchantNo', '=', 'e.merchantNo').onRef('c.phone', '=', 'e.phone'),
    )
    .select(customerStatusOf.as('status'))
    .where('e.entryId', '=', entryId)
    .executeTakeFirstOrThrow();
  return status;
}

export async function customerOfPhone(db: Queryable, merchantNo: string, phone: string): Promise<string | null> {
  const customer = await db
    .selectFrom('customer')
    .select('customerNo')
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', phone)
    .executeTakeFirst();
  return customer?.customerNo ?? null;
}
