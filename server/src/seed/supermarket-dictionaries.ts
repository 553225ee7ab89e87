import type { DictionaryEntry } from './dictionary-entry.ts';

/** Code lists of the loan supermarket's pages. */
export const SUPERMARKET_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  MARKET_PRODUCT_STATUS: [
    ['DRAFT', 'Draft', '草稿', 'none'],
    ['ON_SHELF', 'On shelf', '已上架', 'success'],
    ['OFF_SHELF', 'Off shelf', '已下架', 'warning'],
  ],
  BILLING_MODE: [
    ['CPA', 'Per approval', '按通过计费', 'none'],
    ['CPS', 'Share of disbursed', '按放款分成', 'none'],
  ],
  LINK_HEALTH: [
    ['UNCHECKED', 'Not checked', '未检测', 'none'],
    ['HEALTHY', 'Healthy', '正常', 'success'],
    ['BROKEN', 'No answer', '无响应', 'danger'],
  ],
  REVIEW_DATA_STATUS: [
    ['OPEN', 'Open', '待确认', 'none'],
    ['CONFIRMED', 'Confirmed', '已确认', 'primary'],
    ['PAID', 'Paid', '已付款', 'success'],
  ],
  REVIEW_SOURCE: [
    ['API', 'Partner', '合作方接口', 'none'],
    ['IMPORT', 'Import', '导入', 'none'],
    ['MANUAL', 'Manual', '手工', 'none'],
  ],
  RECOMMEND_HIDDEN: [
    ['OFF_SHELF', 'Off the shelf', '未上架', 'none'],
    ['PARTNER_OFF', 'Partner disabled', '合作方已停用', 'warning'],
    ['LICENCE', 'Licence expired', '牌照已过期', 'warning'],
    ['LINK_BROKEN', 'Link broken', '链接失效', 'danger'],
    ['CAP', 'Daily limit reached', '已达每日上限', 'warning'],
    ['VIP_LEVEL', 'VIP level too low', '会员等级不足', 'none'],
    ['OVER_MAX', 'Beyond the number shown', '超出展示数量', 'none'],
  ],
  RECOMMEND_SCENE: [
    ['MACHINE_REFUSED', 'Refused by machine', '机审拒绝', 'none'],
    ['REFUSED', 'Refused', '人工拒绝', 'none'],
    ['CREDIT_USED_UP', 'Credit used up', '额度用尽', 'none'],
    ['SETTLED', 'Settled', '已结清', 'none'],
    ['HOME', 'Home', '首页', 'none'],
  ],
  RECOMMEND_ROTATION: [
    ['FIXED', 'As listed', '按列表', 'none'],
    ['BY_APPROVAL', 'By approval rate', '按通过率', 'none'],
  ],
  VIP_SOURCE: [
    ['RULE', 'By rule', '按规则', 'none'],
    ['MANUAL', 'By hand', '人工', 'primary'],
  ],
};
