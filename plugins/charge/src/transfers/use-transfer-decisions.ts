import { transfer } from '@kituo/sdk/contracts';
import { decision, type Decisions, type List, type RowAction, useDecisions } from '@kituo/sdk/page';
import type { TransferRow } from './transfer-fields.ts';

/** A transfer as the dialog of decisions reads it. */
export type TransferToDecide = TransferRow & {
  readonly makerName: string;
  readonly reason: string;
  readonly createdAt: string;
};
const toDecide = (row: TransferRow): TransferToDecide => ({
  ...row,
  makerName: row.applicantName,
  reason: row.purpose,
  createdAt: row.applyTime,
});

/** Approve or reject a transfer with its facts in view. */
export function useTransferDecisions(list: List<TransferRow>): {
  readonly decisions: Decisions<TransferToDecide>;
  readonly rowActions: readonly RowAction<TransferRow>[];
} {
  const decisions = useDecisions<TransferToDecide>({
    list,
    nameOf: ({ transferNo }) => transferNo,
    approve: decision(transfer.approve, ({ transferNo }: TransferToDecide, auditRemark) => ({
      transferNo,
      auditRemark,
    })),
    reject: decision(transfer.reject, ({ transferNo }: TransferToDecide, auditRemark: string) => ({
      transferNo,
      auditRemark,
    })),
  });
  const rowActions = decisions.rowActions.map((action) => ({
    ...action,
    isAllowed: (row: TransferRow) => action.isAllowed(toDecide(row)),
    open: (row: TransferRow) => {
      action.open(toDecide(row));
    },
  }));
  return { decisions, rowActions };
}
