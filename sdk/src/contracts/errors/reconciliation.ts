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
  STATEMENT_FAULTY: {
    code: 7106,
    status: 409,
    en: 'Nothing was taken in: {count} parts of the file have errors',
    zh: '对账单未导入：文件中有 {count} 个部分存在错误',
  },
  STATEMENT_LINE: {
    code: 3260,
    status: 400,
    en: 'Line {lineNo} does not follow the format',
    zh: '第 {lineNo} 行不符合格式',
  },
  STATEMENT_COLUMNS: {
    code: 3261,
    status: 400,
    en: 'Missing columns: {columns}. Check the columns saved for the account.',
    zh: '缺少列：{columns}。请检查该账户保存的列设置。',
  },
  STATEMENT_OTHER_ACCOUNT: {
    code: 3262,
    status: 400,
    en: 'The statement belongs to account {account}',
    zh: '该对账单属于账户 {account}',
  },
  STATEMENT_CURRENCY: {
    code: 3263,
    status: 400,
    en: 'The statement is in {currency}, not KES',
    zh: '对账单币种为 {currency}，而非 KES',
  },
  STATEMENT_SUMS: {
    code: 3264,
    status: 400,
    en: 'Opening balance and entries come to {computed}, the closing balance is {closing}',
    zh: '期初余额加各笔分录为 {computed}，而期末余额为 {closing}',
  },
  COLUMNS_AMOUNT: {
    code: 3265,
    status: 400,
    en: 'Enter money in and money out, or one amount column',
    zh: '请填写收入列和支出列，或仅填写一个金额列',
  },
  STATEMENT_DIFFERS: {
    code: 3267,
    status: 409,
    en: '{serial}: {stated} in this file, {kept} before. Check which statement is right.',
    zh: '{serial} 在此文件中为 {stated}，此前为 {kept}。请核对以哪份对账单为准。',
  },
  STATEMENT_NOT_READY: {
    code: 3270,
    status: 409,
    en: 'Nothing was given of this day. Try again later or import the file.',
    zh: '对方尚未提供该日数据，请稍后重试或导入文件',
  },
  CLAIM_CLEARED: {
    code: 3268,
    status: 409,
    en: 'The claim has been paid back',
    zh: '该笔追回款已还清',
  },
  CLAIM_OTHER_MERCHANT: {
    code: 3269,
    status: 409,
    en: 'The payment belongs to another merchant',
    zh: '该笔流水属于其他商户',
  },
  COLUMNS_REPEATED: { code: 3266, status: 400, en: 'This column is already used', zh: '该列已被使用' },
  DAY_CLOSED: { code: 7813, status: 409, en: 'The day is closed', zh: '该日已关账' },
  DIFFERENCES_OPEN: {
    code: 7814,
    status: 409,
    en: '{count} differences are open',
    zh: '尚有 {count} 项差异未处理',
  },
} as const satisfies Record<string, CatalogueEntry>;
