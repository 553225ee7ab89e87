import { type chargeOff, lossRates, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { businessDateOf, daysPastDue } from '../../platform/policy/index.ts';
import { pooledBills } from './commands.ts';
import { reachOrderOf, type System } from '../waivers/index.ts';

type Reply = ReplyOf<typeof chargeOff.byOrder.provision>;
type Standing = Reply['now'];
const { BUCKETS, LOSS_RATES_KEY } = lossRates;

interface OwedBill {
  readonly billNo: string;
  readonly termNo: number;
  readonly dueDate: string;
  readonly grossCents: number;
}

/** The rates that were approved for a moment; null: none yet. */
async function ratesAt(db: Queryable, at: Date) {
  const held = await db
    .selectFrom('configVersion')
    .select(['value', 'effectiveFrom'])
    .where('configKey', '=', LOSS_RATES_KEY)
    .where('subjectNo', '=', '')
    .where('storedStatus', 'in', ['SCHEDULED', 'IN_FORCE', 'SUPERSEDED'])
    .where('inForceFrom', '<=', at)
    .orderBy('inForceFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
  return held ? { rates: lossRates.lossRates.parse(held.value), effectiveFrom: held.effectiveFrom } : null;
}

/** What a loan with these bills owes, and its provision by the days past due of its oldest. Pure. */
export function standingOf(bills: readonly OwedBill[], rates: lossRates.LossRates | null, today: string): Standing {
  const grossCents = bills.reduce((sum, bill) => sum + bill.grossCents, 0);
  const oldest = bills.reduce<string | null>(
    (first, { dueDate }) => (first === null || dueDate < first ? dueDate : first),
    null,
  );
  const dpd = oldest === null ? 0 : Math.max(0, daysPastDue(oldest, today));
  const field = BUCKETS.findLast(({ from }) => dpd >= from)?.field ?? 'notDue';
  const provisionCents =
    rates === null ? null : Math.round((grossCents * rates[`${field}PdPct`] * rates[`${field}LgdPct`]) / 10_000);
  return { grossCents, dpd, provisionCents };
}

/**
 * An order's provision now, after these bills are recognised as a loss, and where its oldest bill is paid instead.
 * @throws AppError ORDER_NOT_FOUND
 */
export async function provisionOf(
  system: System,
  { orderNo, billNos, isPool }: ParsedRequestOf<typeof chargeOff.byOrder.provision>,
  { db, caller }: Call,
  now = new Date(),
): Promise<Reply> {
  await reachOrderOf(db, caller.scope, system, orderNo);
  const bills: OwedBill[] = await db
    .selectFrom('bill as b')
    .innerJoin('billBalance as bb', 'bb.billNo', 'b.billNo')
    .select(['b.billNo', 'b.termNo', 'b.dueDate', 'bb.outstandingCents as grossCents'])
    .where('b.orderNo', '=', orderNo)
    .where('b.billStatus', '=', 'ACTIVE')
    .orderBy('b.dueDate')
    .orderBy('b.billNo')
    .execute();
  const held = await ratesAt(db, now);
  const today = businessDateOf(now);
  const standing = (of: readonly OwedBill[]) => standingOf(of, held?.rates ?? null, today);
  const present = standing(bills);
  const pooled = isPool === true ? await pooledBills(db, orderNo) : null;
  const isLost = ({ billNo }: OwedBill) => pooled?.has(billNo) ?? billNos?.includes(billNo) ?? true;
  const [oldest, ...younger] = bills;
  const { provisionCents } = present;
  return {
    ratesFrom: held?.effectiveFrom ?? null,
    lossCents: bills.filter(isLost).reduce((sum, bill) => sum + bill.grossCents, 0),
    now: present,
    after: standing(bills.filter((bill) => !isLost(bill))),
    oldestCured: oldest ? { termNo: oldest.termNo, ...standing(younger) } : null,
    bills: bills.map((bill) => ({
      billNo: bill.billNo,
      termNo: bill.termNo,
      grossCents: bill.grossCents,
      // Its share of what is provided for the loan.
      provisionCents:
        provisionCents === null || present.grossCents === 0
          ? null
          : Math.round((provisionCents * bill.grossCents) / present.grossCents),
      isLost: isLost(bill),
    })),
  };
}
