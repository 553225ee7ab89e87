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
 * family: 1xxx calls and sessions, 2xxx sign-in, 3xxx people and rights, 4xxx files, 5xxx registry, 7xxx money, 9xxx faults.
 */
export const ERROR_CATALOGUE = {
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
  FORBIDDEN: {
    code: 1003,
    status: 403,
    en: 'You do not have the permission for this.',
    zh: '您没有执行此操作的权限。',
  },
  NOT_FOUND: {
    code: 1004,
    status: 404,
    en: 'Nothing stands at this address.',
    zh: '该地址不存在。',
  },
  METHOD_NOT_ALLOWED: {
    code: 1005,
    status: 405,
    en: 'This address does not answer that method.',
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
    en: 'A command carries an idempotency key.',
    zh: '命令必须携带幂等键。',
  },
  IDEMPOTENCY_KEY_REUSED: {
    code: 1021,
    status: 409,
    en: 'This form was already sent with other content. Reload it and try again.',
    zh: '此表单已以其他内容提交，请重新加载后再试。',
  },
  IN_FLIGHT: {
    code: 1022,
    status: 409,
    en: 'This is being carried out right now. Wait a moment.',
    zh: '操作正在执行中，请稍候。',
  },
  STALE: {
    code: 1023,
    status: 409,
    en: 'Somebody changed this meanwhile. Reload and try again.',
    zh: '数据已被他人修改，请刷新后重试。',
  },
  ILLEGAL_TRANSITION: {
    code: 1024,
    status: 409,
    en: 'Not possible from its present state.',
    zh: '当前状态不允许此操作。',
  },
  TOO_MANY_REQUESTS: {
    code: 1029,
    status: 429,
    en: 'Too many requests. Try again in {wait}.',
    zh: '请求过于频繁，请在 {wait} 后重试。',
  },

  LOGIN_WRONG: {
    code: 2001,
    status: 401,
    en: 'The user name or the password is wrong.',
    zh: '用户名或密码错误。',
  },
  LOGIN_FROZEN: { code: 2002, status: 403, en: 'This account is frozen.', zh: '该账号已被冻结。' },
  LOGIN_LOCKED: { code: 2003, status: 429, en: 'Try again in {wait}.', zh: '请在 {wait} 后重试。' },
  SLIDER_REQUIRED: {
    code: 2010,
    status: 400,
    en: 'Complete the slider check first.',
    zh: '请先完成滑块验证。',
  },
  SLIDER_EXPIRED: {
    code: 2011,
    status: 400,
    en: 'The slider check has expired. Slide again.',
    zh: '滑块验证已过期，请重新滑动。',
  },
  SLIDER_MISSED: {
    code: 2012,
    status: 400,
    en: 'Not quite. Slide again.',
    zh: '未对齐，请重新滑动。',
  },
  SLIDER_ANSWER_WRONG: {
    code: 2013,
    status: 400,
    en: 'That is not the answer. Here is another question.',
    zh: '答案不正确，请回答新的问题。',
  },
  PASSWORD_UPDATE_REQUIRED: {
    code: 2020,
    status: 403,
    en: 'Change your password first.',
    zh: '请先修改密码。',
  },
  PASSWORD_WRONG: {
    code: 2021,
    status: 400,
    en: 'The present password is wrong.',
    zh: '当前密码错误。',
  },
  PASSWORD_POLICY: {
    code: 2022,
    status: 400,
    en: 'The new password does not meet the policy.',
    zh: '新密码不符合密码策略。',
  },
  PASSWORDS_DIFFER: {
    code: 2023,
    status: 400,
    en: 'The two passwords entered are inconsistent',
    zh: '两次输入的密码不一致',
  },
  SIGN_IN_STEP_OVER: {
    code: 2040,
    status: 401,
    en: 'This step took too long or was replaced. Sign in again.',
    zh: '此步骤已超时或已失效，请重新登录。',
  },
  MFA_CODE_WRONG: {
    code: 2041,
    status: 400,
    en: 'That code is wrong. Tries left: {triesLeft}.',
    zh: '验证码错误，剩余 {triesLeft} 次。',
  },
  MFA_CODE_USED: {
    code: 2042,
    status: 400,
    en: 'This code was used before. Wait for the next one. Tries left: {triesLeft}.',
    zh: '该验证码已使用，请等待下一个。剩余 {triesLeft} 次。',
  },
  MFA_CLOCK_AHEAD: {
    code: 2043,
    status: 400,
    en: 'Your phone’s clock is about {offBy} ahead. Set it to automatic time, then use the next code. Tries left: {triesLeft}.',
    zh: '手机时钟快了约 {offBy}，请设为自动时间后使用下一个验证码。剩余 {triesLeft} 次。',
  },
  MFA_CLOCK_BEHIND: {
    code: 2044,
    status: 400,
    en: 'Your phone’s clock is about {offBy} behind. Set it to automatic time, then use the next code. Tries left: {triesLeft}.',
    zh: '手机时钟慢了约 {offBy}，请设为自动时间后使用下一个验证码。剩余 {triesLeft} 次。',
  },
  MFA_QR_EXPIRED: {
    code: 2045,
    status: 409,
    en: 'The security code must be verified within 10 minutes. Refresh the QR code.',
    zh: '安全码须在 10 分钟内完成验证，请刷新二维码。',
  },
  MFA_QR_SPENT: {
    code: 2046,
    status: 409,
    en: 'Five wrong codes were entered for this QR code. Refresh it.',
    zh: '该二维码已输错五次，请刷新。',
  },
  MFA_QR_VOID: {
    code: 2047,
    status: 409,
    en: 'This QR code was replaced by a newer one. Refresh it.',
    zh: '该二维码已被替换，请刷新。',
  },
  RECOVERY_CODE_WRONG: {
    code: 2048,
    status: 400,
    en: 'This is not one of your unused recovery codes. Tries left: {triesLeft}.',
    zh: '不是未使用的恢复码，剩余 {triesLeft} 次。',
  },
  VALIDATE_CODE_WRONG: {
    code: 2050,
    status: 400,
    en: 'That code is wrong. Tries left: {triesLeft}.',
    zh: '验证码错误，剩余 {triesLeft} 次。',
  },
  VALIDATE_CODE_EXPIRED: {
    code: 2051,
    status: 400,
    en: 'The verification code has expired',
    zh: '验证码已过期',
  },
  VALIDATE_CODE_SOON: {
    code: 2052,
    status: 429,
    en: 'Another code can be sent in {wait}.',
    zh: '{wait} 后可重新发送验证码。',
  },
  VALIDATE_CHANNEL_UNAVAILABLE: {
    code: 2053,
    status: 409,
    en: 'No code can be sent there. Choose another way or ask your administrator.',
    zh: '无法向该渠道发送验证码，请选择其他方式或联系管理员。',
  },

  USER_NOT_FOUND: {
    code: 3001,
    status: 404,
    en: 'There is no such user among those you may see.',
    zh: '在您可见范围内没有该用户。',
  },
  LOGIN_ID_TAKEN: {
    code: 3002,
    status: 409,
    en: 'This login id is taken.',
    zh: '该登录账号已被占用。',
  },
  USER_NAME_TAKEN: {
    code: 3003,
    status: 409,
    en: 'This user name is taken.',
    zh: '该用户名已被占用。',
  },
  JOB_NUMBER_TAKEN: {
    code: 3004,
    status: 409,
    en: 'This job number is taken.',
    zh: '该工号已被占用。',
  },
  FREEZE_SELF: {
    code: 3005,
    status: 409,
    en: 'Nobody freezes their own account.',
    zh: '不能冻结自己的账号。',
  },
  LAST_ADMINISTRATOR: {
    code: 3006,
    status: 409,
    en: 'The last administrator cannot be frozen or lose that role.',
    zh: '最后一位管理员不能被冻结或取消角色。',
  },
  GRANT_BEYOND_OWN: {
    code: 3007,
    status: 403,
    en: 'Nobody grants what they do not hold: {what}.',
    zh: '不能授予自己没有的权限：{what}。',
  },
  REFERENCE_UNKNOWN: {
    code: 3008,
    status: 400,
    en: 'One of the chosen values no longer exists.',
    zh: '所选的值已不存在。',
  },
  SELECTION_EMPTY: {
    code: 3009,
    status: 400,
    en: 'Choose at least one row.',
    zh: '请至少选择一行。',
  },
  RESET_SELF: {
    code: 3010,
    status: 409,
    en: 'Nobody resets their own credentials here: change the password from the avatar menu.',
    zh: '不能在此重置自己的凭证，请从头像菜单修改密码。',
  },

  JOB_NOT_FOUND: {
    code: 3030,
    status: 404,
    en: 'There is no such job of yours.',
    zh: '您没有此任务。',
  },
  JOB_FILE_GONE: {
    code: 3031,
    status: 410,
    en: 'This file is gone. Export it again.',
    zh: '文件已失效，请重新导出。',
  },

  IMPORT_UNREADABLE: {
    code: 3040,
    status: 400,
    en: 'This is neither a CSV file in UTF-8 nor an Excel workbook.',
    zh: '文件不是 UTF-8 编码的 CSV 或 Excel 工作簿。',
  },
  IMPORT_COLUMNS: {
    code: 3041,
    status: 400,
    en: 'These columns are missing: {missing}. Start from the template.',
    zh: '缺少列：{missing}。请使用模板。',
  },
  IMPORT_TOO_LONG: {
    code: 3042,
    status: 400,
    en: 'At most {maxRows} rows at a time.',
    zh: '每次最多 {maxRows} 行。',
  },

  DICTIONARY_NOT_FOUND: {
    code: 3050,
    status: 404,
    en: 'There is no such entry.',
    zh: '该字典项不存在。',
  },
  DICTIONARY_REPEATED: {
    code: 3051,
    status: 409,
    en: 'Same-level code or key value repeated',
    zh: '同级编码或键值重复',
  },
  DICTIONARY_FIXED: {
    code: 3052,
    status: 409,
    en: 'These values mirror the system’s states: only words, colour and order may change.',
    zh: '该字典对应系统状态，仅可修改文字、颜色和排序。',
  },
  DICTIONARY_HAS_CHILDREN: {
    code: 3053,
    status: 409,
    en: '{count} entries stand below this one.',
    zh: '该项下有 {count} 个子项。',
  },
  JSON_INVALID: {
    code: 3054,
    status: 400,
    en: 'Invalid JSON: line {line}, column {column}',
    zh: 'JSON 无效：第 {line} 行，第 {column} 列',
  },

  MENU_NOT_FOUND: {
    code: 3160,
    status: 404,
    en: 'There is no such entry.',
    zh: '该菜单项不存在。',
  },
  MENU_PERMS_UNKNOWN: {
    code: 3161,
    status: 400,
    en: 'No such page: the entry would not be shown',
    zh: '页面不存在：该菜单项不会显示',
  },
  MENU_PERMS_TAKEN: {
    code: 3162,
    status: 409,
    en: '“{name}” opens this already',
    zh: '“{name}”已指向此处',
  },
  MENU_NAME_REPEATED: {
    code: 3163,
    status: 409,
    en: 'Same-level name repeated',
    zh: '同级名称重复',
  },
  MENU_CYCLE: {
    code: 3164,
    status: 409,
    en: 'An entry cannot stand below itself',
    zh: '菜单项不能位于自身之下',
  },
  MENU_PARENT: {
    code: 3165,
    status: 409,
    en: 'Entries stand below a catalogue, operations below a page or a catalogue',
    zh: '菜单项须位于目录之下，操作须位于页面或目录之下',
  },
  MENU_HAS_CHILDREN: {
    code: 3166,
    status: 409,
    en: '{count} entries stand below this one. Move or delete them first.',
    zh: '该项下有 {count} 个子项，请先移动或删除。',
  },
  MENU_HELD: {
    code: 3167,
    status: 409,
    en: 'Held by {count} roles: {roles}. Take it from them first.',
    zh: '被 {count} 个角色持有：{roles}。请先从这些角色中移除。',
  },
  MENU_WITHOUT_ROWS: {
    code: 3168,
    status: 409,
    en: 'Only pages have rows to rule.',
    zh: '只有页面可以设置数据规则。',
  },

  CHANGE_NOT_FOUND: {
    code: 3020,
    status: 404,
    en: 'There is no such change among those you may see.',
    zh: '在您可见范围内没有该变更。',
  },
  CHANGE_WAITING: {
    code: 3021,
    status: 409,
    en: 'Change {changeNo} of this waits for a second person already.',
    zh: '该对象已有变更 {changeNo} 等待复核。',
  },
  CHANGE_OWN: {
    code: 3022,
    status: 403,
    en: 'Nobody decides a change they asked for.',
    zh: '不能审核自己提交的变更。',
  },
  DEPT_NOT_FOUND: {
    code: 3080,
    status: 404,
    en: 'There is no such department.',
    zh: '部门不存在。',
  },
  DEPT_NAME_TAKEN: {
    code: 3081,
    status: 409,
    en: 'Same-level name repeated',
    zh: '同级名称重复',
  },
  DEPT_OWN_BRANCH: {
    code: 3082,
    status: 409,
    en: 'A department cannot stand below itself',
    zh: '部门不能放到自己的下级',
  },
  DEPT_SAME_PLACE: {
    code: 3083,
    status: 409,
    en: 'The department stands there already.',
    zh: '部门已在该位置。',
  },
  DEPT_NOT_EMPTY: {
    code: 3084,
    status: 409,
    en: 'Not deleted: {departments} sub-departments and {users} users are still in it. Move them first.',
    zh: '未删除：仍有 {departments} 个下级部门和 {users} 名用户，请先调整。',
  },
  ROLE_NOT_FOUND: { code: 3090, status: 404, en: 'There is no such role.', zh: '角色不存在。' },
  ROLE_NAME_TAKEN: {
    code: 3091,
    status: 409,
    en: 'This role name is taken.',
    zh: '角色名称已存在。',
  },
  ROLE_HELD: {
    code: 3092,
    status: 409,
    en: 'Not deleted: {users} users hold this role. Take it from them first.',
    zh: '未删除：仍有 {users} 名用户持有该角色，请先取消。',
  },
  ROLE_WITHOUT_PAGE: {
    code: 3093,
    status: 400,
    en: 'Choose at least one page',
    zh: '请至少选择一个页面',
  },
  ROLE_ADMINISTRATOR_KEEPS: {
    code: 3094,
    status: 409,
    en: 'The administrator’s role keeps {what}: without it nobody could grant rights.',
    zh: '管理员角色必须保留 {what}，否则无人可以授权。',
  },
  CHANGE_CONCERNS_YOU: {
    code: 3023,
    status: 403,
    en: 'Nobody decides a change that concerns themselves.',
    zh: '不能审核涉及自己的变更。',
  },
  LANGUAGE_NOT_FOUND: {
    code: 3060,
    status: 404,
    en: 'There is no such language.',
    zh: '该语言不存在。',
  },
  LANGUAGE_EXISTS: { code: 3061, status: 409, en: 'Data already exists', zh: '数据已存在' },
  LANGUAGE_IS_DEFAULT: {
    code: 3062,
    status: 409,
    en: 'This is the default language. Make another one the default first.',
    zh: '该语言是默认语言，请先将其他语言设为默认。',
  },
  LANGUAGE_DISABLED: {
    code: 3063,
    status: 409,
    en: 'Only an enabled language can be the default.',
    zh: '只有已启用的语言才能设为默认。',
  },
  LANGUAGE_ENABLED: {
    code: 3064,
    status: 409,
    en: 'Disable the language before deleting it.',
    zh: '请先停用该语言再删除。',
  },
  LANGUAGE_HAS_TEXTS: {
    code: 3065,
    status: 409,
    en: 'This language has {count} texts of its own.',
    zh: '该语言有 {count} 条自己的文本。',
  },
  LANGUAGE_IS_BASE: {
    code: 3066,
    status: 409,
    en: 'Other languages fall back to this one: {names}.',
    zh: '其他语言以该语言为后备：{names}。',
  },
  LANGUAGE_BASE_CYCLE: {
    code: 3067,
    status: 400,
    en: 'These languages would fall back to one another.',
    zh: '语言之间的后备关系会形成循环。',
  },
  TEXT_NOT_FOUND: {
    code: 3068,
    status: 404,
    en: 'No page has a text of this key.',
    zh: '没有页面使用该键的文本。',
  },
  TEXT_PLACEHOLDERS: {
    code: 3069,
    status: 400,
    en: 'The translation must hold exactly these placeholders: {placeholders}',
    zh: '译文必须恰好包含这些占位符：{placeholders}',
  },

  VIEW_NOT_FOUND: { code: 3070, status: 404, en: 'There is no such view.', zh: '该视图不存在。' },
  VIEW_EXISTS: {
    code: 3071,
    status: 409,
    en: 'You have a view of this name already.',
    zh: '您已有同名视图。',
  },
  VIEW_LIMIT: {
    code: 3072,
    status: 409,
    en: 'A list keeps at most {max} views of yours. Delete one first.',
    zh: '每个列表最多保存 {max} 个视图，请先删除一个。',
  },
  FILTER_PERSONAL: {
    code: 3073,
    status: 400,
    en: 'Personal data cannot be part of a view. Save it as a filter first.',
    zh: '视图中不能包含个人数据，请先将其保存为筛选条件。',
  },
  FILTER_NOT_FOUND: {
    code: 3074,
    status: 404,
    en: 'This filter is not yours, or it has expired.',
    zh: '该筛选条件不属于您或已过期。',
  },

  FILE_TOO_LARGE: {
    code: 4001,
    status: 413,
    en: 'File exceeds {maxMb} MB, please reselect',
    zh: '文件超过 {maxMb} MB，请重新选择',
  },
  FILE_TYPE: {
    code: 4002,
    status: 415,
    en: 'Only file formats {formats} supported, please reselect',
    zh: '仅支持 {formats} 格式的文件，请重新选择',
  },
  IMAGE_ONLY: { code: 4003, status: 415, en: 'Only image upload supported', zh: '仅支持上传图片' },
  IMAGE_SIZE: {
    code: 4004,
    status: 413,
    en: 'Image size must be between 1 KB and 10 MB',
    zh: '图片大小必须在 1 KB 到 10 MB 之间',
  },
  UPLOAD_TOKEN: {
    code: 4005,
    status: 403,
    en: 'The upload was not granted or its time is over. Start it again.',
    zh: '上传未获授权或已过期，请重新开始。',
  },
  UPLOAD_CHUNK: {
    code: 4006,
    status: 400,
    en: 'A piece of the file arrived damaged. It will be sent again.',
    zh: '文件分片损坏，将重新发送。',
  },
  UPLOAD_MD5: {
    code: 4007,
    status: 400,
    en: 'The file arrived with other content than was sent. Upload it again.',
    zh: '文件内容校验不一致，请重新上传。',
  },
  ATTACHMENT_NOT_FOUND: {
    code: 4008,
    status: 404,
    en: 'There is no such file.',
    zh: '文件不存在。',
  },

  PLUGIN_FORBIDDEN: {
    code: 5003,
    status: 403,
    en: 'This section is not part of your session.',
    zh: '您的会话不包含此模块。',
  },

  WARNING_NOT_FOUND: {
    code: 6001,
    status: 404,
    en: 'There is no such warning among those you may see.',
    zh: '在您可见范围内没有该警告。',
  },
  WARNING_RESOLVED: {
    code: 6002,
    status: 409,
    en: 'Already resolved by {who}.',
    zh: '已由 {who} 处理。',
  },

  AMOUNT_INVALID: {
    code: 7001,
    status: 400,
    en: 'An amount is a whole number of cents, above 0.',
    zh: '金额必须为大于 0 的整数分。',
  },
  FORM_INCOMPLETE: { code: 7002, status: 400, en: 'The form is incomplete', zh: '表单未填写完整' },
  ZERO_AMOUNT_FIELD: {
    code: 7003,
    status: 400,
    en: 'A field has amount 0',
    zh: '存在金额为 0 的字段',
  },
  SERIAL_NOT_FOUND: { code: 7004, status: 404, en: 'Serial number not found', zh: '流水号不存在' },
  SERIAL_REPEATED: { code: 7005, status: 409, en: 'Serial number repeated', zh: '流水号重复' },
  SERIAL_EQUALS_ORDER_NO: {
    code: 7006,
    status: 400,
    en: 'The serial number cannot be the order number',
    zh: '流水号不能与订单号相同',
  },
  SERIAL_WRITTEN_OFF: {
    code: 7007,
    status: 409,
    en: 'Serial number already written off',
    zh: '流水号已核销',
  },
  WRITTEN_OFF_BY_SYSTEM: {
    code: 7008,
    status: 409,
    en: 'The order has already been written off by the system',
    zh: '订单已被系统自动核销',
  },
  NO_WRITE_OFF_RECORD: {
    code: 7009,
    status: 409,
    en: 'No write-off record exists',
    zh: '不存在核销记录',
  },
  WRITABLE_ZERO: {
    code: 7010,
    status: 409,
    en: 'This flow has 0 writable amount',
    zh: '该流水可核销金额为 0',
  },
  ABOVE_WRITABLE: {
    code: 7011,
    status: 409,
    en: 'More than the writable amount of the flow',
    zh: '超过流水可核销金额',
  },
  BEFORE_LOAN_DATE: {
    code: 7012,
    status: 400,
    en: 'The repayment date cannot be earlier than the disbursement date',
    zh: '还款日期不能早于放款日期',
  },
  BEFORE_DUE_DATE: {
    code: 7013,
    status: 400,
    en: 'This loan can be extended from its due date on',
    zh: '该借款到期日起才可展期',
  },
  PAID_IN_FUTURE: {
    code: 7014,
    status: 400,
    en: 'The repayment time cannot be later than now',
    zh: '还款时间不能晚于当前时间',
  },
  SETTLE_BELOW_LOAN: {
    code: 7015,
    status: 409,
    en: 'Settling needs at least the actual loan amount still owed',
    zh: '结清金额不能低于尚欠的实际借款金额',
  },
  DEDUCTION_NEEDED: {
    code: 7016,
    status: 409,
    en: 'Settling below the payoff amount needs an approved deduction of exactly the gap',
    zh: '低于应还总额结清时，需有金额等于差额且已审批的减免',
  },
  CHOOSE_SETTLE: {
    code: 7017,
    status: 409,
    en: 'The amount already meets settlement, choose settle',
    zh: '金额已满足结清，请选择结清',
  },
  EXTENSION_SHORT: {
    code: 7018,
    status: 409,
    en: 'An extension needs the extension fee and everything due but the principal',
    zh: '展期需付清展期服务费及除本金外的全部应还金额',
  },
  ROLLOVER_MAX: {
    code: 7019,
    status: 409,
    en: 'This loan was extended {count} times, the most it can be',
    zh: '该借款已展期 {count} 次，达到上限',
  },
  EARLIER_BILL_OPEN: {
    code: 7020,
    status: 409,
    en: 'An earlier bill of the order is still open',
    zh: '该订单有更早的账单未结清',
  },
  GENERIC_ONLY: {
    code: 7021,
    status: 409,
    en: 'A charged-off bill takes generic payments only',
    zh: '已核销坏账的账单仅支持通用还款',
  },
  CONFIRMATION_NEEDED: { code: 7022, status: 409, en: 'Confirm this first', zh: '请先确认' },
  SURPLUS_REFUNDED: {
    code: 7023,
    status: 409,
    en: 'The surplus was refunded or is held for a refund',
    zh: '溢缴款已退款或正在退款',
  },
  SUCCESSOR_TOUCHED: {
    code: 7024,
    status: 409,
    en: 'Something was paid or charged on the bill that followed',
    zh: '后续账单已有还款或费用',
  },
  ABOVE_COMPONENT: {
    code: 7025,
    status: 409,
    en: 'More than this part of the bill owes',
    zh: '超过账单该项应还金额',
  },

  DEDUCTION_COMPONENT: {
    code: 7030,
    status: 400,
    en: 'Principal and excise are never waived',
    zh: '本金和消费税不可减免',
  },
  DEDUCTION_ABOVE_COMPONENT: {
    code: 7031,
    status: 409,
    en: 'The waiver is more than the item owes',
    zh: '减免金额超过该项应还金额',
  },
  DEDUCTION_ABOVE_ROLE_CAP: {
    code: 7032,
    status: 403,
    en: 'The waiver is above your limit',
    zh: '减免金额超过您的权限上限',
  },
  MAKER_IS_CHECKER: {
    code: 7033,
    status: 403,
    en: 'Somebody else has to decide this',
    zh: '须由其他人审核',
  },
  COUPON_NOT_USABLE: {
    code: 7034,
    status: 409,
    en: 'This coupon cannot be used on this bill',
    zh: '该优惠券不能用于此账单',
  },

  REFUND_ZERO: { code: 7040, status: 400, en: 'Refund amount cannot be 0', zh: '退款金额不能为 0' },
  REFUND_BELOW_MINIMUM: {
    code: 7041,
    status: 400,
    en: 'Refund amount must not be below {minimum}',
    zh: '退款金额不能低于 {minimum}',
  },
  REFUND_ABOVE_CREDIT: {
    code: 7042,
    status: 409,
    en: 'More than the customer’s credit',
    zh: '超过客户可退余额',
  },
  WHOLE_SHILLINGS: {
    code: 7043,
    status: 400,
    en: 'This channel pays whole shillings',
    zh: '该渠道仅支持整数先令',
  },
  SECOND_CHECK_NEEDED: {
    code: 7044,
    status: 409,
    en: 'Another payee than the payer needs a second checker',
    zh: '收款人非原付款人时需第二人审核',
  },
  VERIFY_FIRST: {
    code: 7045,
    status: 409,
    en: 'Verify the receipt information first',
    zh: '请先核验收款信息',
  },
  REFUND_VERIFICATION_FAILED: {
    code: 7046,
    status: 409,
    en: 'Receipt information verification failed',
    zh: '收款信息核验失败',
  },

  PAYOUT_LIVE: {
    code: 7050,
    status: 409,
    en: 'A payout of this is on its way, was made, or awaits the channel’s answer',
    zh: '该笔已有进行中、已成功或待渠道确认的付款',
  },
  PAYOUT_NOT_FOUND: { code: 7051, status: 404, en: 'There is no such payout', zh: '付款不存在' },
  GATEWAY_MISSING: {
    code: 7052,
    status: 503,
    en: 'The channel for this is not set up here',
    zh: '此环境未配置该渠道',
  },

  JOURNAL_REVERSED: {
    code: 7061,
    status: 409,
    en: 'This entry was reversed already',
    zh: '该分录已冲销',
  },
  REVERSAL_FINAL: {
    code: 7062,
    status: 409,
    en: 'A reversal is not reversed',
    zh: '冲销分录不可再冲销',
  },
  JOURNAL_NOT_FOUND: { code: 7063, status: 404, en: 'There is no such entry', zh: '分录不存在' },

  FAULT: {
    code: 9000,
    status: 500,
    en: 'This failed on our side and was logged. Nothing was changed.',
    zh: '服务器内部错误，已记录，未做任何更改。',
  },
  UNAVAILABLE: {
    code: 9001,
    status: 503,
    en: 'The service is restarting. Try again in a moment.',
    zh: '服务正在重启，请稍后重试。',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** The name of an error in the catalogue. */
export type ErrorName = keyof typeof ERROR_CATALOGUE;
