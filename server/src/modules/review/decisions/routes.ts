import { orderAudit, payeeChange } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { findDetails } from '../order-file/index.ts';
import { planRepayment } from '../../lending/orders/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { borrowerLine, callBorrower } from './call-borrower.ts';
import { decide } from './decide.ts';
import { saveDraft } from './draft.ts';
import { requestPayeeChange } from './payee-change.ts';
import { openReview } from './panel.ts';

export const routes = [
  implement(payeeChange.changeBankCard, requestPayeeChange),
  implement(orderAudit.open, openReview),
  implement(orderAudit.draft, saveDraft),
  implement(orderAudit.audit, decide),
  implement(orderAudit.reject, decide),
  implement(orderAudit.borrowerLine, borrowerLine),
  implement(orderAudit.callBorrower, callBorrower),
  implement(orderAudit.repaymentPreview, async ({ orderNo, approvedAmountCents }, { db, caller }) => {
    const { terms } = await findDetails(db, caller, orderNo);
    if (approvedAmountCents > terms.maxPrincipalCents || approvedAmountCents % 100 !== 0) {
      throw new AppError('AMOUNT_INVALID', { fields: ['approvedAmountCents'] });
    }
    const plan = planRepayment(approvedAmountCents, terms, businessDateOf(new Date()));
    const bills = plan.bills.map(({ termNo, dueDate, amounts }) => ({
      termNo,
      dueDate,
      amountCents: totalOf(amounts),
    }));
    return {
      paidOutCents: plan.paidOutCents,
      totalCents: bills.reduce((sum, { amountCents }) => sum + amountCents, 0),
      bills,
    };
  }),
];
