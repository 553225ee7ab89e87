import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import type { CouponTable } from './tables.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { type AllocationOrder, type Amounts, type Cents, totalOf } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { applyCoupon } from './coupon-use.ts';
import { couponMachine } from './coupon.machine.ts';
import { applyTermVersions } from './template-terms.ts';

type CouponCommand = typeof couponMachine extends { transitions: infer T }
  ? { [S in keyof T]: keyof T[S] }[keyof T] & string
  : never;

/** When a coupon may be used; what is left out does not matter. */
export const useRule = z.object({
  /** Of the bill: what it owes at least. */
  minAmountCents: z.optional(z.int().check(z.minimum(0))),
  loanType: z.optional(z.enum(['FIRST', 'REPEAT'])),
  productNos: z.optional(z.array(z.string())),
});
export type UseRule = z.output<typeof useRule>;

export interface Coupon extends Omit<Selectable<CouponTable>, 'useRule'> {
  readonly useRule: UseRule;
}

/** Locks a coupon. @throws AppError COUPON_NOT_FOUND */
export async function lockCoupon(tx: Tx, couponNo: string): Promise<Coupon> {
  const row = await lockOne(tx, tx.selectFrom('coupon').selectAll().where('couponNo', '=', couponNo), {
    missing: 'COUPON_NOT_FOUND',
    subject: `coupon ${couponNo}`,
    state: ({ version }) => version,
  });
  return { ...row, useRule: useRule.parse(row.useRule) };
}

/** The one way a coupon changes its state: by its machine, with a row of its history. */
export async function moveCoupon(
  tx: Tx,
  coupon: Coupon,
  command: CouponCommand,
  about: {
    readonly userNo?: string | undefined;
    readonly reason?: string | undefined;
    readonly at?: Date | undefined;
    /** FROZEN for this order alone. */
    readonly heldOrderNo?: string;
  } = {},
): Promise<Coupon> {
  const couponStatus = advance(couponMachine, coupon.couponStatus, command);
  const { couponNo } = coupon;
  const isFrozen = couponStatus === 'FROZEN';
  const freezeReason = isFrozen ? (about.reason ?? null) : null;
  const heldOrderNo = isFrozen ? (about.heldOrderNo ?? null) : null;
  await tx
    .updateTable('coupon')
    .set((eb) => ({ couponStatus, freezeReason, heldOrderNo, version: eb('version', '+', 1) }))
    .where('couponNo', '=', couponNo)
    .execute();
  await tx
    .insertInto('couponEvent')
    .values({
      couponNo,
      command,
      fromStatus: coupon.couponStatus,
      toStatus: couponStatus,
      userNo: about.userNo ?? null,
      reason: about.reason ?? null,
      ...(about.at && { at: about.at }),
    })
    .execute();
  return { ...coupon, couponStatus, freezeReason, heldOrderNo, version: coupon.version + 1 };
}

export interface CouponBill {
  readonly orderNo: string;
  readonly customerNo: string;
  readonly merchantNo: string;
  readonly productNo: string;
  readonly loanType: 'FIRST' | 'REPEAT';
  readonly outstanding: Amounts;
  readonly order: AllocationOrder;
}

/** What a coupon would take off a bill; null where it is of no use there, whatever the reason. Pure. */
export function couponOn(
  coupon: Pick<
    Coupon,
    | 'couponType'
    | 'amountCents'
    | 'discountBps'
    | 'couponStatus'
    | 'heldOrderNo'
    | 'expiresAt'
    | 'customerNo'
    | 'merchantNo'
    | 'useRule'
  >,
  bill: CouponBill,
  now: Date,
): Amounts | null {
  const { useRule: rule } = coupon;
  const isUsable =
    isOpenTo(coupon, bill.orderNo, now) &&
    coupon.customerNo === bill.customerNo &&
    coupon.merchantNo === bill.merchantNo &&
    (rule.minAmountCents ?? 0) <= totalOf(bill.outstanding) &&
    (rule.loanType ?? bill.loanType) === bill.loanType &&
    (rule.productNos === undefined || rule.productNos.includes(bill.productNo));
  if (!isUsable) return null;
  const { used } = applyCoupon(coupon, bill);
  return totalOf(used) === 0 ? null : used;
}

/** What was kept for an order in time is its own, though the days run out meanwhile. */
function isOpenTo(
  coupon: Pick<Coupon, 'couponStatus' | 'heldOrderNo' | 'expiresAt'>,
  orderNo: string,
  now: Date,
): boolean {
  if (coupon.couponStatus === 'FROZEN') return coupon.heldOrderNo === orderNo;
  return coupon.couponStatus === 'AVAILABLE' && coupon.expiresAt > now;
}

/**
 * Locks the coupon chosen for a bill and says what it takes off.
 * @throws AppError COUPON_NOT_FOUND, COUPON_NOT_USABLE
 */
export async function chooseCoupon(
  tx: Tx,
  couponNo: string,
  bill: CouponBill,
  now: Date,
): Promise<{ readonly coupon: Coupon; readonly used: Amounts }> {
  const coupon = await lockCoupon(tx, couponNo);
  if (coupon.customerNo !== bill.customerNo) throw new AppError('COUPON_NOT_FOUND');
  const used = couponOn(coupon, bill, now);
  if (!used) throw new AppError('COUPON_NOT_USABLE', { fields: ['couponNo'] });
  return { coupon, used };
}

export interface CouponUseRecord {
  readonly orderNo: string;
  readonly billNo: string;
  readonly usedCents: Cents;
  /** The write-off it went along with; null where it was used automatically. */
  readonly applicationNo: string | null;
  readonly journalId: number;
  readonly usedBy: string | null;
  readonly at: Date;
}

/** AVAILABLE → FROZEN → USED, or from what was kept for the order: its one live use. @throws AppError ILLEGAL_TRANSITION */
export async function markCouponUsed(tx: Tx, coupon: Coupon, { at, ...use }: CouponUseRecord): Promise<void> {
  const who = { userNo: use.usedBy ?? undefined, at };
  const isHeld = coupon.couponStatus === 'FROZEN' && coupon.heldOrderNo === use.orderNo;
  const frozen = isHeld ? coupon : await moveCoupon(tx, coupon, 'freeze', who);
  await moveCoupon(tx, frozen, 'use', who);
  await tx
    .insertInto('couponUse')
    .values({ ...use, couponNo: coupon.couponNo, usedAt: at })
    .execute();
}

/**
 * Gives back the coupons of write-offs that are undone: AVAILABLE again, or EXPIRED where their days are over.
 * Their postings are mirrored with the write-off's.
 * @returns their numbers.
 */
export async function giveBackCoupons(tx: Tx, applicationNos: readonly string[], at: Date): Promise<string[]> {
  const uses = await tx
    .updateTable('couponUse')
    .set({ isLive: false, givenBackAt: at })
    .where(sql<boolean>`application_no = any(${[...applicationNos]}::text[])`)
    .where('isLive', '=', true)
    .returning('couponNo')
    .execute();
  for (const { couponNo } of uses) await giveBack(tx, couponNo, at);
  return uses.map(({ couponNo }) => couponNo);
}

export async function giveBack(tx: Tx, couponNo: string, at: Date): Promise<Coupon> {
  const coupon = await lockCoupon(tx, couponNo);
  const command = coupon.expiresAt > at ? 'rollBack' : 'rollBackExpired';
  return await moveCoupon(tx, coupon, command, { at });
}

/**
 * Coupons whose day has come take effect; those whose days are over expire. A frozen one waits for its release. New terms
 * of templates are brought into their lists.
 */
export async function settleCoupons(db: Database, now: Date): Promise<number> {
  await applyTermVersions(db, now);
  const due = await couponsDue(db, now);
  let moved = 0;
  for (const couponNo of due) {
    moved += await db.transaction().execute(async (tx) => {
      let coupon = await lockCoupon(tx, couponNo);
      let moves = 0;
      const isBegun = coupon.effectiveOn <= businessDateOf(now);
      if (coupon.couponStatus === 'PENDING_EFFECT' && isBegun && coupon.expiresAt > now) {
        coupon = await autoMove(tx, coupon, 'takeEffect', now);
        moves += 1;
      }
      const isOpen = coupon.couponStatus === 'PENDING_EFFECT' || coupon.couponStatus === 'AVAILABLE';
      if (isOpen && coupon.expiresAt <= now) {
        await autoMove(tx, coupon, 'expire', now);
        moves += 1;
      }
      return moves;
    });
  }
  return moved;
}

/** What a day does to a coupon, told to those who show it. */
async function autoMove(tx: Tx, coupon: Coupon, command: 'takeEffect' | 'expire', at: Date): Promise<Coupon> {
  const moved = await moveCoupon(tx, coupon, command, { at });
  await publishEvent(tx, {
    topic: `coupon.${command}`,
    subjectType: 'coupon',
    subjectNo: coupon.couponNo,
    merchantNo: coupon.merchantNo,
    before: { couponStatus: coupon.couponStatus },
    after: { couponStatus: moved.couponStatus },
  });
  return moved;
}

async function couponsDue(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('coupon')
    .select('couponNo')
    .where((eb) =>
      eb.or([
        eb.and([eb('couponStatus', 'in', ['PENDING_EFFECT', 'AVAILABLE']), eb('expiresAt', '<=', now)]),
        eb.and([eb('couponStatus', '=', 'PENDING_EFFECT'), eb('effectiveOn', '<=', businessDateOf(now))]),
      ]),
    )
    .orderBy('couponNo')
    .execute();
  return rows.map(({ couponNo }) => couponNo);
}
