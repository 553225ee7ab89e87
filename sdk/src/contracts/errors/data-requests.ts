import type { CatalogueEntry } from './catalogue-entry.ts';

/** What customers ask about their personal data. */
export const DATA_REQUEST_ERRORS = {
  DATA_REQUEST_NOT_FOUND: { code: 8150, status: 404, en: 'Data request not found', zh: '数据请求不存在' },
  DATA_REQUEST_OPEN: {
    code: 8151,
    status: 409,
    en: '{requestNo} of this kind is still open',
    zh: '同类请求 {requestNo} 尚未办结',
  },
  DATA_REQUEST_KIND: {
    code: 8152,
    status: 409,
    en: 'This step belongs to another kind of request',
    zh: '该操作不适用于此类请求',
  },
  DATA_REQUEST_DAY: {
    code: 8153,
    status: 409,
    en: 'The day received cannot be in the future',
    zh: '收到日期不能晚于今天',
  },
  DATA_COPY_MISSING: {
    code: 8154,
    status: 409,
    en: 'Make the copy first. A copy is kept for 48 hours.',
    zh: '请先生成数据副本（副本保留 48 小时）',
  },
  ERASURE_LOAN_OPEN: {
    code: 8155,
    status: 409,
    en: 'Personal data cannot be erased while these are open: {what}',
    zh: '以下事项未结清，不能删除个人数据：{what}',
  },
  OBJECTION_LOAN_OPEN: {
    code: 8156,
    status: 409,
    en: 'Contact about open loans cannot be stopped: {what}. Choose marketing only.',
    zh: '存在未结清事项：{what}，不能停止与其相关的联系，请选择仅营销',
  },
} as const satisfies Record<string, CatalogueEntry>;
