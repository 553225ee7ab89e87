import type { DictionaryEntry } from './dictionary-entry.ts';

/** Codes of merchants' service accounts, recharges and charges, in the words of their pages. */
export const MERCHANT_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  RECHARGE_STATUS: [
    ['PENDING', 'Awaiting approval', '待审核', 'warning'],
    ['APPROVED', 'Approved', '已通过', 'success'],
    ['REJECTED', 'Rejected', '已拒绝', 'danger'],
    ['REVERSED', 'Reversed', '已冲正', 'none'],
  ],
  RECHARGE_CHANNEL: [
    ['MPESA', 'M-Pesa', 'M-Pesa', 'none'],
    ['BANK', 'Bank', '银行', 'none'],
  ],
  CONSUMPTION_STATUS: [
    ['CHARGED', 'Charged', '已扣费', 'success'],
    ['REVERSING', 'Reversal awaiting approval', '冲正待审核', 'warning'],
    ['REVERSED', 'Reversed', '已冲正', 'none'],
  ],
  CONSUMPTION_TYPE: [
    ['ORDER_DELIVERED', 'Order delivered', '订单送达', 'none'],
    ['LOAN_DISBURSED', 'Loan disbursed', '放款', 'none'],
    ['DATA_QUERY', 'Data query', '数据查询', 'none'],
    ['SMS_SENT', 'SMS sent', '短信发送', 'none'],
    ['FACE_CHECK', 'Face check', '人脸核验', 'none'],
  ],
  CONSUMPTION_REVERSAL_REASON: [
    ['NOT_DELIVERED', 'Not delivered', '未送达', 'none'],
    ['CHARGED_TWICE', 'Charged twice', '重复扣费', 'none'],
    ['WRONG_PRICE', 'Wrong price', '价格错误', 'none'],
    ['WRONG_MERCHANT', 'Wrong merchant', '商户错误', 'none'],
    ['OTHER', 'Other', '其他', 'none'],
  ],
  MERCHANT_SERVICE: [
    ['ORDER_ACQUIRE', 'Order acquisition', '获客', 'none'],
    ['DATA_QUERY', 'Data query', '数据查询', 'none'],
    ['SMS', 'SMS', '短信', 'none'],
    ['FACE_CHECK', 'Face check', '人脸核验', 'none'],
  ],
  MERCHANT_BILLING: [
    ['PREPAID', 'Prepaid', '预付', 'none'],
    ['CREDIT', 'Credit', '授信', 'primary'],
  ],
  MERCHANT_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  BLACKLIST_LINK: [
    ['DEVICE', 'Same device', '相同设备', 'none'],
    ['ACCOUNT', 'Same account', '相同账户', 'none'],
  ],
  BLACKLIST_SUBJECT: [
    ['PHONE', 'Phone', '手机号', 'none'],
    ['ID_CARD_NO', 'ID number', '身份证号', 'none'],
    ['DEVICE', 'Device', '设备', 'none'],
    ['BANK_ACCOUNT', 'Bank account', '银行账户', 'none'],
  ],
  BLACKLIST_STATE: [
    ['ACTIVE', 'Active', '生效中', 'danger'],
    ['EXPIRED', 'Expired', '已到期', 'none'],
    ['REMOVED', 'Removed', '已移除', 'none'],
  ],
  BLACKLIST_SOURCE: [
    ['MANUAL', 'By hand', '手工添加', 'none'],
    ['IMPORT', 'Import', '导入', 'none'],
  ],
  ARTIFICIAL_BLACKLIST_REASON: [
    ['FRAUD', 'Fraud', '欺诈', 'danger'],
    ['FORGED_DOCUMENTS', 'Forged documents', '伪造材料', 'danger'],
    ['IDENTITY_THEFT', 'Identity theft', '身份盗用', 'danger'],
    ['COURT_ORDER', 'Court order', '法院令', 'warning'],
    ['ABUSE_OF_STAFF', 'Abuse of staff', '辱骂员工', 'warning'],
    ['OTHER', 'Other', '其他', 'none'],
  ],
  COUNT_FROM: [
    ['DISBURSEMENT_DAY', 'Disbursement day', '放款当日', 'none'],
    ['NEXT_DAY', 'Next day', '次日', 'none'],
  ],
  ROLL_RULE: [
    ['NONE', 'Stay', '不调整', 'none'],
    ['NEXT_BUSINESS_DAY', 'Next business day', '顺延至下一营业日', 'primary'],
    ['PREVIOUS_BUSINESS_DAY', 'Previous business day', '提前至上一营业日', 'primary'],
  ],
  DELIVERY_STATUS: [
    ['QUEUED', 'Queued', '排队中', 'primary'],
    ['DELIVERED', 'Delivered', '已送达', 'success'],
    ['REJECTED', 'Rejected', '已拒收', 'warning'],
    ['FAILED', 'Failed', '失败', 'danger'],
  ],
};
