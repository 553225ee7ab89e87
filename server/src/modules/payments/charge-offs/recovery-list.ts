import { chargeOff } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { ordersOf, type System } from '../waivers/index.ts';

/** What of an application became recovery income, by its journals. */
const recoveredCents = sql<number>`coalesce((select -sum(p.amount_cents) from journal_key k
  join posting p on p.journal_id = k.journal_id and p.business_date = k.business_date
  where k.journal_id = any(a.journal_ids) and p.account_code = 'INCOME_RECOVERY'), 0)::bigint`;

/** Payments that recovered losses of the system, newest first. */
const recoveriesIn = (system: System) =>
  defineList(
    chargeOff.byOrder.recoveries,
    (db) =>
      db
        .selectFrom('paymentApplication as a')
        .innerJoin('loanOrder', 'loanOrder.orderNo', 'a.orderNo')
        .innerJoin('paymentFlow as f', 'f.flowNo', 'a.flowNo')
        // Losses are few: their payments are found by them.
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('chargeOff as o')
              .select('o.chargeOffNo')
              .whereRef('o.orderNo', '=', 'a.orderNo')
              .where('o.chargeOffStatus', '=', 'APPROVED'),
          ),
        )
        .where(
          sql<boolean>`exists (select from journal_key k join journal j on j.journal_id = k.journal_id
            and j.business_date = k.business_date and j.journal_kind = 'RECOVERY'
            where k.journal_id = any(a.journal_ids))`,
        ),
    (by) => ({
      scope: ({ caller }) => ordersOf(caller.scope, system),
      key: 'a.applicationNo',
      filters: {
        orderNo: by.beginsWith('a.orderNo'),
        flowNo: by.beginsWith('a.flowNo'),
        appliedAt: by.days('a.appliedAt'),
        reversed: (is) => sql<boolean>`a.application_status = ${is ? 'ROLLED_BACK' : 'LIVE'}`,
      },
      sorts: { appliedAt: 'a.appliedAt' },
      first: [['a.appliedAt', 'desc']],
      select: (query) =>
        query
          .innerJoin('customer as c', 'c.customerNo', 'loanOrder.customerNo')
          .select(['a.applicationNo', 'a.orderNo', 'a.flowNo', 'a.surplusCents', 'a.appliedAt', 'a.applicationStatus'])
          .select(['f.paymentCode', 'f.paymentChannel', 'f.repayTime', 'c.customerName'])
          .select(recoveredCents.as('recoveredCents'))
          .select(
            sql<number>`coalesce((select sum(bb.claim_cents) from bill b join bill_balance bb on bb.bill_no = b.bill_no
              where b.order_no = a.order_no), 0)::bigint`.as('claimCents'),
          ),
      row: ({ repayTime, appliedAt, ...row }): chargeOff.RecoveryRow => ({
        ...row,
        repayTime: repayTime.toISOString(),
        appliedAt: appliedAt.toISOString(),
      }),
      personal: { customerName: 'name' },
    }),
  );

export const recoveriesOf = { ORDER: recoveriesIn('ORDER'), BILL: recoveriesIn('BILL') } as const;
