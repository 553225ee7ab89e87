import type { CatalogueEntry } from './catalogue-entry.ts';

/** Accounts that apps send messages from. */
export const MESSAGE_ACCOUNT_ERRORS = {
  MESSAGE_ACCOUNT_NOT_FOUND: { code: 7910, status: 404, en: 'Message account not found', zh: '消息账户不存在' },
  MESSAGE_ACCOUNT_EXISTS: { code: 7911, status: 409, en: 'This account code is taken', zh: '账户编码已被使用' },
  MESSAGE_ACCOUNT_KEYLESS: { code: 7912, status: 409, en: 'The account has no key', zh: '该账户未设置密钥' },
  MESSAGE_ACCOUNT_DEFAULT_TAKEN: {
    code: 7913,
    status: 409,
    en: 'Account {accountCode} is already the default of this app and channel',
    zh: '账户 {accountCode} 已是该应用此渠道的默认账户',
  },
  MESSAGE_ACCOUNT_KEY_FORMAT: {
    code: 7914,
    status: 409,
    en: 'Only file formats .json of a service account supported, please reselect',
    zh: '仅支持服务账号的 .json 文件格式，请重新选择',
  },
  MESSAGE_ACCOUNT_EXPIRED: {
    code: 7915,
    status: 409,
    en: 'The key expired on {date}. Save a new one first.',
    zh: '密钥已于 {date} 过期，请先保存新密钥',
  },
  MESSAGE_TEST_NOBODY: {
    code: 7916,
    status: 409,
    en: 'Neither your own number nor a test user’s',
    zh: '该号码既不是您本人的号码，也不是测试用户的号码',
  },
  MESSAGE_TEST_NO_DEVICE: {
    code: 7917,
    status: 409,
    en: 'The app is not on a phone with this number',
    zh: '该号码的手机上没有安装此应用',
  },
  MESSAGE_TEST_NO_EMAIL: {
    code: 7918,
    status: 409,
    en: 'Your account has no e-mail address to send the test to',
    zh: '您的账号没有可接收测试邮件的邮箱',
  },
  MESSAGE_CHANNEL_CLOSED: {
    code: 7919,
    status: 409,
    en: 'No enabled message account on this channel: {channel}',
    zh: '该渠道没有已启用的消息账户：{channel}',
  },
  MESSAGE_ACCOUNT_CHANNEL: {
    code: 7920,
    status: 409,
    en: 'This app does not send over this channel',
    zh: '该应用不支持此渠道',
  },
  MESSAGE_SENDER_UNVERIFIED: {
    code: 7921,
    status: 409,
    en: 'Domain {domain} is not verified. Verify it first.',
    zh: '域名 {domain} 未验证，请先验证',
  },
  MESSAGE_DOMAIN_SILENT: {
    code: 7922,
    status: 503,
    en: 'No name server answers for this domain. Try again later.',
    zh: '该域名的 DNS 服务器无响应，请稍后重试',
  },
} as const satisfies Record<string, CatalogueEntry>;
