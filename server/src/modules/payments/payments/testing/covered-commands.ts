/* Which commands of the engine the random histories live, and why the others are proven elsewhere. */

/** Families of endpoints that move no loan, no money, no case and no customer: people, rights, words, files, plugins. */
export const NOT_THE_ENGINE: ReadonlySet<string> = new Set([
  'announcement',
  'auth',
  'auditPersonnel',
  'business',
  'dept',
  'dictionary',
  'file',
  'import',
  'job',
  'language',
  'menu',
  'menuChange',
  'mfa',
  'pluginAdmin',
  'pluginOperate',
  'refuseCodeChange',
  'reveal',
  'review',
  'reviewConfig',
  'role',
  'roleChange',
  'telemarketingPersonnel',
  'trafficPersonnel',
  'user',
  'userChange',
  'view',
  'warning',
]);

const PAID = ['generic', 'partial', 'settle', 'extend', 'applyFlows'];
const OF_CASE = {
  distribute: ['distribute'],
  redistribute: ['handOver'],
  recall: ['cancelAllocation'],
  retain: ['retain'],
  cancelRetain: ['cancelRetention'],
} as const;
const OWN_CASE = {
  retain: ['retain'],
  cancelRetain: ['cancelRetention'],
  call: ['contact'],
  sms: ['contact'],
  promiseSave: ['promise'],
} as const;
const WAIVER = { apply: ['settleWithWaiver'], approve: ['settleWithWaiver'] } as const;
const LOSS = { apply: ['chargeOff'], check: ['chargeOff'], cancel: ['cancelChargeOff'] } as const;
const BAD_DEBT = { enter: ['enterBadDebt'], cancel: ['leaveBadDebt'] } as const;

const of = (family: string, commands: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(commands).map(([name, kinds]) => [`${family}.${name}`, kinds]));

/** Endpoint → the kinds of step that live what its handler calls, at the hour of the history. */
export const LIVED_BENEATH: Readonly<Record<string, readonly string[]>> = {
  'payment.writeOffCommit': PAID,
  'payment.rollbackSettle': ['undoNewest'],
  'payment.rollbackFull': ['undoAll'],
  'payment.creditUse': ['useCredit'],
  'coupon.grant': ['grantCoupon'],
  'coupon.audit': ['grantCoupon'],
  'coupon.use': ['useCoupon'],
  'intake.apply': ['order.take'],
  'intake.machineReview': ['order.machineReview'],
  'intake.handInAgain': ['order.handInAgain'],
  'auditAllot.allot': ['order.allocate'],
  'auditAllot.recall': ['order.recall'],
  'auditOrder.myRelease': ['order.recall'],
  'orderAudit.audit': ['order.pass', 'order.refuse'],
  'orderAudit.reject': ['order.return'],
  'reReview.apply': ['order.reReview'],
  'reReview.applyMany': ['order.reReview'],
  'retrieval.submit': ['order.retrieve'],
  ...of('caseAllot', OF_CASE),
  ...of('caseAllotStage', OF_CASE),
  ...of('caseSelf', OWN_CASE),
  ...of('caseSelfStage', OWN_CASE),
  ...of('badDebt', BAD_DEBT),
  ...of('badDebtStage', BAD_DEBT),
  ...of('deduction', WAIVER),
  ...of('deductionStage', WAIVER),
  ...of('chargeOff', LOSS),
  ...of('chargeOffStage', LOSS),
};

const NOTHING_MOVES = 'moves no state and no money';
const SAME_ROBOT = 'the very command of rudderTask on another section’s tasks; each pair in robot-tasks.test.ts';
const BY_DIALLER = 'of a task that calls, which needs the dialler: each pair in robot-tasks.test.ts';
const BY_RULES = 'terms by versions, which move no money: configuration.test.ts, the tests of products';
const NO_JOURNAL = 'ends a request without an effect: machines.test.ts, and the tests of its section';
const BY_WIRE = 'asks a phone over the wire, posts nothing: payment-prompts.test.ts, prompt-chaos.test.ts';
const OF_PAYMENTS =
  'goes through applyPayment, which the histories live: write-offs.test.ts, write-off tests of payments';
const BY_RULE_RUNS =
  'a rule by versions, which moves nothing till it runs: auto-rules.test.ts, auto-cancel-rules.test.ts';
const OF_ACCOUNTS = 'says where money goes by, and posts nothing: money-desk.test.ts';
const OF_BALANCES = 'notes what an account was stated to hold, and posts nothing: money-desk.test.ts';
const OF_CALLBACKS = 'a message of the channel worked off again, or closed: refused-callbacks.test.ts';
const BY_FREEZING = 'moves work by freezing a person alone, as cases are handed over: desks.test.ts, cases.test.ts';
const BY_SECTIONS = 'says the decision of the request’s own section: approvals.test.ts';
const OF_STATEMENTS =
  'matches, and posts by reconDifferenceChange alone (reopening is not tested): reconciliation.test.ts';
const BEFORE_PAYOUT = 'an order’s payee before it is paid, which posts nothing; its asking: money-desk.test.ts';

/** Endpoint, or a family before `.*`, → why no history says it. */
export const NOT_LIVED: Readonly<Record<string, string>> = {
  'auditOrder.manageExport': NOTHING_MOVES,
  'refund.export': NOTHING_MOVES,
  'transferApply.export': NOTHING_MOVES,
  'payout.attemptsExport': NOTHING_MOVES,
  'wallet.withdrawalExport': NOTHING_MOVES,
  'auditOrder.abridgmentExport': NOTHING_MOVES,
  'auditOrder.myExport': NOTHING_MOVES,
  'auditAllot.exportList': NOTHING_MOVES,
  'retrieval.exportList': NOTHING_MOVES,
  'reReview.exportList': NOTHING_MOVES,
  'reReview.outcomesExport': NOTHING_MOVES,
  'reReview.configExport': NOTHING_MOVES,
  'auditOrder.followUpSave': NOTHING_MOVES,
  'caseSelf.followUpSave': NOTHING_MOVES,
  'caseSelfStage.followUpSave': NOTHING_MOVES,
  'orderAudit.open': NOTHING_MOVES,
  'orderAudit.draft': NOTHING_MOVES,
  'orderDetail.*': NOTHING_MOVES,
  'orderAudit.callBorrower': 'asks the gate, as contact does',
  'config.*': BY_RULES,
  'reReview.configSave': BY_RULES,
  'reReview.configCopy': BY_RULES,
  'reReview.configApprove': BY_RULES,
  'reReview.configReject': BY_RULES,
  'reReview.configWithdraw': BY_RULES,
  'product.*': BY_RULES,
  'productChange.*': BY_RULES,
  'intake.customer': 'makes a customer, which moves nothing: the tests of its section',
  'couponConfig.*': 'templates: the histories issue from one; coupons.test.ts',
  'auditAllot.auto': 'allots as order.allocate does, by a plan of its own: plan.test.ts, allocation.test.ts',
  'retrieval.approve': 'releases what order.retrieve carries out: retrieval.test.ts',
  'retrieval.reject': NO_JOURNAL,
  'retrieval.reverse': 'goes back by order.retrieve’s own pairs: retrieval.test.ts',
  'payment.writeOffSave': OF_PAYMENTS,
  'payment.writeOffUpdate': OF_PAYMENTS,
  'payment.writeOffImport': OF_PAYMENTS,
  'payment.writeOffRetry': OF_PAYMENTS,
  'writeOffBatchChange.*': OF_PAYMENTS,
  'payment.zeroSettle': 'applyCredit on what is owed: zero-settle tests of payments',
  'deduction.reject': NO_JOURNAL,
  'deductionStage.reject': NO_JOURNAL,
  'caseSelf.promiseCancel': NO_JOURNAL,
  'caseSelfStage.promiseCancel': NO_JOURNAL,
  'rudderTaskStage.*': SAME_ROBOT,
  'marketingRobot.*': SAME_ROBOT,
  'telemarketingRobot.*': SAME_ROBOT,
  'rudderTask.pause': BY_DIALLER,
  'rudderTask.resume': BY_DIALLER,
  'rudderTask.retry': BY_DIALLER,
  'aiTask.*': 'a vendor’s, asked at the hour of the wall: each pair in ai.test.ts',
  'paymentPrompt.create': BY_WIRE,
  'caseRepay.promptCreate': BY_WIRE,
  'caseRepayStage.promptCreate': BY_WIRE,
  'payout.queryAttempt': 'asks the channel over the wire: gateway-chaos.test.ts',
  'flow.requestReversal': 'asks the channel over the wire: flows/reversal.test.ts, reversal-chaos.test.ts',
  'payoutChangeChange.*': 'an order’s payee before it is passed: decisions.test.ts',
  'refund.ignoreVerify':
    'refused for a wallet’s payee, which every refund of the histories has: refund-endpoints.test.ts',
  'flow.export': NOTHING_MOVES,
  'payoutOrder.export': NOTHING_MOVES,
  'repayment.billExport': NOTHING_MOVES,
  'repayment.orderExport': NOTHING_MOVES,
  'repayment.mergeExport': NOTHING_MOVES,
  'wallet.rewardExport': NOTHING_MOVES,
  'autoCancel.*': BY_RULE_RUNS,
  'autoSettle.*': BY_RULE_RUNS,
  'autoWriteOff.*': BY_RULE_RUNS,
  'loanerAccount.*': OF_ACCOUNTS,
  'loanerAccountChange.*': OF_ACCOUNTS,
  'repayAccount.*': OF_ACCOUNTS,
  'repayAccountChange.*': OF_ACCOUNTS,
  'balance.*': OF_BALANCES,
  'balanceChange.*': OF_BALANCES,
  'refusedCallback.*': OF_CALLBACKS,
  'reconciliation.*': OF_STATEMENTS,
  'payeeChange.*': BEFORE_PAYOUT,
  'payeeChangeChange.*': BEFORE_PAYOUT,
  'approval.*': BY_SECTIONS,
  'collectionPersonnel.*': BY_FREEZING,
  'servicePersonnel.*': BY_FREEZING,
  'transferApply.oneKeyPayout': 'a job of transferApply.release: transfers.test.ts',
};
