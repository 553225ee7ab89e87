import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { couponApplications, templates } from './read.ts';

const CODE = 'operation:couponConfig:audit';
const PAGE = '/AdminContent/OperationSystem/CouponCodeManagement';

/** Templates, and coupons for customers, that somebody else asked for. */
export const couponDecisions: readonly DecisionQueue[] = [
  {
    key: 'couponTemplates',
    title: { en: 'Coupon templates', zh: '优惠券模板' },
    places: [{ page: PAGE, query: 'templateStatus=PENDING', code: CODE }],
    count: async (call) =>
      await countOf(
        templates.query({ templateStatus: 'PENDING' }, call).where('t.makerUserNo', '<>', call.caller.userNo),
      ),
  },
  {
    key: 'couponApplications',
    title: { en: 'Coupon applications', zh: '优惠券申请' },
    places: [
      { page: PAGE, query: 'tab=applications&applicationStatus=PENDING', code: CODE },
      {
        page: '/AdminContent/CustomerServiceSystem/CustomerServiceCouponAudit',
        query: 'applicationStatus=PENDING&createdAt=any',
        code: 'customerService:coupon:audit',
      },
    ],
    count: async (call) =>
      await countOf(
        couponApplications
          .query({ applicationStatus: 'PENDING' }, call)
          .where('a.applicantUserNo', '<>', call.caller.userNo),
      ),
  },
];
