import type { DictionaryEntry } from './dictionary-entry.ts';

/** Coded values of order lists: where applications come from, and how work is assigned. */
export const ORDER_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  INCOMING_CHANNEL: [
    ['APP_ANDROID', 'Android app', '安卓应用', 'none'],
    ['APP_IOS', 'iPhone app', 'iPhone 应用', 'none'],
    ['USSD', 'USSD', 'USSD', 'none'],
    ['PARTNER_API', 'Partner', '合作方接口', 'none'],
  ],
  PROMOTION_CHANNEL: [
    ['ORGANIC', 'Organic', '自然流量', 'none'],
    ['SMS', 'SMS', '短信', 'none'],
    ['GOOGLE_ADS', 'Google Ads', '谷歌广告', 'none'],
    ['FACEBOOK', 'Facebook', '脸书', 'none'],
    ['AGENT', 'Agent', '代理', 'none'],
  ],
  LENDING_CHANNEL: [
    ['MPESA_B2C', 'M-Pesa', 'M-Pesa', 'none'],
    ['BANK_EFT', 'Bank transfer', '银行转账', 'none'],
  ],
  ORDER_DATA_SOURCE: [
    ['OWN', 'Own scoring', '自有评分', 'none'],
    ['CRB', 'Credit bureau', '征信局', 'none'],
    ['PARTNER', 'Partner', '合作方', 'none'],
  ],
  MODEL_LEVEL: [
    ['A', 'A', 'A', 'success'],
    ['B', 'B', 'B', 'primary'],
    ['C', 'C', 'C', 'none'],
    ['D', 'D', 'D', 'warning'],
    ['E', 'E', 'E', 'danger'],
  ],
  ALLOT_MODE: [
    ['AVERAGE', 'Even', '平均分配', 'none'],
    ['BY_CAP', 'By capacity', '按剩余名额', 'none'],
    ['ONE_PERSON', 'One reviewer', '分配给一人', 'none'],
  ],
  AUDIT_RESULT: [
    ['PASS', 'Passed', '通过', 'success'],
    ['REFUSE', 'Declined', '拒绝', 'danger'],
    ['REJECT', 'Returned', '退回', 'warning'],
  ],
};
