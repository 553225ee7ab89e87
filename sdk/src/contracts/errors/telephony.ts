import type { CatalogueEntry } from './catalogue-entry.ts';

/** Calls in the browser: 8380 and on. */
export const TELEPHONY_ERRORS = {
  CALL_NOT_FOUND: {
    code: 8380,
    status: 404,
    en: 'Call not found',
    zh: '通话不存在',
  },
  CALL_RECORDED: {
    code: 8381,
    status: 409,
    en: 'This call is already recorded',
    zh: '该通话已登记',
  },
  CALL_NOT_REPORTED: {
    code: 8383,
    status: 409,
    en: 'The exchange has not yet reported this call as answered. Save again in a moment.',
    zh: '交换机尚未报告该通话已接听，请稍后再次保存。',
  },
  TELEPHONE_MISSING: {
    code: 8382,
    status: 409,
    en: 'Calls in the browser are not set up',
    zh: '本站未接入浏览器通话',
  },
} as const satisfies Record<string, CatalogueEntry>;
