import { refund } from '@kituo/sdk/contracts';
import { type Action, allowedAs, type List, type RowAction, useAction } from '@kituo/sdk/page';
import type { RefundRow } from './refund-fields.ts';

export interface VerifyValues extends Record<string, unknown> {
  readonly registeredName: string;
  readonly registeredIdCardNo: string;
}
export interface RemarkValues extends Record<string, unknown> {
  readonly auditRemark: string;
}

export interface RefundActions {
  readonly verify: Action<RefundRow, VerifyValues>;
  readonly ignoreVerify: Action<RefundRow, { reason: string }>;
  readonly payeeCheck: Action<RefundRow, RemarkValues>;
  readonly payout: Action<RefundRow>;
  readonly reRefund: Action<RefundRow>;
  readonly rowActions: readonly RowAction<RefundRow>[];
}

/** What finance does with a refund beside deciding it. */
export function useRefundActions(list: List<RefundRow>): RefundActions {
  const facts = (row: RefundRow) => ({ name: row.refundNo });
  const shared = { list, facts };
  const verify = useAction({
    ...shared,
    name: 'verify',
    endpoint: refund.verify,
    request: ({ refundNo }: RefundRow, { registeredName, registeredIdCardNo }: VerifyValues) => ({
      refundNo,
      registeredName,
      registeredIdCardNo: registeredIdCardNo.trim() === '' ? null : registeredIdCardNo.trim(),
    }),
  });
  const ignoreVerify = useAction({
    ...shared,
    name: 'ignoreVerify',
    endpoint: refund.ignoreVerify,
    request: ({ refundNo }: RefundRow, { reason }: { readonly reason: string }) => ({ refundNo, reason }),
    isDangerous: true,
  });
  const payeeCheck = useAction({
    ...shared,
    name: 'payeeCheck',
    endpoint: refund.payeeCheck,
    request: ({ refundNo }: RefundRow, { auditRemark }: RemarkValues) => ({
      refundNo,
      auditRemark: auditRemark.trim() === '' ? undefined : auditRemark,
    }),
  });
  const one = ({ refundNo }: RefundRow) => ({ refundNo });
  const payout = useAction({ ...shared, name: 'payout', endpoint: refund.payout, request: one });
  const reRefund = useAction({ ...shared, name: 'reRefund', endpoint: refund.reRefund, request: one });
  return {
    verify,
    ignoreVerify,
    payeeCheck,
    payout,
    reRefund,
    rowActions: [
      allowedAs(payout, 'payout'),
      allowedAs(verify, 'verify'),
      allowedAs(payeeCheck, 'payeeCheck'),
      allowedAs(reRefund, 'reRefund'),
      allowedAs(ignoreVerify, 'ignoreVerify'),
    ],
  };
}
