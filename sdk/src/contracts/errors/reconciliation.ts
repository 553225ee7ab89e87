import type { CatalogueEntry } from './catalogue-entry.ts';

/** Refusals of reconciliation. */
export const RECONCILIATION_ERRORS = {
  STATEMENT_UNREADABLE: {
    code: 7810,
    status: 400,
    en: 'This is not a statement of M-Pesa or of a bank',
    zh: '该文件不是 M-Pesa 或银行的对账单',
  },
  STATEMENT_OTHER_DAY: {
    code: 7811,
    status: 400,
    en: '{count} lines are of another day, the first {serial}',
    zh: '有 {count} 行不属于该日，首行为 {serial}',
  },
  STATEMENT_KNOWN: {
    code: 7812,
    status: 409,
    en: 'This statement already exists',
    zh: '该对账单已存在',
  },
  DAY_CLOSED: { code: 7813, status: 409, en: 'The day is closed', zh: '该日已关账' },
  DIFFERENCES_OPEN: {
    code: 7814,
    status: 409,
    en: '{count} differences are open',
    zh: '尚有 {count} 项差异未处理',
  },
} as const satisfies Record<string, CatalogueEntry>;
