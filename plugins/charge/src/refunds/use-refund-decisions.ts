import { refund } from '@kituo/sdk/contracts';
import { decision, type Decisions, type List, type RowAction, useDecisions } from '@kituo/sdk/page';
import type { RefundRow } from './refund-fields.ts';

/** A refund as the dialog of decisions reads it. */
export type RefundToDecide = RefundRow & {
  readonly makerName: string;
  readonly reason: string | null;
  readonly createdAt: string;
};
const toDecide = (row: RefundRow): RefundToDecide => ({
  ...row,
  makerName: row.applicantName,
  reason: row.remark,
  createdAt: row.applyTime,
});

/** Approve or reject a refund with its evidence in view. */
export function useRefundDecisions(list: List<RefundRow>): {
  readonly decisions: Decisions<RefundToDecide>;
  readonly rowActions: readonly RowAction<RefundRow>[];
} {
  const decisions = useDecisions<RefundToDecide>({
    list,
    nameOf: ({ refundNo }) => refundNo,
    approve: decision(refund.approve, ({ refundNo }: RefundToDecide, auditRemark) => ({ refundNo, auditRemark })),
    reject: decision(refund.reject, ({ refundNo }: RefundToDecide, auditRemark: string) => ({ refundNo, auditRemark })),
  });
  const rowActions = decisions.rowActions.map((action) => ({
    ...action,
    isAllowed: (row: RefundRow) => action.isAllowed(toDecide(row)),
    open: (row: RefundRow) => {
      action.open(toDecide(row));
    },
  }));
  return { decisions, rowActions };
}
