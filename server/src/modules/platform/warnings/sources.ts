import { warning } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';

export type WarningSource = z.output<typeof warning.warningSource>;

export function isSource(text: string): text is WarningSource {
  return warning.warningSource.safeParse(text).success;
}

/** What to do about warnings of a source, one line. */
export const RUNBOOK: Readonly<Record<WarningSource, { readonly en: string; readonly zh: string }>> = {
  PAYOUT_UNKNOWN: {
    en: 'Query the channel for the attempt; never pay again before it has answered.',
    zh: '向渠道查询该笔打款状态；在渠道答复之前切勿重新打款。',
  },
  PAYOUT_FAILED: {
    en: 'Read why it failed on the order, then replay the payout or cancel it.',
    zh: '查看订单上的失败原因，然后重新放款或取消。',
  },
  LOW_BALANCE: {
    en: 'Top up the account or route payouts to another one.',
    zh: '为账户充值，或将打款切换到其他账户。',
  },
  LIMIT_REACHED: {
    en: 'Raise the merchant’s daily amount, or tell the merchant that orders wait until 00:00 EAT.',
    zh: '提高该商户的每日额度，或告知商户订单将等待至东非时间 00:00。',
  },
  FLOW_UNMATCHED: {
    en: 'Match the flow to its order, or return it to the payer.',
    zh: '将该笔流水匹配到订单，或退还付款人。',
  },
  LEASE_RUNNING_OUT: {
    en: 'Decide the order or hand it back before the review lease ends.',
    zh: '在审核占用到期前完成审核或退回订单。',
  },
  END_OF_DAY_LATE: {
    en: 'Look at the step that hangs; repayments go on meanwhile.',
    zh: '检查卡住的日终步骤；还款不受影响。',
  },
  ATTENDANCE: {
    en: 'Talk to the person and record the reason, or correct the shift.',
    zh: '与员工沟通并记录原因，或更正班次。',
  },
  JOB_PARTLY_FAILED: {
    en: 'Open the job, mend the rows that failed and retry just those.',
    zh: '打开任务，修正失败的行并仅重试这些行。',
  },
  REVEAL_BUDGET: {
    en: 'Check what was revealed for which purpose before the budget is raised.',
    zh: '在提高查看额度之前，核对查看了哪些信息及其用途。',
  },
  SIGN_IN_FAILURES: {
    en: 'Ask the person; if it was not them, freeze the account.',
    zh: '与本人核实；若非本人操作，请冻结账号。',
  },
  SECTION_FAILED: {
    en: 'Put the section back to its previous version in the registry.',
    zh: '在注册表中将该模块回退到上一版本。',
  },
};
