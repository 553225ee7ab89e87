import { ERROR_CATALOGUE } from '@kituo/sdk/contracts';
import type { ErrorName } from '@kituo/sdk/contracts';
import type { ErrorFacts } from './app-error.ts';

export type ServerLanguage = 'en' | 'zh';

export function isErrorName(text: string): text is ErrorName {
  return Object.hasOwn(ERROR_CATALOGUE, text);
}

/** The catalogue's text with its `{facts}` filled in. */
export function textOfError(error: ErrorName, language: ServerLanguage, facts: ErrorFacts): string {
  return ERROR_CATALOGUE[error][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(facts[name] ?? whole),
  );
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
  'Use at least 10 characters': '至少 10 个字符',
  'Use at most 128 characters': '最多 128 个字符',
  'The password contains the user name': '密码不能包含用户名',
  'This password is on the list of common passwords': '该密码属于常见密码',
  'This was one of the last five passwords': '不能使用最近五次用过的密码',
  'Job number format error': '工号格式错误',
  'Content cannot be blank': '内容不能为空',
};
const patterns: readonly (readonly [RegExp, string])[] = [
  [/^At least (\d+) characters?$/, '至少 $1 个字符'],
  [/^At most (\d+) characters?$/, '最多 $1 个字符'],
  [/^At least (-?[\d.]+)$/, '不小于 $1'],
  [/^At most (-?[\d.]+)$/, '不大于 $1'],
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
