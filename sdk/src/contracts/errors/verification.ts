import type { CatalogueEntry } from './catalogue-entry.ts';

/** Verification codes, test users, and the accounts that apps send from. */
export const VERIFICATION_ERRORS = {
  VERIFICATION_SOON: {
    code: 7900,
    status: 409,
    en: 'A code was just sent. Try again in {wait}.',
    zh: '验证码刚刚发送，请 {wait} 后重试',
  },
  VERIFICATION_LIMIT: {
    code: 7901,
    status: 409,
    en: 'Daily limit of codes reached for this number: {limit}',
    zh: '该号码今日验证码已达上限：{limit} 条',
  },
  VERIFICATION_REFUSED: {
    code: 7902,
    status: 409,
    en: 'No code can be sent to this number. Contact customer service.',
    zh: '无法向该号码发送验证码，请联系客服',
  },
  VERIFICATION_CODE_WRONG: {
    code: 7903,
    status: 409,
    en: 'Wrong code. Tries left: {triesLeft}',
    zh: '验证码错误，剩余 {triesLeft} 次',
  },
  VERIFICATION_CODE_OVER: {
    code: 7904,
    status: 409,
    en: 'The code has expired. Request a new one.',
    zh: '验证码已失效，请重新获取',
  },
  VERIFICATION_REVEAL_NEVER: {
    code: 7905,
    status: 409,
    en: 'Codes for signing in are never revealed',
    zh: '登录验证码不可查看',
  },
  TEST_USER_NOT_SANDBOX: {
    code: 7906,
    status: 409,
    en: 'Test users are for sandbox merchants only',
    zh: '仅沙箱商户可设置测试用户',
  },
  TEST_USER_EXPIRY: {
    code: 7907,
    status: 409,
    en: 'The end must be within 30 days from now',
    zh: '失效时间须在 30 天以内',
  },
  TEST_USER_TAKEN: {
    code: 7908,
    status: 409,
    en: 'This number is a test user of the merchant already',
    zh: '该号码已是该商户的测试用户',
  },
} as const satisfies Record<string, CatalogueEntry>;
