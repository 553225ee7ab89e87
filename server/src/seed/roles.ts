import { lendingSections } from './menu-lending.ts';
import { serviceSections } from './menu-service.ts';
import { routeOf } from './menu-types.ts';
import { codesOfAreas, OPERATION_CODES } from './operation-codes.ts';

export const SECTIONS = [...lendingSections, ...serviceSections];

/** What a role with a budget reveals. */
export const COMMON_REVEALS = ['customerName', 'phone', 'idCardNo', 'email'];

/** Trying a plugin of one's own takes code into the console: nobody holds it by the way. */
const PLUGIN_DEVELOP = 'operation:plugin:develop';

export interface SeedRole {
  readonly roleNo: string;
  readonly roleName: string;
  readonly remark: string;
  readonly dataScope?: 'ALL';
  readonly isMasked: boolean;
  readonly isAdministrator?: true;
  readonly dailyRevealBudget?: number;
  /** The most that it may waive on a bill at once. Cents. */
  readonly deductionCapCents?: number;
  /** Sees contacts of customers on an order. */
  readonly seesAddressBook?: true;
  /** With a budget: names, phones, ID numbers and addresses unless said otherwise. */
  readonly revealFields?: readonly string[];
  /** `Section/Page`, or `Section/*`. */
  readonly pages: readonly string[];
  readonly codes: readonly string[];
}

/** What everybody holds. */
const own = codesOfAreas('host').filter((code) => !/^host:warning:(assign|resolve)$/.test(code));
const lead = codesOfAreas('host');

/** `thing action action` of one area, as codes. */
function some(area: string, ...lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [thing = '', ...actions] = line.split(' ');
    return actions.map((action) => `${area}:${thing}:${action}`);
  });
}

const checkers = /:(audit|approve|check|confirm|decide)$/;
const collectorWork = [
  'followUp save',
  'contact call sms reveal',
  'promise save',
  'repayLink create',
  'virtualAccount create',
  'deduction apply',
  'recording play',
];

/** `*` alone is every page. */
export function pagesOf(role: SeedRole): string[] {
  const all = SECTIONS.flatMap((section) =>
    section.pages.map(([page]) => ({ section: section.path, page, route: routeOf(section, page) })),
  );
  const chosen = all.filter(({ section, page }) =>
    role.pages.some((request) => request === '*' || request === `${section}/*` || request === `${section}/${page}`),
  );
  return chosen.map(({ route }) => route.toLowerCase());
}

export const ROLES: readonly SeedRole[] = [
  {
    roleNo: 'R-001',
    roleName: 'Administrator',
    remark: 'Users, roles, menus; holds everything, so may grant everything',
    dataScope: 'ALL',
    deductionCapCents: 50_000_00,
    isMasked: false,
    isAdministrator: true,
    seesAddressBook: true,
    dailyRevealBudget: 50,
    revealFields: [...COMMON_REVEALS, 'bankAccount'],
    pages: ['*'],
    codes: OPERATION_CODES.filter((code) => code !== PLUGIN_DEVELOP),
  },
  {
    roleNo: 'R-002',
    roleName: 'Loan reviewer',
    remark: 'Reviews the orders allocated to them',
    isMasked: false,
    seesAddressBook: true,
    dailyRevealBudget: 40,
    pages: [
      'AuditSystem/MyAudit',
      'AuditSystem/OrderManagement',
      'AuditSystem/RejectOrderReview',
      'ScheduleManage/MySchedule',
      'QualitySystem/QualityCenter',
      'AppraisalSystem/EmployeeDisciplineData',
      'ReportSystem/PerformanceReport',
    ],
    codes: [
      ...own,
      ...some('schedule', 'change apply', 'abnormal explain'),
      ...some('quality', 'inspection appeal'),
      ...some('appraisal', 'discipline appeal'),
      ...some(
        'audit',
        'order release audit update repaymentCode',
        'followUp save',
        'sensitive reveal',
        'attach upload',
        'orderReview page apply',
      ),
    ],
  },
  {
    roleNo: 'R-003',
    roleName: 'Disbursement operator',
    remark: 'Sends, replays and cancels payouts',
    isMasked: false,
    dailyRevealBudget: 20,
    pages: [
      'AfterLoanSystem/LoanManagement',
      'AfterLoanSystem/LoanRouting',
      'AfterLoanSystem/WalletRecords',
      'AfterLoanSystem/BalanceManagement',
      'AfterLoanSystem/AutomaticLoanCancelConfig',
    ],
    codes: [
      ...own,
      ...some(
        'afterLoan',
        'autoCancel save',
        'route save state',
        'paymentVisual update',
        'payout query export send retry cancel',
        'payoutStatus query',
        'payoutBatch run',
        'offlineLoan import',
        'payoutChange update',
        'wallet query export',
        'walletWithdrawal submit retry cancel',
        'walletBatch run',
        'balance save',
      ),
    ],
  },
  {
    roleNo: 'R-004',
    roleName: 'Repayment operator',
    remark: 'Matches payments and writes them off',
    isMasked: false,
    dailyRevealBudget: 20,
    pages: [
      'AfterLoanSystem/RepaymentManagementMerge',
      'AfterLoanSystem/RepaymentManagement',
      'AfterLoanSystem/RepaymentManagementNew',
      'AfterLoanSystem/FlowRecordSupplement',
      'AfterLoanSystem/AutoSettlementConfig',
      'AfterLoanSystem/AutoWriteOffAmountConfig',
      'ChargeToAnAccountSystem/ClientRefundManagement',
      'ChargeToAnAccountSystem/CashTransferApplyFor',
    ],
    codes: [
      ...own,
      ...some(
        'afterLoan',
        'writeOff save update commit commitMulti import',
        'zeroSettle settle',
        'autoSettle save',
        'autoWriteOff save',
        'flow save update commit assign',
        'repayLink create',
        'virtualAccount create',
        'rollback settle full',
        'repayment export',
        'coupon use',
      ),
      ...some('charge', 'refund submit', 'transfer submit giveUp detail'),
    ],
  },
  {
    roleNo: 'R-005',
    roleName: 'Collector',
    remark: 'Works the cases assigned to them',
    isMasked: true,
    deductionCapCents: 1_000_00,
    dailyRevealBudget: 120,
    pages: [
      'CollectionSystem/MyCollection',
      'CollectionSystemNew/MyCollectionNew',
      'CollectionSystemNew/collectionMerge',
      'ScheduleManage/MySchedule',
      'QualitySystem/QualityCenter',
      'AppraisalSystem/EmployeeDisciplineData',
      'ReportSystem/PerformanceReport',
    ],
    codes: [
      ...own,
      ...some('schedule', 'change apply', 'abnormal explain'),
      ...some('quality', 'inspection appeal'),
      ...some('appraisal', 'discipline appeal'),
      ...some('collection', ...collectorWork),
      ...some('collectionStage', ...collectorWork),
    ],
  },
  {
    roleNo: 'R-006',
    roleName: 'Telemarketer',
    remark: 'Calls leads who agreed to be called',
    isMasked: true,
    dailyRevealBudget: 0,
    pages: [
      'TelemarketingSystem/DialTask',
      'TelemarketingSystem/MyIncoming',
      'TelemarketingSystem/MyLoan',
      'ScheduleManage/MySchedule',
      'QualitySystem/QualityCenter',
      'AppraisalSystem/EmployeeDisciplineData',
      'ReportSystem/PerformanceReport',
      'AuditSystem/OrderManagementAbridgment',
    ],
    codes: [
      ...own,
      ...some('schedule', 'change apply', 'abnormal explain'),
      ...some('quality', 'inspection appeal'),
      ...some('appraisal', 'discipline appeal'),
      ...some('telemarketing', 'call dial', 'followUp save', 'followApproval apply'),
    ],
  },
  {
    roleNo: 'R-007',
    roleName: 'Customer service',
    remark: 'Answers customers',
    isMasked: true,
    dailyRevealBudget: 30,
    pages: [
      'CustomerServiceSystem/*',
      'ChargeToAnAccountSystem/ClientRefundManagement',
      'ScheduleManage/MySchedule',
      'QualitySystem/QualityCenter',
      'AppraisalSystem/EmployeeDisciplineData',
      'AuditSystem/OrderManagementAbridgment',
    ],
    codes: [
      ...own,
      ...some('schedule', 'change apply', 'abnormal explain'),
      ...some('quality', 'inspection appeal'),
      ...some('appraisal', 'discipline appeal'),
      ...some(
        'customerService',
        'notLoggedList query dialTasks',
        'advice query handle phone',
        'feedback save handle dispute',
        'replyTemplate save',
        'callRecord save listen',
        'customer contact logout',
        'dataRequest save handle',
        'aiHelp decrypt',
        'coupon apply',
      ),
      ...some('charge', 'refund submit'),
    ],
  },
  {
    roleNo: 'R-008',
    roleName: 'Finance',
    remark: 'Refunds, transfers, reconciliation, reports',
    dataScope: 'ALL',
    isMasked: false,
    dailyRevealBudget: 10,
    pages: [
      'ChargeToAnAccountSystem/*',
      'AfterLoanSystem/LoanManagement',
      'AfterLoanSystem/FlowRecordSupplement',
      'AfterLoanSystem/LoanerManagement',
      'AfterLoanSystem/RepaymentAccountManagement',
      'AfterLoanSystem/WalletRecords',
      'AfterLoanSystem/ReconciliationManagement',
      'AfterLoanSystem/BalanceManagement',
      'AfterLoanSystem/AutomaticLoanCancelConfig',
      'AfterLoanSystem/AutoSettlementConfig',
      'AfterLoanSystem/AutoWriteOffAmountConfig',
      'AfterLoanSystem/LoanRouting',
      'LoanSupermarketSystem/*',
      // Where the changes come from that they decide.
      'MerchantSystem/RechargeRecord',
      'MerchantSystem/ConsumptionRecord',
      'MerchantSystem/ConsumptionTypeConfig',
      'MerchantSystem/MerchantConfigManagement',
      'MerchantSystem/OrderAcquireManagement',
      'MerchantSystem/MaturityConfigManagement',
      'ReportSystem/FinancialReport',
      'RiskControlSystem/*',
    ],
    codes: [
      ...lead,
      ...codesOfAreas('charge').filter((code) => checkers.test(code) || /:(payout|export|detail)$/.test(code)),
      ...some(
        'afterLoan',
        'writeOff audit',
        'reconStatement import',
        'reconDifference resolve audit',
        'reconDay close audit',
        'balance save correct audit',
        'loanerAccount save state audit',
        'repayAccount save state audit',
        'flow audit reverse',
        'payout query export',
        'payoutStatus query',
        'payoutChange audit',
        'autoCancel audit',
        'autoSettle audit',
        'autoWriteOff audit',
        'route audit',
        'paymentVisual audit',
        'payoutBatch audit',
        'offlineLoan audit',
        'wallet query',
        'walletBatch audit',
        'payoutStatus query',
      ),
      ...some('charge', 'refund ignoreVerify', 'refundBatch run', 'transfer submit giveUp'),
      ...some('merchant', 'recharge audit', 'config audit'),
      ...some('supermarket', 'review settle', 'config audit'),
      ...some('risk', 'list audit', 'pricing audit', 'ruleSet audit resume', 'model audit'),
      ...some('operation', 'creditLimit audit'),
      ...some('report', 'financial drill export trialBalance lossRate'),
    ],
  },
  {
    roleNo: 'R-009',
    roleName: 'Traffic staff',
    remark: 'Channels and their cost',
    isMasked: true,
    dailyRevealBudget: 0,
    pages: [
      'OperationSystem/LaunchManagement',
      'OperationSystem/TrafficPersonnel',
      'ReportSystem/OperationReport',
      'AuditSystem/OrderManagementAbridgment',
    ],
    codes: [...own, ...some('operation', 'putChannel save enable'), ...some('report', 'operation drill export')],
  },
  {
    roleNo: 'R-010',
    roleName: 'Operations lead',
    remark: 'Runs products, merchants and marketing; looks up people of their merchants',
    isMasked: false,
    dailyRevealBudget: 10,
    pages: [
      'OperationSystem/*',
      'MerchantSystem/*',
      'MarketingManagement/*',
      'UserSystem/UserManagement',
      'AfterLoanSystem/WalletRecords',
      'LoanSupermarketSystem/*',
      'RiskControlSystem/*',
    ],
    codes: [
      ...lead,
      ...codesOfAreas('operation', 'merchant').filter((code) => code !== PLUGIN_DEVELOP && !checkers.test(code)),
      ...some('afterLoan', 'wallet query grant'),
      ...some(
        'marketing',
        'template save copy enable export',
        'sms test',
        'smsTask save control export',
        'robot save control export',
        'unrenewed save export',
      ),
      ...some(
        'risk',
        'list add check import remove',
        'pricing save import rollback',
        'ruleSet save enable dryRun halt resume',
        'model save traffic score',
      ),
      ...some('report', 'abTest view'),
      ...some(
        'supermarket',
        'review import save confirm',
        'product save onShelf offShelf',
        'vipLevel save adjust',
        'recommend save publish',
      ),
    ],
  },
  {
    roleNo: 'R-011',
    roleName: 'Plugin developer',
    remark: 'Tries plugins of their own against the real console',
    isMasked: true,
    dailyRevealBudget: 0,
    pages: [],
    codes: [...own, PLUGIN_DEVELOP, ...some('operation', 'plugin publish')],
  },
  {
    roleNo: 'R-012',
    roleName: 'Collection principal',
    remark: 'Leads a group of collectors',
    isMasked: true,
    deductionCapCents: 10_000_00,
    dailyRevealBudget: 60,
    pages: [
      'CollectionSystem/*',
      'CollectionSystemNew/*',
      'AfterLoanSystem/RepaymentManagementMerge',
      'ReportSystem/CollectionReport',
      'ReportSystem/PerformanceReport',
      'ScheduleManage/*',
      'QualitySystem/QualityCenter',
    ],
    codes: [
      ...lead,
      ...codesOfAreas('collection', 'collectionStage').filter((code) => !checkers.test(code)),
      ...some('schedule', 'shift save update drag auto', 'plan save', 'threshold save', 'abnormal explain resolve'),
      ...some('quality', 'inspection listen decide export'),
      ...some('report', 'collection drill export', 'performance drill export team target'),
    ],
  },
  {
    roleNo: 'R-013',
    roleName: 'Review lead',
    remark: 'Allocates orders and decides retrievals',
    isMasked: false,
    seesAddressBook: true,
    dailyRevealBudget: 40,
    pages: [
      'AuditSystem/*',
      'ReportSystem/ApprovalReport',
      'ReportSystem/PerformanceReport',
      'ScheduleManage/*',
      'QualitySystem/QualityCenter',
    ],
    codes: [
      ...lead,
      ...codesOfAreas('audit'),
      ...some('schedule', 'shift save update', 'plan save', 'threshold approve', 'abnormal explain resolve'),
      ...some('quality', 'inspection sample score listen export', 'sheet save'),
      ...some('report', 'approval drill export', 'performance drill export team target'),
    ],
  },
  {
    roleNo: 'R-014',
    roleName: 'Telemarketing manager',
    remark: 'Leads telemarketers: lists, tasks, rules and claims',
    isMasked: true,
    dailyRevealBudget: 40,
    pages: [
      'TelemarketingSystem/*',
      'ReportSystem/PerformanceReport',
      'ScheduleManage/MySchedule',
      'QualitySystem/QualityCenter',
      'AppraisalSystem/EmployeeDisciplineData',
      'AuditSystem/OrderManagementAbridgment',
    ],
    codes: [
      ...lead,
      ...codesOfAreas('telemarketing'),
      ...some('schedule', 'change apply', 'abnormal explain'),
      ...some('quality', 'inspection appeal'),
      ...some('appraisal', 'discipline appeal'),
      ...some('report', 'performance drill export team target'),
    ],
  },
];
