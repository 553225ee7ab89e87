import { warning } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';

export type WarningSource = z.output<typeof warning.warningSource>;

export function isSource(text: string): text is WarningSource {
  return warning.warningSource.safeParse(text).success;
}

/** What to do about warnings of a source, one line. */
export const RUNBOOK: Readonly<Record<WarningSource, { readonly en: string; readonly zh: string }>> = {
  PAYOUT_UNKNOWN: {
    en: 'Query the channel for this attempt. Do not pay again before it responds.',
    zh: '向渠道查询该笔打款状态；在渠道答复之前切勿重新打款。',
  },
  PAYOUT_FAILED: {
    en: 'Check the failure reason on the order, then retry or cancel the payout.',
    zh: '查看订单上的失败原因，然后重新放款或取消。',
  },
  LOW_BALANCE: {
    en: 'Top up the account or route payouts to another one.',
    zh: '为账户充值，或将打款切换到其他账户。',
  },
  LIMIT_REACHED: {
    en: 'Raise the merchant’s daily limit, or inform the merchant that orders wait until 00:00 EAT.',
    zh: '提高该商户的每日额度，或告知商户订单将等待至东非时间 00:00。',
  },
  NO_ROUTE: {
    en: 'Add or enable a payout strategy that takes these orders, or void them.',
    zh: '新增或启用可受理这些订单的放款策略，或取消订单。',
  },
  FLOW_UNMATCHED: {
    en: 'Match the payment to its order or refund the payer.',
    zh: '将该笔流水匹配到订单，或退还付款人。',
  },
  CALLBACK_REFUSED: {
    en: 'Compare it with the channel’s statement, correct the cause, then process it again.',
    zh: '与渠道对账单核对，更正原因后重新处理。',
  },
  NOT_BACKDATED: {
    en: 'Compare the charges since the payment date, and waive those that the customer should not owe.',
    zh: '核对付款日之后产生的费用，减免客户不应承担的部分。',
  },
  LEASE_RUNNING_OUT: {
    en: 'Decide or release the order before its time expires.',
    zh: '在审核占用到期前完成审核或退回订单。',
  },
  END_OF_DAY_LATE: {
    en: 'Check the step that is stuck. Repayments continue meanwhile.',
    zh: '检查卡住的日终步骤；还款不受影响。',
  },
  REPORT_DIFFERS: {
    en: 'Find what changed a closed day. Once resolved, its sums are built again the following night.',
    zh: '查明是什么改动了已结账日；解决后，当夜将重新生成该日汇总。',
  },
  ATTENDANCE: {
    en: 'Contact the employee and record the reason, or correct the shift.',
    zh: '与员工沟通并记录原因，或更正班次。',
  },
  JOB_PARTLY_FAILED: {
    en: 'Open the job, fix the failed rows and retry them.',
    zh: '打开任务，修正失败的行并仅重试这些行。',
  },
  REVEAL_BUDGET: {
    en: 'Check what was revealed and why before raising the limit.',
    zh: '在提高查看额度之前，核对查看了哪些信息及其用途。',
  },
  SIGN_IN_FAILURES: {
    en: 'Contact the user. If it was not them, freeze the account.',
    zh: '与本人核实；若非本人操作，请冻结账号。',
  },
  DISK_LOW: {
    en: 'Free space or enlarge the disk. Without room nothing can be saved, payments included.',
    zh: '清理空间或扩容磁盘；空间耗尽后任何数据都无法保存，包括付款。',
  },
  KEY_EXPIRING: {
    en: 'Get a new key from the provider and save it in the message account before that day.',
    zh: '在到期前向服务商获取新密钥，并保存到消息账户中。',
  },
  MODEL_DRIFT: {
    en: 'Open the model’s drift, check the input that moved, and rescore or recalibrate.',
    zh: '打开该模型的漂移页，核查变动的输入，并重新评分或校准。',
  },
  WEBHOOK_FAILING: {
    en: 'Ask the merchant to mend its address, test it, and resend what failed.',
    zh: '请商户修复回调地址，测试通过后重新推送失败的事件。',
  },
  RECEIPTS_SILENT: {
    en: 'Check that the channel’s callbacks arrive, and fetch its statement: what was missed appears there.',
    zh: '检查渠道回调是否到达，并拉取对账单：遗漏的入账会在其中显示。',
  },
  HOTLINE_FAILING: {
    en: 'Call it yourself. Correct the number or link, or disable it so that customers no longer see it.',
    zh: '请自行拨打核实；更正号码或链接，或将其停用以免客户继续看到。',
  },
  CODE_BURST: {
    en: 'Look at the codes of that address: many numbers in turn are an attack, a shop or an operator is not.',
    zh: '查看该地址请求的验证码：依次请求多个号码可能是攻击，门店或运营商出口则属正常。',
  },
  ROBOT_SILENT: {
    en: 'Ask the vendor whether its reports are delivered, then synchronise the tasks that are under way.',
    zh: '向供应商确认回调是否正常推送，然后同步进行中的任务。',
  },
  SECTION_FAILED: {
    en: 'Roll the section back to its previous version in the registry.',
    zh: '在注册表中将该模块回退到上一版本。',
  },
};
