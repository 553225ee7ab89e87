import type { Texts } from '../db/schema.ts';

/** What the middle part of a code is, in English and Chinese. */
const THINGS = `
announcement:announcement:公告
warning:warning:警告|user:user:用户|change:change:变更|dept:department:部门|role:role:角色|menu:menu entry:菜单
language:language:语言|dictionary:dictionary:数据字典|cache:cache:缓存|order:order:订单|followUp:follow-up:跟进记录
payoutChange:payout account change:收款方式变更|sensitive:sensitive data:敏感信息|attach:attachment:附件|face:face:人脸
personnel:personnel:人员|config:settings:配置|retrieval:retrieval:捞回|orderReview:re-review:拒单复审|payout:payout:放款
payoutStatus:payout state:放款状态|payoutBatch:payout batch:批量放款|offlineLoan:offline loan:线下放款|writeOff:write-off:销账
zeroSettle:zero settlement:零元结清|coupon:coupon:优惠券|repayLink:repayment link:还款链接|virtualAccount:virtual account:虚拟账号
rollback:rollback:回滚|repayment:repayments:还款|flow:payment flow:流水|loanerAccount:payout account:放款账户
repayAccount:receiving account:还款账户|balance:balance:余额|reconStatement:statement:对账单|reconDifference:difference:对账差异
reconDay:reconciled day:对账日|autoCancel:automatic cancellation:自动取消|autoSettle:automatic settlement:自动结清
autoWriteOff:automatic write-off:自动销账|route:payout route:放款路由|paymentVisual:payment methods:支付方式展示|wallet:wallet:钱包
walletWithdrawal:withdrawal:钱包提现|walletBatch:withdrawal batch:批量提现|refund:refund:退款|refundPayee:refund payee:退款收款人
refundBatch:refund batch:批量退款|transfer:cash transfer:资金划转|contact:contact:联系|promise:promise to pay:承诺还款|case:case:案件
deduction:deduction:减免|bulk:batch:批量操作|badDebt:bad debt:坏账|chargeOff:charge-off:核销|recording:recording:录音
attribution:credit of a payment:业绩归属|robotPlan:robot plan:机器人方案|robotTask:robot run:机器人任务|policy:division policy:分案策略
ai94:94 AI task:94 AI 任务|aiAllocation:AI share:AI 分案|strategy:reduction strategy:减免策略|notLoggedList:not-logged list:未登录名单
advice:app advice:意见反馈|feedback:feedback:客户反馈|replyTemplate:reply template:回复模板|callRecord:call record:通话记录|customer:customer:客户|dataRequest:data request:数据请求|aiHelp:AI help:AI 客服
calling:calling tasks:外呼任务|product:product:产品|regulatoryPolicy:regulatory limit:监管参数|vipLevel:VIP level:会员等级|recommend:recommendation:推荐|review:result data:审核数据
template:template:模板|sms:test SMS:测试短信|smsTask:SMS task:短信任务|robot:robot task:机器人任务|unrenewed:unrenewed-loan strategy:未续贷策略
recipient:recipient:接收人|orderAcquire:acquisition rule:获客规则|consumption:consumption:消费|recharge:recharge:充值
consumptionType:price:消费类型|blacklist:blacklist:黑名单|maturity:due-date rule:到期日规则|contactBlacklist:contact blacklist:联系人黑名单
appUpdate:app release:App 版本|couponConfig:coupon template:优惠券模板|promocode:promo codes:兑换码|hotline:hotline:客服热线
orgMerchant:merchant:商户|trafficPersonnel:traffic staff:流量人员|putChannel:channel:投放渠道|verificationCode:verification code:验证码
testUser:test number:测试号码|loanLimit:merchant loan amount:商户放款额度|smsRouter:SMS route:短信路由|smsAccount:SMS account:短信账户
marketingSmsRouter:marketing SMS route:营销短信路由|sensitiveInfo:sensitive data rule:敏感信息规则|appContent:app content:App 内容
contractTemplate:contract template:合同模板|activity:activity:活动|supermarketPlatform:partner platform:超市平台
messageAccount:message account:消息账户|sensitiveWord:sensitive word:敏感词|messageTemplate:message template:消息模板
messagePoint:business node:业务节点|creditLimit:credit limit:授信额度|aiPushTask:AI push:AI 推送任务|temporaryCreditTask:temporary limit task:临时额度任务
plugin:plugin of one’s own:自有插件|section:section:模块|inspection:inspection:质检|sheet:score sheet:评分表|discipline:discipline record:违纪记录
financial:financial report:财务报表|operation:operation report:运营报表|collection:collection report:催收报表|approval:approvals:审批
performance:performance report:绩效报表|abTest:A/B test result:A/B 测试结果|ruleSet:rule set:规则集|model:model:模型|list:list:名单
pricing:risk price:风险定价|shift:shift:班次|plan:plan:排班方案|threshold:threshold:异常阈值|abnormal:abnormal day:异常考勤
circlePeople:user group:圈选人群|dialTask:dial task:拨打任务|call:call:呼叫|followApproval:follow-up application:跟进申请
inbound:inbound order rule:进件规则|option:base option:基础选项|abandoned:abandoned list:废弃名单|import:imports:导入记录
incoming:incoming orders:进件|loan:loans:放款`;

/** What the last part of a code does. */
const ACTIONS = `
update:Change:修改|confirm:Confirm:确认|acknowledge:Take on:认领|assign:Assign:分派
resolve:Resolve:处理|add:Add:新增|freeze:Freeze:冻结|unfreeze:Unfreeze:解冻|batchUpdate:Change merchants of many:批量修改商户
resetPassword:Reset password of:重置密码|resetMfa:Reset authenticator of:重置 MFA|salary:See salary of:查看薪资|export:Export:导出
approve:Approve:审批|delete:Delete:删除|sensitive:Sensitive permissions of:敏感权限|edit:Edit:编辑|state:Enable or disable:启用停用
dataRule:Data rules of:数据规则|save:Save:保存|default:Make default:设为默认|allot:Allocate:分配|recall:Recall:撤回|intake:Take in:进件|release:Give back:释放
audit:Decide:审核|repaymentCode:Repayment code of:还款码|reveal:Reveal:查看明文|upload:Upload:上传|search:Search by:检索|sync:Sync:同步
submit:Submit:提交|page:See:查看|apply:Apply for:申请|originalPhone:Original phone of:原始手机号|config:Configure:配置|query:Query:查询
send:Send:发起|retry:Retry:重试|cancel:Cancel:取消|run:Run:执行|import:Import:导入|commit:Commit:提交|commitMulti:Commit several of:批量提交
settle:Settle:结清|use:Use:使用|create:Create:创建|full:Full:全部|correct:Correct:更正|close:Close:关闭|check:Check:核验
ignoreVerify:Ignore verification of:忽略校验|payout:Pay out:打款|giveUp:Give up:放弃|detail:Details of:详情|call:Call:呼叫|sms:Text:发送短信
play:Play:播放|retain:Retain:留案|distribute:Distribute:分配|redistribute:Redistribute:重新分配|split:Split:拆分|enter:Enter into:进入
stop:Stop:停止|replay:Replay:重放|dialTasks:Work dial tasks of:拨打任务|phone:Show phone of:查看手机号|handle:Handle:处理|dispute:Dispute on:争议
listen:Listen to:收听|contact:Contact preferences of:联系偏好|expire:Expire data of:数据到期|logout:Log out:登出|decrypt:Decrypt:解密
onShelf:Put on shelf:上架|offShelf:Take off shelf:下架|adjust:Adjust:调整|publish:Publish:发布|copy:Copy:复制|enable:Enable:启用
test:Send:发送|control:Control:控制|rotateKey:Rotate key of:更换密钥|disable:Disable:停用|redeliver:Deliver again:重新投递|reassign:Reassign:改派
charge:Charge:扣收|reverse:Reverse:冲正|remove:Remove:移除|withdraw:Withdraw:撤回|generate:Generate:生成|grant:Grant:发放|trafficLimit:Traffic limit of:流量限制|riskConfig:Risk rules of:风控规则
resend:Resend:重发|abolish:Abolish:废止|restart:Restart:重启|list:List:列表|download:Download:下载
recordPage:Records of:记录|customerPhone:Customer phone of:客户手机号|develop:Try:开发调试|operate:Operate:运维|sample:Sample:抽样|score:Score:评分|appeal:Appeal:申诉
decide:Decide:裁定|revoke:Revoke:撤销|drill:Rows behind:明细钻取|trialBalance:Trial balance in:试算平衡|lossRate:Loss rates in:损失率|team:Team in:团队数据|target:Targets in:目标设置
view:View:查看|dryRun:Dry-run:试运行|halt:Halt:暂停|resume:Resume:恢复|traffic:Traffic of:流量配置|rollback:Roll back:回滚|drag:Drag:拖动
auto:Auto-schedule:自动排班|explain:Explain:说明|abandon:Abandon:废弃|recycle:Recycle:回收|dial:Dial:拨打`;

function vocabulary(text: string): Map<string, { en: string; zh: string }> {
  const entries = text.split(/[|\n]/).filter((entry) => entry !== '');
  return new Map(
    entries.map((entry) => {
      const [word = '', en = '', zh = ''] = entry.split(':');
      return [word, { en, zh }];
    }),
  );
}
const things = vocabulary(THINGS);
const actions = vocabulary(ACTIONS);

/** The name of an operation in the menu tree: "Freeze user", "冻结用户". Throws for an unknown word. */
export function nameOfOperation(code: string): Texts {
  const [, thingWord = '', actionWord = ''] = code.split(':');
  const thing = things.get(thingWord);
  const action = actions.get(actionWord);
  if (!thing || !action) throw new Error(`no name for the operation ${code}`);
  return { en: `${action.en} ${thing.en}`, zh: action.zh + thing.zh };
}
