import { kes, type ListColumn } from '../exports/index.ts';

interface SettingWords {
  readonly en: string;
  readonly zh: string;
  /** The dictionary of its codes. */
  readonly codes?: string;
}

const word = (en: string, zh: string, codes?: string): SettingWords => ({
  en,
  zh,
  ...(codes !== undefined && { codes }),
});

/** What the settings of rules are called in files, by field; money in shillings, which the head says. */
const WORDS: Readonly<Record<string, SettingWords>> = {
  aiEmployeeUserNo: word('AI employee', '智能员工'),
  aiSharePercent: word('AI share (%)', '智能员工占比（%）'),
  amountFromCents: word('From amount', '金额起'),
  amountToCents: word('To amount', '金额止'),
  approvalMode: word('Approval', '审批方式', 'WAIVER_APPROVAL'),
  attributes: word('Attributes', '特征'),
  autoSend: word('Automatic payout', '自动放款'),
  awaitsScorer: word('Waits for the scorer', '等待评分'),
  baseScore: word('Base score', '基础分'),
  capPerBillCents: word('Cap per bill', '单笔账单上限'),
  caseLevels: word('Case levels', '案件级别', 'CASE_LEVEL'),
  caseScopes: word('Scopes', '催收体系', 'CASE_SCOPE'),
  components: word('Components', '费用项', 'BILL_COMPONENT'),
  couponTemplateNo: word('Coupon template', '优惠券模板'),
  dailyBudgetCents: word('Daily budget', '每日预算'),
  dailyCap: word('Daily limit', '每日上限'),
  dailyCapCents: word('Daily limit', '每日上限'),
  divisionMode: word('Division', '分案方式', 'DIVISION_MODE'),
  dpdFrom: word('Days past due from', '逾期天数起'),
  dpdTo: word('Days past due to', '逾期天数止'),
  effectiveTo: word('Last day', '截止日期'),
  endAt: word('To', '结束时间'),
  endpoint: word('Address', '地址'),
  entries: word('Accounts', '账户'),
  failCodes: word('Failure codes', '失败代码'),
  failOverCodes: word('Fail-over codes', '切换代码'),
  fallbackLevel: word('Level without a score', '无评分时等级'),
  fromTime: word('From (EAT)', '开始时间（东非）'),
  handBackOn: word('Handed back on', '转回条件', 'HAND_BACK_ON'),
  hotlinePriority: word('Hotline priority', '热线优先'),
  icon: word('Icon', '图标'),
  inputSchema: word('Input', '输入格式'),
  inTimePayers: word('Who pays in time', '按时还款客户', 'IN_TIME_STEPS'),
  keepCollector: word('Keeps the collector', '保留催收员'),
  keepOrderTogether: word('Keeps orders together', '同单不拆'),
  leastSharePercent: word('Lowest AI share (%)', '智能员工占比下限（%）'),
  levelNo: word('Level', '等级'),
  levels: word('Levels', '等级'),
  limitStepUpBps: word('Limit increase (bps)', '提额（基点）'),
  loanType: word('Loan type', '借款类型', 'LOAN_TYPE'),
  lowersBelowPercent: word('Lowers below (% of people)', '低于人工比例时下调（%）'),
  marketProductNos: word('Partner products', '合作产品'),
  matchKeys: word('Matched by', '匹配方式', 'MATCH_KEY'),
  maxAmountCents: word('Maximum amount', '最高金额'),
  maxAttempts: word('Maximum attempts', '最多尝试次数'),
  maxDpd: word('Maximum days past due', '最大逾期天数'),
  maxDueCents: word('Maximum due', '应还上限'),
  maxShown: word('Shown at most', '最多展示'),
  minAmountCents: word('Minimum amount', '最低金额'),
  minDueCents: word('Minimum due', '应还下限'),
  minOnTimePercent: word('Paid on time (%)', '按时还款率（%）'),
  minSettledOrders: word('Settled loans', '已结清借款'),
  modelLevels: word('Model levels', '模型等级'),
  notifyTemplateNo: word('Message to the customer', '通知客户的模板'),
  newStaffCap: word('Limit of new staff', '新人上限'),
  newStaffMaxAmountCents: word('Maximum amount of new staff', '新人最高金额'),
  newStaffWeight: word('Weight of new staff', '新人权重'),
  oldStaffCap: word('Limit of experienced staff', '老员工上限'),
  oldStaffWeight: word('Weight of experienced staff', '老员工权重'),
  oddsAtScore: word('Good loans for each bad one', '好坏比'),
  oddsScore: word('Score of these odds', '好坏比对应得分'),
  onDueDay: word('On the due date', '到期日', 'REMINDER_STEP'),
  onDueDayTemplate: word('SMS on the due date', '到期日短信'),
  oneDayBefore: word('1 day before', '到期前 1 天', 'REMINDER_STEP'),
  oneDayBeforeTemplate: word('SMS 1 day before', '到期前 1 天短信'),
  orderStatus: word('Order status', '订单状态', 'ORDER_STATUS'),
  otherNames: word('Names by language', '各语言名称'),
  payFirst: word('Paid first', '须先还款', 'WAIVER_PAY_FIRST'),
  paymentChannel: word('Payment channel', '还款渠道', 'RULE_CHANNEL'),
  payoutType: word('Payout', '放款方式', 'PAYOUT_TYPE'),
  pointsToDouble: word('Points that double the odds', '好坏比翻倍分数'),
  productNos: word('Products', '产品'),
  rateBps: word('Rate (bps)', '比例（基点）'),
  refuseCodes: word('Decline codes', '拒绝码'),
  remindAt: word('Reminded at (EAT)', '提醒时间（东非）'),
  residualMaxCents: word('Largest rest', '尾款上限'),
  robotPlanNo: word('Robot plan', '机器人计划'),
  robotScriptCode: word('Robot script', '机器人话术'),
  rotation: word('Order of products', '排序方式', 'RECOMMEND_ROTATION'),
  rules: word('Rules', '规则'),
  scene: word('Scene', '场景', 'RECOMMEND_SCENE'),
  scorer: word('Scorer', '评分方式', 'MODEL_SCORER'),
  smsTemplateCode: word('SMS template', '短信模板'),
  sort: word('Sort', '排序'),
  startAt: word('From', '开始时间'),
  surplusMaxCents: word('Largest surplus', '溢缴上限'),
  threeDaysBefore: word('3 days before', '到期前 3 天', 'REMINDER_STEP'),
  threeDaysBeforeTemplate: word('SMS 3 days before', '到期前 3 天短信'),
  timeoutMs: word('Timeout (ms)', '超时（毫秒）'),
  timesPerYear: word('Times a year', '每年次数'),
  toTime: word('To (EAT)', '结束时间（东非）'),
  twoDaysBefore: word('2 days before', '到期前 2 天', 'REMINDER_STEP'),
  twoDaysBeforeTemplate: word('SMS 2 days before', '到期前 2 天短信'),
  useCredit: word('Uses credit', '使用余额'),
  validDays: word('Valid for (days)', '有效天数'),
  vipLevelNos: word('VIP levels', '会员等级'),
  waitHours: word('Waits (hours)', '等待小时'),
  workingHoursOnly: word('Working hours only', '仅工作时间'),
};

const isMoment = (field: string) => field === 'startAt' || field === 'endAt';

/** A setting as a cell: lists value by value, groups as they are kept. */
function cellOf(field: string, held: unknown): ReturnType<ListColumn<object>['of']> {
  if (held === null || held === undefined) return null;
  if (field.endsWith('Cents') && typeof held === 'number') return kes(held);
  if (typeof held === 'boolean' || typeof held === 'number' || typeof held === 'string') return held;
  if (!Array.isArray(held)) return JSON.stringify(held);
  return held.map((one: unknown) => (typeof one === 'object' ? JSON.stringify(one) : String(one)));
}

const nameless = new Set<string>();

/** Settings whose columns are headed by their fields, as they have no word: none, in a finished program. */
export const namelessSettings = (): readonly string[] => [...nameless];

function wordOf(field: string): SettingWords {
  const known = WORDS[field];
  if (known !== undefined) return known;
  nameless.add(field);
  return word(field, field);
}

/** A column for each setting of a rule, where its family says no columns of its own. */
export function settingColumns(fields: readonly string[]): ListColumn<object>[] {
  return fields
    .filter((field) => field !== 'ruleName')
    .map((field): ListColumn<object> => {
      const words = wordOf(field);
      const isMoney = field.endsWith('Cents');
      return {
        en: isMoney ? `${words.en} (KES)` : words.en,
        zh: isMoney ? `${words.zh}（KES）` : words.zh,
        ...(words.codes !== undefined && { codes: words.codes }),
        ...(isMoment(field) && { isTime: true }),
        of: (value) => cellOf(field, (value as Readonly<Record<string, unknown>>)[field]),
      };
    });
}
