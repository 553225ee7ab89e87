import type { CatalogueEntry } from './catalogue-entry.ts';

/** Money that goes out: refunds, payouts and their channels (7xxx). */
export const PAYOUTS_ERRORS = {
  REFUND_ZERO: { code: 7040, status: 400, en: 'Refund amount cannot be 0', zh: '退款金额不能为 0' },
  REFUND_BELOW_MINIMUM: {
    code: 7041,
    status: 400,
    en: 'Refund amount must not be below {minimum}',
    zh: '退款金额不能低于 {minimum}',
  },
  REFUND_ABOVE_CREDIT: {
    code: 7042,
    status: 409,
    en: 'Exceeds the customer’s credit',
    zh: '超过客户可退余额',
  },
  WHOLE_SHILLINGS: {
    code: 7043,
    status: 400,
    en: 'This channel only pays whole shillings',
    zh: '该渠道仅支持整数先令',
  },
  NET_NOT_PAYABLE: {
    code: 7095,
    status: 400,
    en: 'After fees KES {net} would be paid out, and the channel only pays whole shillings. Approve {nearest}',
    zh: '扣除费用后放款 KES {net}，而渠道仅支持整数先令。请批准 {nearest}',
  },
  SECOND_CHECK_NEEDED: {
    code: 7044,
    status: 409,
    en: 'A payee other than the payer requires another approver',
    zh: '收款人非原付款人时需第二人审核',
  },
  VERIFY_FIRST: {
    code: 7045,
    status: 409,
    en: 'Verify the receipt information first',
    zh: '请先核验收款信息',
  },
  REFUND_VERIFICATION_FAILED: {
    code: 7046,
    status: 409,
    en: 'Receipt information verification failed',
    zh: '收款信息核验失败',
  },
  REFUND_LIVE: {
    code: 7047,
    status: 409,
    en: 'Another refund of this payment is in progress',
    zh: '该笔流水已有进行中的退款',
  },
  IGNORE_NOT_ALLOWED: {
    code: 7048,
    status: 409,
    en: 'Only bank card verification can be ignored',
    zh: '仅银行卡可忽略验证',
  },
  PAYOUT_LIVE: {
    code: 7050,
    status: 409,
    en: 'A payout for this is in progress, completed or awaiting the channel’s response',
    zh: '该笔已有进行中、已成功或待渠道确认的付款',
  },
  NO_ROUTE: {
    code: 7056,
    status: 409,
    en: 'No payout route takes this order now',
    zh: '当前没有可用的放款路由',
  },
  FLOAT_LOW: {
    code: 7057,
    status: 409,
    en: 'The payout accounts of the route have too little left',
    zh: '路由中的放款账户余额不足',
  },
  LIMIT_REACHED: {
    code: 7053,
    status: 409,
    en: 'The merchant’s limit for today is reached. Orders continue, oldest first, after 00:00 EAT or when the limit is raised.',
    zh: '该商户今日放款额度已满；订单将在东非时间 00:00 之后或额度提高后按先后顺序放款',
  },
  ACCOUNT_LIMIT_REACHED: {
    code: 7058,
    status: 409,
    en: 'The payout accounts have reached their limits for today. Orders continue after 00:00 EAT or when a limit is raised.',
    zh: '放款账户今日额度已满；订单将在东非时间 00:00 之后或账户额度提高后继续放款',
  },
  LIMIT_OUTSIDE_PRODUCTS: {
    code: 7054,
    status: 409,
    en: 'The maximum loan must be between KES {least} and KES {most}, as set by the merchant’s products',
    zh: '单笔最高额须在 KES {least} 至 KES {most} 之间，与该商户的产品一致',
  },
  PAYOUT_CONTRADICTED: {
    code: 7055,
    status: 409,
    en: 'The channel contradicts the recorded result of the last payout. Check its statement and resolve the warning before paying again.',
    zh: '渠道的说法与上一笔付款的记录结果相反，请核对渠道账单并处理相应预警后再付款。',
  },
  PAYOUT_NOT_FOUND: { code: 7051, status: 404, en: 'Payout not found', zh: '付款不存在' },
  GATEWAY_MISSING: {
    code: 7052,
    status: 503,
    en: 'No channel is set up for this',
    zh: '此环境未配置该渠道',
  },
  REFUND_NOT_FOUND: { code: 7086, status: 404, en: 'Refund not found', zh: '退款不存在' },
} as const satisfies Record<string, CatalogueEntry>;
