import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';
import { USER_MANAGEMENT_PAGE } from '../page-paths.ts';

/** PENDING awaits approval; all others are final. LAPSED: nobody decided in time. */
export const changeState = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'LAPSED']);
export type ChangeState = z.output<typeof changeState>;

/** What the caller may do with a request now: never approve what they made or what concerns them. */
export const changeAction = z.enum(['approve', 'reject', 'withdraw']);
export type ChangeAction = z.output<typeof changeAction>;

/** Field → value, personal data masked. */
const facts = z.record(z.string(), z.unknown());

/** The person who requested a change left this out or gave 1 to 200 characters. */
const note = z.optional(reason);

export const changeRow = z.object({
  changeNo: z.string(),
  /** `user.update`: which command waits. */
  kind: z.string(),
  /** The command in the caller's language. */
  title: z.string(),
  /** What it changes: a `userNo`, a `roleNo`; null where it is about many. */
  subjectNo: z.nullable(z.string()),
  subjectName: z.string(),
  /** Just the fields that change; null where the subject does not exist yet. */
  before: z.nullable(facts),
  after: facts,
  makerUserNo: z.string(),
  makerName: z.string(),
  /** Why it was requested. */
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  /** When it expires undecided; null where it waits for as long as it takes. */
  lapsesAt: z.nullable(z.string()),
  changeState,
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  /** People whose rights it touches, by `userNo`. None of them may decide it. */
  concerns: z.array(z.string()),
  allowedActions: z.array(changeAction),
});
export type ChangeRow = z.output<typeof changeRow>;

export const changeFilters = z.strictObject({
  changeState: z.optional(changeState),
  kind: z.optional(z.string().check(z.regex(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/))),
  subjectNo: z.optional(businessNo),
  /** True: only what the caller requested. */
  isMine: z.optional(z.boolean()),
  /** True: only what the caller may decide now. */
  isDecidable: z.optional(z.boolean()),
});
export type ChangeFilters = z.output<typeof changeFilters>;

const CHANGE_SORTS = ['createdAt', 'decidedAt'] as const;

/** The four endpoints of one page's tab Changes; all tabs share one mechanism. `seenBy` are pages, or codes. */
function changeEndpoints<const Family extends string>(
  family: Family,
  seenBy: readonly string[] | { readonly code: readonly string[] },
  checkerCode: string,
  /** Where its endpoints stand, if not below the family's own name. */
  at = `${family}/change`,
) {
  const seen = 'code' in seenBy ? seenBy : { page: seenBy };
  const decides = { code: [checkerCode] };
  return {
    page: defineEndpoint({
      name: `${family}Change.page`,
      method: 'POST',
      path: `${at}/page`,
      access: seen,
      kind: 'query',
      summary: 'Changes that await approval or did: one’s own and those of one’s merchants',
      request: listRequest(changeFilters, CHANGE_SORTS),
      reply: listReply(changeRow),
    }),
    approve: defineEndpoint({
      name: `${family}Change.approve`,
      method: 'POST',
      path: `${at}/approve`,
      access: decides,
      kind: 'command',
      preview: true,
      summary: 'Carries a waiting change out, by the rights of the person who approves',
      request: z.strictObject({ changeNo: businessNo, reason: note }),
      reply: z.object({
        change: changeRow,
        /** What the command answered; a one-time password is in it once. */
        result: z.unknown(),
      }),
    }),
    reject: defineEndpoint({
      name: `${family}Change.reject`,
      method: 'POST',
      path: `${at}/reject`,
      access: decides,
      kind: 'command',
      preview: true,
      summary: 'Refuses a waiting change with a reason its maker reads',
      request: z.strictObject({ changeNo: businessNo, reason }),
      reply: changeRow,
    }),
    withdraw: defineEndpoint({
      name: `${family}Change.withdraw`,
      method: 'POST',
      path: `${at}/withdraw`,
      access: seen,
      kind: 'command',
      preview: true,
      summary: 'Takes one’s own waiting change back',
      request: z.strictObject({ changeNo: businessNo, reason: note }),
      reply: changeRow,
    }),
  };
}

export type ChangeFamilyEndpoints = ReturnType<typeof changeEndpoints>;

const system = '/AdminContent/UserSystem/';
/** Moves of departments and of people between them stand among the changes of users. */
const userPages = [USER_MANAGEMENT_PAGE, `${system}DepartmentManagement`] as const;
/** The families of changes: each is a tab on the pages it concerns. */
export const changeFamilies = {
  user: changeEndpoints('user', userPages, 'user:change:approve'),
  role: changeEndpoints('role', [`${system}RoleManagement`], 'user:change:approve'),
  menu: changeEndpoints('menu', [`${system}MenuManagement`], 'user:change:approve'),
  refuseCode: changeEndpoints('refuseCode', ['/AdminContent/AuditSystem/AuditConfiguration'], 'audit:config:update'),
  payoutChange: changeEndpoints(
    'payoutChange',
    // Personal data of customers, if masked: for those who ask for such changes and those who decide them.
    { code: ['audit:payoutChange:approve', 'audit:order:audit'] },
    'audit:payoutChange:approve',
    'loans/audit/payoutChange',
  ),
  flow: changeEndpoints(
    'flow',
    ['/AdminContent/AfterLoanSystem/FlowRecordSupplement'],
    'afterLoan:flow:audit',
    'rePayManage/flow/change',
  ),
  reconDifference: changeEndpoints(
    'reconDifference',
    ['/AdminContent/AfterLoanSystem/ReconciliationManagement', '/AdminContent/AfterLoanSystem/FlowRecordSupplement'],
    'afterLoan:reconDifference:audit',
    'reconciliation/difference/change',
  ),
  walletBatch: changeEndpoints(
    'walletBatch',
    ['/AdminContent/AfterLoanSystem/WalletRecords'],
    'afterLoan:walletBatch:audit',
    'wallet/batch/change',
  ),
  payoutBatch: changeEndpoints(
    'payoutBatch',
    ['/AdminContent/AfterLoanSystem/LoanManagement'],
    'afterLoan:payoutBatch:audit',
    'payManage/batch/change',
  ),
  offlineLoan: changeEndpoints(
    'offlineLoan',
    ['/AdminContent/AfterLoanSystem/LoanManagement'],
    'afterLoan:offlineLoan:audit',
    'payManage/offlineLoan/change',
  ),
  payeeChange: changeEndpoints(
    'payeeChange',
    ['/AdminContent/AfterLoanSystem/LoanManagement'],
    'afterLoan:payoutChange:audit',
    'payManage/changeBankCard/change',
  ),
  loanerAccount: changeEndpoints(
    'loanerAccount',
    ['/AdminContent/AfterLoanSystem/LoanerManagement'],
    'afterLoan:loanerAccount:audit',
    'loan-bank/change',
  ),
  repayAccount: changeEndpoints(
    'repayAccount',
    ['/AdminContent/AfterLoanSystem/RepaymentAccountManagement'],
    'afterLoan:repayAccount:audit',
    'loansRepayBankMent/change',
  ),
  balance: changeEndpoints(
    'balance',
    ['/AdminContent/AfterLoanSystem/BalanceManagement'],
    'afterLoan:balance:audit',
    'balanceManage/change',
  ),
  paymentVisual: changeEndpoints(
    'paymentVisual',
    ['/AdminContent/AfterLoanSystem/LoanRouting'],
    'afterLoan:paymentVisual:audit',
    'payManage/visual/change',
  ),
  refundBatch: changeEndpoints(
    'refundBatch',
    [
      '/AdminContent/ChargeToAnAccountSystem/ClientRefundManagement',
      '/AdminContent/ChargeToAnAccountSystem/ClientRefundAuditManagement',
    ],
    'charge:refundBatch:audit',
    'refund/batch/change',
  ),
  partnerDay: changeEndpoints(
    'partnerDay',
    ['/AdminContent/LoanSupermarketSystem/ReviewDataMaintain'],
    'supermarket:config:audit',
    'marketProduct/review/change',
  ),
  ruleSet: changeEndpoints(
    'ruleSet',
    ['/AdminContent/RiskControlSystem/RuleSet'],
    'risk:ruleSet:resume',
    'riskRule/set/change',
  ),
  riskModel: changeEndpoints(
    'riskModel',
    ['/AdminContent/RiskControlSystem/RiskControlModel'],
    'risk:model:audit',
    'riskRule/model/change',
  ),
  customerAccount: changeEndpoints(
    'customerAccount',
    ['/AdminContent/CustomerServiceSystem/CustomerManage'],
    'customerService:customer:close',
    'customerServiceCenter/customer/change',
  ),
  riskList: changeEndpoints(
    'riskList',
    ['/AdminContent/RiskControlSystem/ListManagement'],
    'risk:list:audit',
    'riskRule/list/change',
  ),
  marketProduct: changeEndpoints(
    'marketProduct',
    ['/AdminContent/LoanSupermarketSystem/LoanSupermarketProductManagement'],
    'supermarket:config:audit',
  ),
  partnerPlatform: changeEndpoints(
    'partnerPlatform',
    ['/AdminContent/OperationSystem/SupermarketPlatforms'],
    'operation:config:audit',
    'supermarketPlatform/change',
  ),
  vipLevel: changeEndpoints(
    'vipLevel',
    ['/AdminContent/LoanSupermarketSystem/LoanSupermarketVipLevelManagement'],
    'supermarket:config:audit',
    'marketVipLevel/member/change',
  ),
  maturityCalendar: changeEndpoints(
    'maturityCalendar',
    ['/AdminContent/MerchantSystem/MaturityConfigManagement'],
    'merchant:config:audit',
    'merchant/maturityConfig/calendar/change',
  ),
  orgMerchant: changeEndpoints(
    'orgMerchant',
    ['/AdminContent/OperationSystem/OrganizationMerchantManagement'],
    'operation:orgMerchant:audit',
    'organizationMerchant/change',
  ),
  writeOffBatch: changeEndpoints(
    'writeOffBatch',
    ['/AdminContent/AfterLoanSystem/RepaymentManagementNew'],
    'afterLoan:writeOff:audit',
    'rePayManage/writeOff/change',
  ),
  zeroSettle: changeEndpoints(
    'zeroSettle',
    ['/AdminContent/AfterLoanSystem/RepaymentManagement'],
    'afterLoan:zeroSettle:audit',
    'zeroSettle/change',
  ),
  merchantConfig: changeEndpoints(
    'merchantConfig',
    ['/AdminContent/MerchantSystem/MerchantConfigManagement'],
    'merchant:config:audit',
    'merchant/config/change',
  ),
  customerCredit: changeEndpoints(
    'customerCredit',
    [
      '/AdminContent/OperationSystem/TemporaryCreditLimitIssuance',
      '/AdminContent/CustomerServiceSystem/CustomerManage',
    ],
    'operation:creditLimit:audit',
  ),
  merchantRecharge: changeEndpoints(
    'merchantRecharge',
    ['/AdminContent/MerchantSystem/RechargeRecord'],
    'merchant:recharge:audit',
    'rechargeRecord/change',
  ),
  merchantBlacklist: changeEndpoints(
    'merchantBlacklist',
    ['/AdminContent/MerchantSystem/ArtificialBlacklistLibrary'],
    'merchant:blacklist:audit',
    'merchant/blacklist/change',
  ),
  product: changeEndpoints(
    'product',
    ['/AdminContent/OperationSystem/ProductConfig'],
    'operation:product:audit',
    'productRate/change',
  ),
  caseAttribution: changeEndpoints(
    'caseAttribution',
    ['/AdminContent/CollectionSystem/repaymentDetails', '/AdminContent/CollectionSystem/OutCollectionList'],
    'collection:attribution:audit',
    'caseRepay/attribution/change',
  ),
  caseAttributionStage: changeEndpoints(
    'caseAttributionStage',
    ['/AdminContent/CollectionSystemNew/RepaymentDetailsNew', '/AdminContent/CollectionSystemNew/OutCollectionListNew'],
    'collectionStage:attribution:audit',
    'caseRepay/stage/attribution/change',
  ),
  caseRollback: changeEndpoints(
    'caseRollback',
    ['/AdminContent/CollectionSystem/RollbackFlow'],
    'collection:bulk:check',
    'rollbackSerial/bulk/change',
  ),
  caseRollbackStage: changeEndpoints(
    'caseRollbackStage',
    ['/AdminContent/CollectionSystemNew/RollbackFlowNew'],
    'collectionStage:bulk:check',
    'rollbackSerial/stage/bulk/change',
  ),
  caseSettle: changeEndpoints(
    'caseSettle',
    ['/AdminContent/CollectionSystem/CancelAfterVerificationManagement'],
    'collection:bulk:check',
    'caseSettle/bulk/change',
  ),
  caseSettleStage: changeEndpoints(
    'caseSettleStage',
    ['/AdminContent/CollectionSystemNew/CancelAfterVerificationManagementNew'],
    'collectionStage:bulk:check',
    'caseSettle/stage/bulk/change',
  ),
  announcement: changeEndpoints(
    'announcement',
    ['/AdminContent/OperationSystem/AnnouncementManagement'],
    'operation:config:audit',
    'announcement/change',
  ),
  appUpdate: changeEndpoints(
    'appUpdate',
    ['/AdminContent/OperationSystem/AppVersionsManagement'],
    'operation:config:audit',
    'appUpdate/change',
  ),
  messageCenter: changeEndpoints(
    'messageCenter',
    [
      '/AdminContent/OperationSystem/MessageTemplateConfiguration',
      '/AdminContent/OperationSystem/SmsRouterConfig',
      '/AdminContent/OperationSystem/MarketingSmsRouterConfig',
      '/AdminContent/OperationSystem/MessageCenterAppManagement',
      '/AdminContent/OperationSystem/VerificationCodeManagement',
    ],
    'operation:config:audit',
    'message/change',
  ),
  contactBlock: changeEndpoints(
    'contactBlock',
    ['/AdminContent/MerchantSystem/ContactBlacklist', '/AdminContent/CustomerServiceSystem/CustomerManage'],
    'merchant:blacklist:audit',
    'contact/block/change',
  ),
} as const;
export type ChangeFamily = keyof typeof changeFamilies;

function changeExport<const Family extends string>(family: Family, pages: readonly string[]) {
  return defineEndpoint({
    name: `${family}Change.export`,
    method: 'POST',
    path: `${family}/change/export`,
    access: { page: pages },
    kind: 'command',
    summary: 'The filtered or the selected changes of this tab as a file, made by a job',
    request: exportRequest(changeFilters, CHANGE_SORTS),
    reply: exportReply,
  });
}

/** The tabs Changes that are taken away as files, by whoever may open a page they stand on. */
export const changeExports = {
  user: changeExport('user', userPages),
  role: changeExport('role', [`${system}RoleManagement`]),
  menu: changeExport('menu', [`${system}MenuManagement`]),
  refuseCode: changeExport('refuseCode', ['/AdminContent/AuditSystem/AuditConfiguration']),
  refundBatch: changeExport('refundBatch', [
    '/AdminContent/ChargeToAnAccountSystem/ClientRefundManagement',
    '/AdminContent/ChargeToAnAccountSystem/ClientRefundAuditManagement',
  ]),
} as const;
export type ExportedFamily = keyof typeof changeExports;
