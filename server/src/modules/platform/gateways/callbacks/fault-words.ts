/** Why a callback had no effect, in Chinese: what its handlers say in English, number by number. */
const CHINESE: readonly (readonly [RegExp, string])[] = [
  [/^(\w+) is told twice, differently$/, '$1 出现两次且不一致'],
  [/^"(.*)" is no amount$/, '“$1”不是金额'],
  [/^"(.*)" is no amount in KES$/, '“$1”不是肯尼亚先令金额'],
  [/^"(.*)" is no time$/, '“$1”不是时间'],
  [/^It is no pain\.002$/, '不是 pain.002 报文'],
  [/^It is not of one payment$/, '报文不只涉及一笔付款'],
  [/^It names no payment, status or time$/, '缺少付款编号、状态或时间'],
  [/^It is no M-Pesa result$/, '不是 M-Pesa 结果'],
  [/^It is no end of a prompt$/, '不是付款提示的结果'],
  [/^It is no payment to a paybill$/, '不是 Paybill 付款'],
  [/^It names no balance$/, '缺少余额'],
  [/^It names no payout$/, '缺少打款编号'],
  [/^A success without a receipt$/, '成功但没有收据号'],
  [/^A payment without receipt, amount or time$/, '付款缺少收据号、金额或时间'],
  [/^There is no bank payout (.+)$/, '没有银行打款 $1'],
  [/^There is no payout (.+)$/, '没有打款 $1'],
  [/^There is no prompt (.+)$/, '没有付款提示 $1'],
  [/^The answer about payout (.+) is about payout (.+)$/, '对打款 $1 的答复涉及打款 $2'],
  [/^It names payouts (.+) and (.+) at once$/, '同时涉及打款 $1 和 $2'],
  [/^Payout (\S+) is said to have failed \((.*)\), with (.+)$/, '打款 $1 据称失败（$2），却有收据 $3'],
  [/^Payout (\S+): the bank reports on it before it was sent$/, '打款 $1：发出之前银行已有报告'],
  [/^Payout (\S+): the report is older than the payment$/, '打款 $1：报告早于付款'],
  [/^Payout (\S+): the report is of the future$/, '打款 $1：报告时间在未来'],
  [/^Payout (\S+): the bank’s status is (.+), which is none that is known$/, '打款 $1：银行状态 $2 未知'],
  [/^Payout (\S+): the payment is of (.+), (.+) was asked for$/, '打款 $1：付款金额为 $2，应为 $3'],
  [/^Payout (\S+): the amount is (.+), (.+) was asked for$/, '打款 $1：金额为 $2，应为 $3'],
  [/^Payout (\S+): the account is (.+), (.+) was asked for$/, '打款 $1：账户为 $2，应为 $3'],
  [/^Payout (\S+): the receiver is (.+), (.+) was asked for$/, '打款 $1：收款方为 $2，应为 $3'],
  [/^Payout (\S+): the short code is (.+), (.+) was asked for$/, '打款 $1：短码为 $2，应为 $3'],
  [/^Payout (\S+): the payment taken back is (.+), (.+) was asked for$/, '打款 $1：撤销的付款为 $2，应为 $3'],
  [/^Payout (\S+): the receipt is (.+), it was paid with (.+)$/, '打款 $1：收据号为 $2，此前为 $3'],
  [/^Payout (\S+): receipt (.+) is payout (.+)’s$/, '打款 $1：收据 $2 属于打款 $3'],
  [/^Prompt (\S+) was paid and is now said to have failed \((.*)\)$/, '付款提示 $1 已付款，现称失败（$2）'],
  [/^Prompt (\S+) is said to have failed \((.*)\), with (.+)$/, '付款提示 $1 据称失败（$2），却有收据 $3'],
  [/^Prompt (\S+) went as (.+), this is of (.+)$/, '付款提示 $1 的请求为 $2，此消息属于 $3'],
  [/^Prompt (\S+) was paid with (.+), this is (.+)$/, '付款提示 $1 的收据为 $2，此消息为 $3'],
  [/^Prompt (\S+): (.+) paid, (.+) was asked for$/, '付款提示 $1：已付 $2，应付 $3'],
  [/^Payment (\S+) went to (.+), ours is (.+)$/, '付款 $1 的收款短码为 $2，我方为 $3'],
  [/^Payment (\S+) is of the future: (.+)$/, '付款 $1 的时间在未来：$2'],
  [/^Payment (\S+) is booked as recharge (\S+) with another amount$/, '付款 $1 已记为充值 $2，金额不同'],
  [/^Payment (\S+) is booked as (\S+) with another amount$/, '付款 $1 已记为 $2，金额不同'],
  [/^Payment (\S+) is booked as (\S+) with another time$/, '付款 $1 已记为 $2，时间不同'],
  [/^Payment (\S+) is booked as (\S+) with another payer$/, '付款 $1 已记为 $2，付款人不同'],
  [/^Payment (\S+) is booked as (\S+) with another account$/, '付款 $1 已记为 $2，账户不同'],
];

/** In the reader's language; what no handler of ours says (an error of the machine) stays as it came. */
export function faultIn(lang: 'en' | 'zh', fault: string): string {
  if (lang === 'en') return fault;
  const known = CHINESE.find(([pattern]) => pattern.test(fault));
  return known === undefined ? fault : fault.replace(known[0], known[1]);
}
