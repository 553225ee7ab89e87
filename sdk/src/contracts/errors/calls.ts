import type { CatalogueEntry } from './catalogue-entry.ts';

/** Every call: its request, its idempotency, its session, and faults of ours (1xxx, 9xxx, -10). */
export const CALLS_ERRORS = {
  SESSION_OVER: {
    code: -10,
    status: 401,
    en: 'Your session has ended. Sign in again.',
    zh: '会话已结束，请重新登录。',
  },
  BAD_REQUEST: {
    code: 1000,
    status: 400,
    en: 'Some fields need your attention.',
    zh: '部分字段需要修改。',
  },
  UNREADABLE_REQUEST: {
    code: 1001,
    status: 400,
    en: 'The request could not be read: unexpected address, type or body.',
    zh: '无法读取请求：地址、类型或正文不符合此处的要求。',
  },
  FORBIDDEN: {
    code: 1003,
    status: 403,
    en: 'You do not have permission for this.',
    zh: '您没有执行此操作的权限。',
  },
  NOT_FOUND: {
    code: 1004,
    status: 404,
    en: 'Address not found.',
    zh: '该地址不存在。',
  },
  METHOD_NOT_ALLOWED: {
    code: 1005,
    status: 405,
    en: 'Method not allowed for this address.',
    zh: '该地址不支持此方法。',
  },
  PAYLOAD_TOO_LARGE: {
    code: 1013,
    status: 413,
    en: 'The request is larger than {maxKb} KB.',
    zh: '请求超过 {maxKb} KB。',
  },
  IDEMPOTENCY_KEY_MISSING: {
    code: 1020,
    status: 400,
    en: 'A command requires an idempotency key.',
    zh: '命令必须携带幂等键。',
  },
  IDEMPOTENCY_KEY_REUSED: {
    code: 1021,
    status: 409,
    en: 'This form was already submitted with other content. Reload it and try again.',
    zh: '此表单已以其他内容提交，请重新加载后再试。',
  },
  IN_FLIGHT: {
    code: 1022,
    status: 409,
    en: 'Already in progress. Please wait a moment.',
    zh: '操作正在执行中，请稍候。',
  },
  STALE: {
    code: 1023,
    status: 409,
    en: 'Changed by someone else meanwhile. Reload and try again.',
    zh: '数据已被他人修改，请刷新后重试。',
  },
  ILLEGAL_TRANSITION: {
    code: 1024,
    status: 409,
    en: 'Not possible in its current state.',
    zh: '当前状态不允许此操作。',
  },
  PREVIEW_NOT_OFFERED: {
    code: 1025,
    status: 400,
    en: 'No preview available.',
    zh: '此操作不支持预览。',
  },
  TOO_MANY_REQUESTS: {
    code: 1029,
    status: 429,
    en: 'Too many requests. Try again in {wait}.',
    zh: '请求过于频繁，请在 {wait} 后重试。',
  },
  FAULT: {
    code: 9000,
    status: 500,
    en: 'Something failed on our side and was logged. No changes were made.',
    zh: '服务器内部错误，已记录，未做任何更改。',
  },
  UNAVAILABLE: {
    code: 9001,
    status: 503,
    en: 'The service is restarting. Try again in a moment.',
    zh: '服务正在重启，请稍后重试。',
  },
} as const satisfies Record<string, CatalogueEntry>;
