import type { CatalogueEntry } from './catalogue-entry.ts';

/** Money that is let go: waivers, coupons and charge-offs (7xxx). */
export const WAIVERS_ERRORS = {
  DEDUCTION_NEEDED: {
    code: 7016,
    status: 409,
    en: 'Settling below the payoff amount requires an approved waiver for exactly the difference',
    zh: '低于应还总额结清时，需有金额等于差额且已审批的减免',
  },
  DEDUCTION_COMPONENT: {
    code: 7030,
    status: 400,
    en: 'Principal and excise duty cannot be waived',
    zh: '本金和消费税不可减免',
  },
  DEDUCTION_ABOVE_COMPONENT: {
    code: 7031,
    status: 409,
    en: 'The waiver exceeds the amount owed for this item',
    zh: '减免金额超过该项应还金额',
  },
  DEDUCTION_ABOVE_ROLE_CAP: {
    code: 7032,
    status: 403,
    en: 'The waiver exceeds your limit',
    zh: '减免金额超过您的权限上限',
  },
  MAKER_IS_CHECKER: {
    code: 7033,
    status: 403,
    en: 'You cannot approve your own request',
    zh: '须由其他人审核',
  },
  COUPON_NOT_USABLE: {
    code: 7034,
    status: 409,
    en: 'This coupon cannot be used on this bill',
    zh: '该优惠券不能用于此账单',
  },
  DEDUCTION_NOT_FOUND: { code: 7080, status: 404, en: 'Waiver not found', zh: '减免不存在' },
  DEDUCTION_WAITING: {
    code: 7081,
    status: 409,
    en: 'A waiver for this bill is already awaiting approval',
    zh: '该账单已有待处理的减免',
  },
  DEDUCTION_LAPSED: {
    code: 7082,
    status: 409,
    en: 'This waiver has expired. Request a new one.',
    zh: '该减免已失效，请重新申请。',
  },
  CHARGE_OFF_NOT_IN_POOL: {
    code: 7088,
    status: 409,
    en: 'Only cases in the bad-debt pool can be charged off',
    zh: '仅坏账池中的案件可核销损失',
  },
  CANCEL_WAITING: {
    code: 7089,
    status: 409,
    en: 'A request to reverse this is already awaiting approval',
    zh: '已有撤销申请待审核',
  },
  CHARGE_OFF_NOT_FOUND: {
    code: 7083,
    status: 404,
    en: 'Charge-off not found',
    zh: '坏账核销不存在',
  },
  CHARGE_OFF_WAITING: {
    code: 7084,
    status: 409,
    en: 'A charge-off of this loan is already awaiting approval',
    zh: '该贷款已有待复核的坏账核销',
  },
  CHARGED_OFF_SINCE: {
    code: 7087,
    status: 409,
    en: 'The bill has since been charged off. Reverse the charge-off first.',
    zh: '账单此后已核销为坏账，请先撤销坏账核销。',
  },
  COUPON_NOT_FOUND: { code: 7560, status: 404, en: 'Coupon not found', zh: '优惠券不存在' },
  COUPON_TEMPLATE_NOT_FOUND: {
    code: 7561,
    status: 404,
    en: 'Coupon template not found',
    zh: '优惠券模板不存在',
  },
  COUPON_TEMPLATE_OFF: {
    code: 7562,
    status: 409,
    en: 'This coupon template is disabled',
    zh: '该优惠券模板未启用',
  },
  COUPON_PHONES_UNKNOWN: {
    code: 7563,
    status: 400,
    en: '{count} of the numbers do not belong to customers of this merchant',
    zh: '有 {count} 个号码不属于该商户的客户',
  },
  COUPON_APPLICATION_NOT_FOUND: {
    code: 7564,
    status: 404,
    en: 'Coupon application not found',
    zh: '优惠券申请不存在',
  },
  COUPON_HELD: {
    code: 7565,
    status: 409,
    en: 'This coupon is reserved for order {orderNo}',
    zh: '该优惠券已绑定订单 {orderNo}',
  },
  ORDER_HAS_COUPON: {
    code: 7566,
    status: 409,
    en: 'Coupon {couponNo} is already reserved for this order',
    zh: '该订单已绑定优惠券 {couponNo}',
  },
  ORDER_TAKES_NO_COUPON: {
    code: 7567,
    status: 409,
    en: 'This order has ended and accepts no coupons',
    zh: '该订单已结束，不能绑定优惠券',
  },
  COUPON_NOT_HELD: {
    code: 7568,
    status: 409,
    en: 'This coupon is not reserved for an order',
    zh: '该优惠券未绑定订单',
  },
} as const satisfies Record<string, CatalogueEntry>;
