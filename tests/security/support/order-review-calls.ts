import {
  auditAllot,
  auditOrder,
  auditPersonnel,
  change,
  file,
  orderAudit,
  orderDetail,
  reReview,
  retrieval,
  reveal,
  reviewConfig,
} from '@kituo/sdk/contracts';
import type { Endpoint } from '@kituo/sdk/contracts';

/** What a call is about; of each there is one of one's own, one of another merchant's, and none. */
export type Subject =
  | 'order'
  | 'refused'
  /** An order whose pass awaits approval. */
  | 'changed'
  | 'person'
  | 'merchant'
  | 'rules'
  /** Rules of re-review that wait, as `M0001 123`. */
  | 'reRules'
  | 'batch'
  | 'change'
  | 'attachment';

/** How a call of order review is asked about a thing. */
export interface Row {
  readonly endpoint: Endpoint;
  /** Null: it is about nothing that belongs to a merchant; `why` says what it answers from. */
  readonly about: Subject | null;
  readonly why?: string;
  readonly request: (subjectNo: string) => Record<string, unknown>;
  /** True: it answers the value itself, by code, purpose, record and budget. */
  readonly isReveal?: boolean;
}

const list = (filters: object) => ({ filters, page: 1, pageSize: 20, sort: null });
/** What a list is requested, as a file. */
const ALL_AS_FILE = { format: 'csv', filters: {} };
const asFile = ({ filters, sort }: ReturnType<typeof list>) => ({ format: 'csv', filters, sort });
const about = (
  subject: Subject,
  request: (subjectNo: string) => Record<string, unknown>,
  ...endpoints: readonly Endpoint[]
): Row[] => endpoints.map((endpoint) => ({ endpoint, about: subject, request }));
const nothing = (why: string, request: object, ...endpoints: readonly Endpoint[]): Row[] =>
  endpoints.map((endpoint) => ({ endpoint, about: null, why, request: () => ({ ...request }) }));

const byOrder = (orderNo: string) => ({ orderNo });
const byOrders = (orderNo: string) => ({ orderNos: [orderNo] });
const REASON = 'Asked by a test';
const REVIEWER = 'U000002';

const lists: readonly Row[] = [
  ...about('order', (orderNo) => list({ orderNo, orderStatus: 'PENDING_REVIEW' }), auditAllot.page),
  ...about('order', byOrder, auditAllot.auditors, auditOrder.log),
  ...about(
    'order',
    (orderNo) => ({ ...byOrders(orderNo), allotMode: 'ONE_PERSON', auditorUserNos: [REVIEWER] }),
    auditAllot.preview,
    auditAllot.allot,
  ),
  ...about('order', (orderNo) => ({ ...byOrders(orderNo), filters: { orderStatus: 'TO_ALLOCATE' } }), auditAllot.auto),
  ...about('order', byOrders, auditAllot.recall),
  ...about('order', (orderNo) => ({ orderNos: [orderNo], reason: REASON }), auditOrder.myRelease),
  ...about('order', (orderNo) => list({ orderNo }), auditOrder.manageList, auditOrder.abridgmentList),
  ...about('order', byOrder, auditOrder.find),
  ...about('order', (orderNo) => list({ orderNo, tab: 'PENDING' }), auditOrder.myPage),
  ...about('merchant', (merchantNo) => ({ merchantNo }), auditOrder.manageSummary),
  ...about('order', byOrder, auditOrder.abridgmentDetail, auditOrder.followUpList),
  ...about('order', (orderNo) => ({ orderNo, content: REASON }), auditOrder.followUpSave),
  ...about('order', (orderNo) => asFile(list({ orderNo })), auditOrder.manageExport, auditOrder.abridgmentExport),
  ...about('order', (orderNo) => asFile(list({ orderNo, orderStatus: 'PENDING_REVIEW' })), auditAllot.exportList),
  ...about('order', (orderNo) => asFile(list({ orderNo, tab: 'PENDING' })), auditOrder.myExport),
  ...nothing('words of states', {}, auditOrder.statusTypeGroups),
  ...nothing('products and people of the caller’s merchants', {}, auditOrder.choices),
  ...nothing('the caller’s own day', {}, auditOrder.mySummary),
];

const { endpoints: people } = auditPersonnel;
const personnel: readonly Row[] = [
  ...about('person', (userNo) => ({ userNo }), people.detail, people.away, people.freeze, people.unfreeze),
  ...about('person', (userNo) => ({ userNo, version: 1, dailyCap: 40 }), people.update),
  ...about('person', (userNo) => ({ userNos: [userNo], dailyCap: 40 }), people.batchUpdate),
  ...about('merchant', (merchantNo) => list({ merchantNo }), people.page),
  ...about('merchant', (merchantNo) => asFile(list({ merchantNo })), people.exportList),
  ...nothing('hours of the caller’s people', { days: 7 }, people.hours),
  ...nothing('holders of the role among the caller’s people', {}, people.syncPreview, people.sync),
];

const CODE = {
  refuseCode: 'T77',
  parentCode: null,
  denialReasonEn: 'A test',
  coolOffDays: 1,
  reReviewAllowed: true,
  isNew: true,
};
const STEP = { stepName: 'A test', required: true, evidenceTab: 'BVN', answers: ['CONFIRMED'] };
const one = (configNo: string) => ({ configNo, version: 1 });
const configuration: readonly Row[] = [
  ...about('merchant', (merchantNo) => list({ merchantNo }), reviewConfig.page),
  ...about('merchant', (merchantNo) => asFile(list({ merchantNo })), reviewConfig.exportList),
  ...about('rules', (configNo) => ({ configNo }), reviewConfig.detail, reviewConfig.simulate, reviewConfig.restore),
  ...about('rules', one, reviewConfig.submit, reviewConfig.withdraw),
  ...about('rules', (configNo) => ({ ...one(configNo), isApproved: true }), reviewConfig.audit),
  ...about(
    'merchant',
    (merchantNo) => ({
      tab: 'STEPS',
      scope: {
        merchantNo,
        productNo: null,
        loanType: null,
      },
      value: [STEP],
      effectiveFrom: '2099-01-01',
      reason: REASON,
    }),
    reviewConfig.save,
  ),
  ...nothing('codes of the company', {}, reviewConfig.refuseCodes),
  ...nothing('codes of the company', ALL_AS_FILE, reviewConfig.codesExport),
  ...nothing('codes of the company', CODE, reviewConfig.saveRefuseCode),
  ...nothing(
    'codes of the company',
    { refuseCode: 'R01' },
    reviewConfig.enableRefuseCode,
    reviewConfig.disableRefuseCode,
  ),
];

const asked = (batchNo: string) => ({ batchNo, version: 1 });
const toAllocate = (orderNo: string) => ({ ...byOrders(orderNo), targetStatus: 'TO_ALLOCATE' });
const retrievals: readonly Row[] = [
  ...about('refused', toAllocate, retrieval.check),
  ...about('refused', (orderNo) => ({ ...toAllocate(orderNo), reason: REASON }), retrieval.submit),
  ...about('batch', (batchNo) => list({ batchNo }), retrieval.page),
  ...about('batch', (batchNo) => asFile(list({ batchNo })), retrieval.exportList),
  ...about('batch', (batchNo) => ({ batchNo }), retrieval.detail),
  ...about('batch', asked, retrieval.approve),
  ...about('batch', (batchNo) => ({ ...asked(batchNo), note: REASON }), retrieval.reject),
  ...about('batch', (batchNo) => ({ batchNo, reason: REASON }), retrieval.reverse),
];

export const RE_REVIEW_RULES = {
  enabled: true,
  dailySubmitLimit: 20,
  perPersonLimit: 20,
  minDays: 0,
  maxDays: 90,
  sources: ['MACHINE_REFUSED', 'REFUSED'],
  refuseCodes: [],
  targetStatus: 'TO_ALLOCATE',
};
const requested = (merchantNo: string) => ({ merchantNo, rules: RE_REVIEW_RULES });
function waiting(reRules: string) {
  const [merchantNo, configNo] = reRules.split(' ');
  return { merchantNo, configNo, version: 1 };
}
const reReviews: readonly Row[] = [
  ...about('refused', (orderNo) => list({ orderNo }), reReview.page),
  ...about('refused', (orderNo) => asFile(list({ orderNo })), reReview.exportList),
  ...about('refused', byOrders, reReview.check),
  ...about('refused', (orderNo) => ({ orderNo, applyReason: REASON }), reReview.apply),
  ...about('refused', (orderNo) => ({ orderNos: [orderNo], applyReason: REASON }), reReview.applyMany),
  ...about('refused', byOrder, reReview.originalPhone),
  ...nothing('quotas of the caller’s merchants', {}, reReview.quota, reReview.applicants, reReview.outcomes),
  ...nothing('outcomes at the caller’s merchants', ALL_AS_FILE, reReview.outcomesExport),
  ...about('merchant', (merchantNo) => list({ merchantNo }), reReview.configPage),
  ...about('merchant', (merchantNo) => asFile(list({ merchantNo })), reReview.configExport),
  ...about('merchant', (merchantNo) => ({ merchantNo }), reReview.configDetail),
  ...about('merchant', requested, reReview.configTry),
  ...about(
    'merchant',
    (merchantNo) => ({ ...requested(merchantNo), effectiveFrom: '2099-01-01', reason: REASON }),
    reReview.configSave,
  ),
  ...about(
    'merchant',
    (fromMerchantNo) => ({ fromMerchantNo, merchantNos: ['M0001'], effectiveFrom: '2099-01-01', reason: REASON }),
    reReview.configCopy,
  ),
  ...about(
    'merchant',
    (merchantNo) => ({
      fromMerchantNo: 'M0001',
      merchantNos: [merchantNo],
      effectiveFrom: '2099-01-01',
      reason: REASON,
    }),
    reReview.configCopy,
  ),
  ...about('reRules', waiting, reReview.configApprove, reReview.configWithdraw),
  ...about('reRules', (reRules) => ({ ...waiting(reRules), reason: REASON }), reReview.configReject),
];

const steps = [{ stepName: 'Income', answer: null }];
const decisions: readonly Row[] = [
  ...about('order', byOrder, orderAudit.open, orderAudit.borrowerLine, orderAudit.callBorrower),
  ...about('order', (orderNo) => ({ orderNo, content: { remark: 'x', steps } }), orderAudit.draft),
  ...about('order', (orderNo) => ({ orderNo, auditResult: 'REFUSE', steps }), orderAudit.audit),
  ...about('order', (orderNo) => ({ orderNo, steps }), orderAudit.reject),
  ...about('order', (orderNo) => ({ orderNo, approvedAmountCents: 500_000 }), orderAudit.repaymentPreview),
];

const { phone, update, setLanguage, image, ...read } = orderDetail;
const fileCalls = Object.values(read).filter(
  (each): each is (typeof read)['entry'] => typeof each === 'object' && 'summary' in each,
);
const files: readonly Row[] = [
  ...about('order', byOrder, ...fileCalls),
  ...about('order', (orderNo) => ({ orderNo, version: 1, reason: REASON, email: 'a@b.ke' }), update),
  ...about('order', (orderNo) => ({ orderNo, speakingLanguage: 'sw' }), setLanguage),
  ...about('order', (orderNo) => ({ orderNo, purpose: 'CALL_BACK' }), phone).map(revealing),
  ...about(
    'order',
    (subjectNo) => ({ kind: 'order.phone', subjectNo, purpose: 'CALL_BACK' }),
    reveal.value,
    reveal.show,
  ).map(revealing),
  ...nothing('a signature of one viewer and one minute', { token: 'x' }, image),
  ...about('order', (subjectNo) => ({ subjectType: 'order', subjectNo }), file.attachList),
  ...about('attachment', (attachId) => ({ attachId }), file.attachDownload, file.attachDelete),
];
function revealing(row: Row): Row {
  return { ...row, isReveal: true };
}

const { payoutChange, refuseCode } = change.changeFamilies;
const DECISION = { changeNo: 'CR1' };
const changes: readonly Row[] = [
  ...about('changed', (subjectNo) => list({ subjectNo }), payoutChange.page),
  ...about('change', (changeNo) => ({ changeNo }), payoutChange.approve, payoutChange.withdraw),
  ...about('change', (changeNo) => ({ changeNo, reason: REASON }), payoutChange.reject),
  ...nothing('codes of the company', list({}), refuseCode.page),
  ...nothing('codes of the company', { ...ALL_AS_FILE, sort: null }, change.changeExports.refuseCode),
  ...nothing('codes of the company', DECISION, refuseCode.approve, refuseCode.withdraw),
  ...nothing('codes of the company', { ...DECISION, reason: REASON }, refuseCode.reject),
];

export const ROWS: readonly Row[] = [
  ...lists,
  ...personnel,
  ...configuration,
  ...retrievals,
  ...reReviews,
  ...decisions,
  ...files,
  ...changes,
];

const ofModule = (module: object): Endpoint[] =>
  Object.values(module).filter(
    (each): each is Endpoint => typeof each === 'object' && each !== null && 'access' in each,
  );
/** Every endpoint of the eleven pages, whether or not it is in a row. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...[auditAllot, auditOrder, people, reviewConfig, retrieval, reReview].flatMap(ofModule),
  ...[orderAudit, orderDetail, payoutChange, refuseCode].flatMap(ofModule),
];
