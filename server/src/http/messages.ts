import { ERROR_CATALOGUE } from '@kituo/sdk/contracts';
import type { ErrorName } from '@kituo/sdk/contracts';
import { shownDay } from '../modules/policy/index.ts';
import type { ErrorFacts } from './app-error.ts';

export type ServerLanguage = 'en' | 'zh';

export function isErrorName(text: string): text is ErrorName {
  return Object.hasOwn(ERROR_CATALOGUE, text);
}

const isDay = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The catalogue's text with its `{facts}` filled in; a day among them reads as days do on the page. */
export function textOfError(error: ErrorName, language: ServerLanguage, facts: ErrorFacts): string {
  return ERROR_CATALOGUE[error][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const fact = String(facts[name] ?? whole);
    return isDay.test(fact) ? shownDay(fact) : fact;
  });
}

/** English sentences of contracts and modules in Chinese. An unlisted sentence stays English. */
const chinese: Readonly<Record<string, string>> = {
  'This is required': '此项必填',
  'Not a valid value': '值无效',
  'Not a number': '不是数字',
  'Not a whole number': '不是整数',
  'Not a text': '不是文本',
  'Not a list': '不是列表',
  'Unknown field': '未知字段',
  'Contains characters that cannot be stored': '包含无法存储的字符',
  'Username cannot be empty': '用户名不能为空',
  'Password cannot be blank': '密码不能为空',
  'The password contains the user name': '密码不能包含用户名',
  'This password is on the list of common passwords': '该密码属于常见密码',
  'Job number format error': '工号格式错误',
  'An import such as users.import': '导入名称，例如 users.import',
  'An integer above 0': '必须为大于 0 的整数',
  'Content cannot be blank': '内容不能为空',
  'All options must be filled': '请填写所有选项',
  'Please check the phone number first': '请先校验手机号',
  'Certificate cannot be empty': '凭证不能为空',
  'Not a date': '日期格式错误',
  'Only letters, digits, dot, dash and underscore': '只能包含字母、数字、点、短横线和下划线',
  '254 and 9 digits, such as 254712345678': '254 加 9 位数字，例如 254712345678',
  'Not an e-mail address': '邮箱格式错误',
  '2 to 6 digits': '2 至 6 位数字',
  'Digits only': '只能输入数字',
  'Six digits': '应为六位数字',
  'Whole shillings only': '仅限整数先令',
  'Does not fit what you said of the payout type': '与所选的收款方式变更不符',
  '6 to 20 digits': '6 至 20 位数字',
  '4 to 64 letters and digits, also @ . _ + -': '4 至 64 位字母和数字，可含 @ . _ + -',
  'Not of this payout type': '与该收款方式不符',
  '7 to 9 digits, such as 23456789': '7 至 9 位数字，例如 23456789',
  'Not below 0': '不能小于 0',
  'An MD5 in 32 lower-case hex digits': 'MD5 应为 32 位小写十六进制数字',
  'A dictionary key such as USER_STATUS': '字典键，例如 USER_STATUS',
  'An icon such as people': '图标名称，例如 people',
  'An address that begins with https://': '以 https:// 开头的地址',
  'A page such as /AdminContent/UserSystem/UserManagement':
    '页面路径，例如 /AdminContent/UserSystem/UserManagement',
  'An operation such as user:user:add': '操作权限，例如 user:user:add',
  'A catalogue opens nothing itself': '目录本身不打开任何页面',
  'Fixed once saved': '保存后不可修改',
  'Only external entries have an address': '只有外部链接才有地址',
  'A time within the next 7 days': '请选择 7 天以内的时间',
  'lower-case letters, digits and dashes': '仅限小写字母、数字和连字符',
  'An address code': '地区代码',
  'A date such as 2026-11-30': '日期，例如 2026-11-30',
  '2 to 4 small letters': '2 至 4 位小写字母',
  'A kind such as user.phone': '类型，例如 user.phone',
  'At most 40 filters': '最多 40 个筛选条件',
  'An order number such as LO0000012345': '订单号，例如 LO0000012345',
  'A class such as A or B1': '等级，例如 A 或 B1',
  'Please choose': '请选择',
  'Above 0': '必须大于 0',
  '7 to 9 digits, such as 12345678': '7 至 9 位数字，例如 12345678',
  'The certificate cannot be empty': '凭证不能为空',
  'Whole numbers only': '只能是整数',
  'Whole days only': '天数只能是整数',
  'Whole minutes only': '分钟数只能是整数',
  'At most 20 languages': '最多 20 种语言',
  'Only letters, digits, dash and underscore': '只能包含字母、数字、短横线和下划线',
  'At most 500 orders': '最多 500 个订单',
  'At least one source': '至少选择一个来源',
  'Minimum days exceed maximum days': '最小天数大于最大天数',
  'At most the daily limit': '不能超过每日上限',
  'At most 1,000 orders at a time': '一次最多 1,000 个订单',
  'Not a point in time': '时间格式错误',
  'The approval time cannot be empty': '审批时间不能为空',
  'The lending time cannot be empty': '放款时间不能为空',
  'Lending time shall not be earlier than the audit date': '放款时间不能早于审核时间',
  'Not in the future': '不能晚于当前时间',
  'Not before the approval': '不得早于审批时间',
  'After its beginning, and to come': '须晚于开始时间且在将来',
  'Approved and rejected are more than applied': '通过与拒绝之和超过申请数',
  'Day and product stay as they are': '日期与产品不可修改',
  '1 to 10': '须为 1 至 10',
  '1 to 90': '须为 1 至 90',
  '1 to 720': '须为 1 至 720',
  '0 to 100': '须为 0 至 100',
  'Somebody has to take them': '至少有一类人员承接案件',
  'A time such as 08:30': '时间格式如 08:30',
  '1 to 3': '须为 1 至 3',
  '60 to 1,440': '须为 60 至 1,440',
  'Later than the beginning': '须晚于开始时间',
  'KES 1 to 250,000': '须为 KES 1 至 250,000',
  'KES 0 to 250,000': '须为 KES 0 至 250,000',
  'Below the highest amount': '须低于最高金额',
  'KES 0 to 50': '须为 KES 0 至 50',
  'KES 0 to 10,000,000': '须为 KES 0 至 10,000,000',
  'Red comes after amber': '红色阈值须大于黄色阈值',
  'A step needs at least one answer': '每个步骤至少需要一个答案',
  'At least one step': '至少需要一个步骤',
  'At most 40 steps': '最多 40 个步骤',
  'At least 1 day': '至少 1 天',
  '7 to 9 digits': '7 至 9 位数字',
  'A code with a refusal, and with nothing else': '拒绝时须填写拒绝码，通过时不得填写',
  'Not below the minimum': '不得低于最小值',
  'A day a term, at least': '每期至少 1 天',
  'Each component once': '每个科目须出现且仅出现一次',
  'The fees eat the payout': '费用超过放款金额',
  'S0 to S5, each from a later day than the one before': 'S0 至 S5，起算天数须逐级递增',
  'The hours end after they begin': '结束时间须晚于开始时间',
};
const patterns: readonly (readonly [RegExp, string])[] = [
  [/^(?:Use a|A)t least (\d+) characters?$/, '至少 $1 个字符'],
  [/^(?:Use a|A)t most (\d+) characters?$/, '最多 $1 个字符'],
  [/^This was one of the last (\d+) passwords$/, '不能使用最近 $1 次用过的密码'],
  [/^At least (\d+) days$/, '至少 $1 天'],
  [/^At most (\d+) days$/, '最多 $1 天'],
  [/^At most (\d+) (?:orders )?at a time$/, '一次最多 $1 个'],
  [/^At least (\d+) minutes$/, '至少 $1 分钟'],
  [/^At most (\d+) minutes$/, '最多 $1 分钟'],
  [/^At least (-?[\d.]+)$/, '不小于 $1'],
  [/^At most (-?[\d.]+)$/, '不大于 $1'],
  [/^(\d+) or more$/, '不小于 $1'],
  [/^Choose at least (\d+)$/, '至少选择 $1 项'],
  [/^Choose at most (\d+)$/, '最多选择 $1 项'],
];

/** A field's message in the caller's language; the name of an error becomes the catalogue's text. */
export function textOfMessage(message: string, language: ServerLanguage): string {
  if (isErrorName(message)) return textOfError(message, language, {});
  if (language === 'en') return message;
  const listed = chinese[message];
  if (listed !== undefined) return listed;
  for (const [pattern, text] of patterns) {
    if (pattern.test(message)) return message.replace(pattern, text);
  }
  return message;
}
