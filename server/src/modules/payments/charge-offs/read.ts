import { chargeOff, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { ordersOf, type System } from '../waivers/index.ts';

type Row = ReplyOf<typeof chargeOff.byOrder.page>['rows'][number];

const AREAS = { ORDER: 'collection', BILL: 'collectionStage' } as const;

/** Losses of the system, newest first. */
export const chargeOffsOf = (system: System) =>
  defineList(
    chargeOff.byOrder.page,
    (db) => db.selectFrom('chargeOff as c').innerJoin('loanOrder', 'loanOrder.orderNo', 'c.orderNo'),
    (by) => ({
      scope: ({ caller }) => ordersOf(caller.scope, system),
      key: 'c.chargeOffNo',
      filters: {
        orderNo: by.is('c.orderNo'),
        chargeOffStatus: by.is('c.chargeOffStatus'),
        isCancelWaiting: (is) => (is ? (eb) => eb('c.cancelRequestedBy', 'is not', null) : null),
      },
      sorts: { createdAt: 'c.createdAt' },
      first: [['c.createdAt', 'desc']],
      select: (query) =>
        query
          .innerJoin('appUser as applicant', 'applicant.userNo', 'c.applicantUserNo')
          .leftJoin('appUser as auditor', 'auditor.userNo', 'c.decidedBy')
          .leftJoin('appUser as canceller', 'canceller.userNo', 'c.cancelRequestedBy')
          .selectAll('c')
          .select(['applicant.realName as applicantName', 'auditor.realName as auditorName'])
          .select('canceller.realName as cancelRequestedByName')
          .select(
            sql<number>`coalesce((select sum(x.claim_cents) from bill_balance x
              where x.bill_no = any(c.bill_nos)), 0)::bigint`.as('claimCents'),
          ),
      row: ({ claimCents, createdAt, decidedAt, ...row }, { caller }) => ({
        chargeOffNo: row.chargeOffNo,
        orderNo: row.orderNo,
        merchantNo: row.merchantNo,
        billNos: row.billNos,
        reason: row.reason,
        chargeOffStatus: row.chargeOffStatus,
        lossCents: row.lossCents,
        recoveredCents:
          row.chargeOffStatus === 'APPROVED' && row.lossCents !== null ? row.lossCents - claimCents : null,
        businessDate: row.businessDate,
        applicantName: row.applicantName,
        auditorName: row.auditorName,
        decisionReason: row.decisionReason,
        createdAt: createdAt.toISOString(),
        decidedAt: decidedAt?.toISOString() ?? null,
        cancelRequestedByName: row.cancelRequestedByName,
        cancelReason: row.cancelRequestedBy === null ? null : row.cancelReason,
        allowedActions: actionsOf(row, system, caller),
      }),
    }),
  );

function actionsOf(
  row: {
    readonly chargeOffStatus: Row['chargeOffStatus'];
    readonly applicantUserNo: string;
    readonly cancelRequestedBy: string | null;
  },
  system: System,
  { userNo, codes }: Caller,
): Row['allowedActions'] {
  const area = AREAS[system];
  const { chargeOffStatus: status, cancelRequestedBy } = row;
  const asks = status === 'PENDING' ? row.applicantUserNo : cancelRequestedBy;
  const isWaiting = status === 'PENDING' || (status === 'APPROVED' && cancelRequestedBy !== null);
  if (isWaiting && asks !== userNo && codes.has(`${area}:chargeOff:audit`)) {
    return ['approve', 'reject'];
  }
  const isCancellable = status === 'APPROVED' && cancelRequestedBy === null;
  return isCancellable && codes.has(`${area}:chargeOff:apply`) ? ['cancel'] : [];
}
