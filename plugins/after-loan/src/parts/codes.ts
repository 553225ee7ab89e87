import type { balance, flow, payoutOrder, repayAccount, wallet } from '@kituo/sdk/contracts';
import { defineDictionary, dictionaryOptions } from '@kituo/sdk/page';
import type { CodesOf } from '@kituo/sdk/page';

export const FLOW_STATUS = defineDictionary<CodesOf<(typeof flow.row)['shape']['flowStatus']>>('FLOW_STATUS', {
  RECEIVED: 'active',
  UNMATCHED: 'attention',
  PART_APPLIED: 'active',
  APPLIED: 'good',
  REFUNDED: 'waiting',
  REVERSED: 'failed',
});
export const FLOW_SOURCE = defineDictionary<CodesOf<typeof flow.flowSource>>('FLOW_SOURCE', {
  CALLBACK: 'waiting',
  SUPPLEMENT: 'active',
  STATEMENT: 'waiting',
});
export const FLOW_DRAFT_STATUS = defineDictionary<CodesOf<typeof flow.draftStatus>>('FLOW_DRAFT_STATUS', {
  DRAFT: 'waiting',
  WAITING: 'attention',
  RECORDED: 'good',
});
export const PAYOUT_STATUS = defineDictionary<CodesOf<typeof payoutOrder.payoutStatus>>('PAYOUT_STATUS', {
  IN_PROGRESS: 'active',
  SUCCESS: 'good',
  FAILURE: 'failed',
  UNKNOWN: 'attention',
});
export const PAYOUT_ORDER_STATUS = defineDictionary<CodesOf<typeof payoutOrder.payoutOrderStatus>>(
  'PAYOUT_ORDER_STATUS',
  {
    PENDING_DISBURSEMENT: 'waiting',
    DISBURSING: 'active',
    DISBURSE_FAILED: 'failed',
    DISBURSED: 'good',
    CLOSED: 'good',
    VOIDED: 'waiting',
  },
);
export const PAYOUT_TYPE = defineDictionary<CodesOf<typeof payoutOrder.payoutType>>('PAYOUT_TYPE', {
  MOBILE_MONEY: 'waiting',
  BANK: 'waiting',
  E_WALLET: 'waiting',
});
export const HOLD_REASON = defineDictionary<CodesOf<typeof payoutOrder.holdReason>>('HOLD_REASON', {
  NO_ROUTE: 'failed',
  LIMIT_REACHED: 'attention',
  FLOAT_LOW: 'attention',
});
export const LENDING_CHANNEL = defineDictionary('LENDING_CHANNEL', { MPESA_B2C: 'waiting', BANK_EFT: 'waiting' });
export const CODE_RULE = defineDictionary<CodesOf<typeof repayAccount.codeRule>>('CODE_RULE', {
  ORDER_NO: 'waiting',
  PHONE: 'waiting',
  VIRTUAL: 'waiting',
});
export const BALANCE_SOURCE = defineDictionary<CodesOf<typeof balance.balanceSource>>('BALANCE_SOURCE', {
  MANUAL: 'waiting',
  CHANNEL: 'active',
});
export const BALANCE_FETCH = defineDictionary<CodesOf<typeof balance.balanceFetch>>('BALANCE_FETCH', {
  WAITING: 'active',
  NO_ANSWER: 'attention',
  FAILED: 'failed',
});
export const PAYMENT_COMPANY = defineDictionary<CodesOf<typeof balance.paymentCompany>>('PAYMENT_COMPANY', {
  MPESA: 'waiting',
  BANK: 'waiting',
});
export const WITHDRAW_STATUS = defineDictionary<CodesOf<typeof wallet.withdrawStatus>>('WITHDRAW_STATUS', {
  REQUESTED: 'waiting',
  IN_PROGRESS: 'active',
  SUCCESS: 'good',
  FAILED: 'failed',
  CANCELLED: 'waiting',
});
export const REWARD_TYPE = defineDictionary<CodesOf<typeof wallet.rewardType>>('REWARD_TYPE', {
  INVITATION: 'waiting',
  FIRST_LOAN: 'waiting',
  ON_TIME: 'waiting',
  TASK: 'waiting',
});

/** Banks as operators keep them; filters find retired ones, too. */
export const banks = dictionaryOptions('BANK_NAME_TYPE');
export const everyBank = dictionaryOptions('BANK_NAME_TYPE', { withRetired: true });
