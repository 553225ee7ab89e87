/** One entry of the error catalogue. `{name}` in a text is replaced by the error's fact of that name. */
export interface CatalogueEntry {
  /** The number in the reply's `code`; unique, never reused. */
  readonly code: number;
  /** The HTTP status that goes with it. */
  readonly status: number;
  readonly en: string;
  readonly zh: string;
}

/**
 * Every refusal the server can answer. -10 is the spec's "session over"; the rest are numbered by
 * family: 1xxx calls and sessions, 2xxx sign-in, 3xxx people and rights, 4xxx files, 5xxx registry, 9xxx faults.
 */
export const ERROR_CATALOGUE = {
  SESSION_OVER: { code: -10, status: 401, en: 'Your session has ended. Sign in again.', zh: '会话已结束，请重新登录。' },

  BAD_REQUEST: { code: 1000, status: 400, en: 'Some fields need your attention.', zh: '部分字段需要修改。' },
  FORBIDDEN: { code: 1003, status: 403, en: 'You do not have the permission for this.', zh: '您没有执行此操作的权限。' },
  NOT_FOUND: { code: 1004, status: 404, en: 'Nothing stands at this address.', zh: '该地址不存在。' },
  METHOD_NOT_ALLOWED: { code: 1005, status: 405, en: 'This address does not answer that method.', zh: '该地址不支持此方法。' },
  PAYLOAD_TOO_LARGE: { code: 1013, status: 413, en: 'The request is larger than {maxKb} KB.', zh: '请求超过 {maxKb} KB。' },
  IDEMPOTENCY_KEY_MISSING: { code: 1020, status: 400, en: 'A command carries an idempotency key.', zh: '命令必须携带幂等键。' },
  IDEMPOTENCY_KEY_REUSED: { code: 1021, status: 409, en: 'This form was already sent with other content. Reload it and try again.', zh: '此表单已以其他内容提交，请重新加载后再试。' },
  IN_FLIGHT: { code: 1022, status: 409, en: 'This is being carried out right now. Wait a moment.', zh: '操作正在执行中，请稍候。' },
  STALE: { code: 1023, status: 409, en: 'Somebody changed this meanwhile. Reload and try again.', zh: '数据已被他人修改，请刷新后重试。' },
  ILLEGAL_TRANSITION: { code: 1024, status: 409, en: 'Not possible from its present state.', zh: '当前状态不允许此操作。' },
  TOO_MANY_REQUESTS: { code: 1029, status: 429, en: 'Too many requests. Try again in {wait}.', zh: '请求过于频繁，请在 {wait} 后重试。' },

  LOGIN_WRONG: { code: 2001, status: 401, en: 'The user name or the password is wrong.', zh: '用户名或密码错误。' },
  LOGIN_FROZEN: { code: 2002, status: 403, en: 'This account is frozen.', zh: '该账号已被冻结。' },
  LOGIN_LOCKED: { code: 2003, status: 429, en: 'Try again in {wait}.', zh: '请在 {wait} 后重试。' },
  SLIDER_REQUIRED: { code: 2010, status: 400, en: 'Complete the slider check first.', zh: '请先完成滑块验证。' },
  SLIDER_EXPIRED: { code: 2011, status: 400, en: 'The slider check has expired. Slide again.', zh: '滑块验证已过期，请重新滑动。' },
  SLIDER_MISSED: { code: 2012, status: 400, en: 'Not quite. Slide again.', zh: '未对齐，请重新滑动。' },
  PASSWORD_UPDATE_REQUIRED: { code: 2020, status: 403, en: 'Change your password first.', zh: '请先修改密码。' },
  PASSWORD_WRONG: { code: 2021, status: 400, en: 'The present password is wrong.', zh: '当前密码错误。' },
  PASSWORD_POLICY: { code: 2022, status: 400, en: 'The new password does not meet the policy.', zh: '新密码不符合密码策略。' },
  PASSWORDS_DIFFER: { code: 2023, status: 400, en: 'The two passwords entered are inconsistent', zh: '两次输入的密码不一致' },

  USER_NOT_FOUND: { code: 3001, status: 404, en: 'There is no such user among those you may see.', zh: '在您可见范围内没有该用户。' },
  LOGIN_ID_TAKEN: { code: 3002, status: 409, en: 'This login id is taken.', zh: '该登录账号已被占用。' },
  USER_NAME_TAKEN: { code: 3003, status: 409, en: 'This user name is taken.', zh: '该用户名已被占用。' },
  JOB_NUMBER_TAKEN: { code: 3004, status: 409, en: 'This job number is taken.', zh: '该工号已被占用。' },
  FREEZE_SELF: { code: 3005, status: 409, en: 'Nobody freezes their own account.', zh: '不能冻结自己的账号。' },
  LAST_ADMINISTRATOR: { code: 3006, status: 409, en: 'The last administrator cannot be frozen or lose that role.', zh: '最后一位管理员不能被冻结或取消角色。' },
  GRANT_BEYOND_OWN: { code: 3007, status: 403, en: 'Nobody grants what they do not hold: {what}.', zh: '不能授予自己没有的权限：{what}。' },
  REFERENCE_UNKNOWN: { code: 3008, status: 400, en: 'One of the chosen values no longer exists.', zh: '所选的值已不存在。' },
  SELECTION_EMPTY: { code: 3009, status: 400, en: 'Choose at least one row.', zh: '请至少选择一行。' },

  FILE_TOO_LARGE: { code: 4001, status: 413, en: 'File exceeds {maxMb} MB, please reselect', zh: '文件超过 {maxMb} MB，请重新选择' },
  FILE_TYPE: { code: 4002, status: 415, en: 'Only file formats {formats} supported, please reselect', zh: '仅支持 {formats} 格式的文件，请重新选择' },
  IMAGE_ONLY: { code: 4003, status: 415, en: 'Only image upload supported', zh: '仅支持上传图片' },
  IMAGE_SIZE: { code: 4004, status: 413, en: 'Image size must be between 1 KB and 10 MB', zh: '图片大小必须在 1 KB 到 10 MB 之间' },
  UPLOAD_TOKEN: { code: 4005, status: 403, en: 'The upload was not granted or its time is over. Start it again.', zh: '上传未获授权或已过期，请重新开始。' },
  UPLOAD_CHUNK: { code: 4006, status: 400, en: 'A piece of the file arrived damaged. It will be sent again.', zh: '文件分片损坏，将重新发送。' },
  UPLOAD_MD5: { code: 4007, status: 400, en: 'The file arrived with other content than was sent. Upload it again.', zh: '文件内容校验不一致，请重新上传。' },
  ATTACHMENT_NOT_FOUND: { code: 4008, status: 404, en: 'There is no such file.', zh: '文件不存在。' },

  PLUGIN_FORBIDDEN: { code: 5003, status: 403, en: 'This section is not part of your session.', zh: '您的会话不包含此模块。' },

  WARNING_NOT_FOUND: { code: 6001, status: 404, en: 'There is no such warning among those you may see.', zh: '在您可见范围内没有该警告。' },
  WARNING_RESOLVED: { code: 6002, status: 409, en: 'Already resolved by {who}.', zh: '已由 {who} 处理。' },

  FAULT: { code: 9000, status: 500, en: 'This failed on our side and was logged. Nothing was changed.', zh: '服务器内部错误，已记录，未做任何更改。' },
  UNAVAILABLE: { code: 9001, status: 503, en: 'The service is restarting. Try again in a moment.', zh: '服务正在重启，请稍后重试。' },
} as const satisfies Record<string, CatalogueEntry>;

/** The name of an error in the catalogue. */
export type ErrorName = keyof typeof ERROR_CATALOGUE;
