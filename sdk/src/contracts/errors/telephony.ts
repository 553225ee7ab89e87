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
  TELEPHONE_MISSING: {
    code: 8382,
    status: 409,
    en: 'Calls in the browser are not set up',
    zh: '本站未接入浏览器通话',
  },
} as const satisfies Record<string, CatalogueEntry>;
