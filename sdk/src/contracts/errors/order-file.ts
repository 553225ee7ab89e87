import type { CatalogueEntry } from './catalogue-entry.ts';

/** An order's file and the decision on it (72xx). */
export const ORDER_FILE_ERRORS = {
  ADDRESS_BOOK_HIDDEN: {
    code: 7210,
    status: 403,
    en: 'Your roles do not show customers’ contacts.',
    zh: '您的角色不能查看客户联系人。',
  },
  ORDER_DETAILS_HIDDEN: {
    code: 7211,
    status: 403,
    en: 'Your roles only show an order’s summary and repayment plan.',
    zh: '您的角色仅可查看订单概要和还款计划。',
  },
  PHONE_OF_ANOTHER: {
    code: 7212,
    status: 409,
    en: 'Customer {customerNo} already has this number',
    zh: '客户 {customerNo} 已使用该号码',
  },
  ID_CARD_OF_ANOTHER: {
    code: 7213,
    status: 409,
    en: 'Customer {customerNo} already has this ID number',
    zh: '客户 {customerNo} 已使用该证件号',
  },
  CUSTOMER_BLACKLISTED: {
    code: 7214,
    status: 409,
    en: 'Blacklisted since {since}: {reason}. Decline the order instead.',
    zh: '自 {since} 起在黑名单中：{reason}。请拒绝该订单。',
  },
  REVIEW_TAKEN_OVER: {
    code: 7215,
    status: 409,
    en: '{who} has had this order since {at}. Your draft is kept for them as a note.',
    zh: '该订单自 {at} 起由 {who} 审核。您填写的内容已作为备注保留给对方。',
  },
  LEASE_ENDED: {
    code: 7216,
    status: 409,
    en: 'This order returned to assignment at {at}',
    zh: '该订单已于 {at} 退回待分配',
  },
  ALREADY_DECIDED: {
    code: 7217,
    status: 409,
    en: '{who} decided this order at {at}',
    zh: '{who} 已于 {at} 对该订单作出决定',
  },
  APPROVED_OUT_OF_BOUNDS: {
    code: 7218,
    status: 409,
    en: 'The approved amount must be above 0 and at most KES {bound}',
    zh: '批准金额必须大于 0 且不超过 KES {bound}',
  },
  APPROVED_BELOW_LIMIT: {
    code: 7225,
    status: 409,
    en: 'This merchant’s minimum for this type is KES {bound}',
    zh: '该商户此类贷款的最低放款额为 KES {bound}',
  },
  FACE_INCONSISTENT: {
    code: 7219,
    status: 409,
    en: 'An order with a face mismatch cannot be approved',
    zh: '人脸不一致的订单不能通过',
  },
  PAYEE_NAME_DIFFERS: {
    code: 7220,
    status: 409,
    en: 'The account is not in the customer’s name',
    zh: '账户姓名与客户姓名不符',
  },
  PAYEE_UNCHANGED: {
    code: 7221,
    status: 409,
    en: 'This is already the payout account',
    zh: '与当前收款账户相同',
  },
  PAYOUT_CHANGE_WAITS: {
    code: 7222,
    status: 409,
    en: 'The payout account change is awaiting approval. No other action is possible until then.',
    zh: '收款方式变更正等待审批，在此之前不能进行其他操作。',
  },
  IMAGE_EXPIRED: {
    code: 7223,
    status: 404,
    en: 'This image link has expired. Open the image again.',
    zh: '图片地址已失效，请重新查看。',
  },
  COOLING_OFF: {
    code: 7224,
    status: 409,
    en: 'The customer can apply again from {from}',
    zh: '客户可于 {from} 起重新申请',
  },
  CONTACT_NOT_ACCEPTED: {
    code: 7226,
    status: 409,
    en: 'This number cannot be an emergency contact',
    zh: '该号码不能作为紧急联系人',
  },
} as const satisfies Record<string, CatalogueEntry>;
