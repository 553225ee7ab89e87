/** Sentences that contracts say about a field, in Chinese. One that is missing here stays English. */
export const SENTENCES_ZH: Readonly<Record<string, string>> = {
  'Content cannot be blank': '内容不能为空',
  'Password cannot be blank': '密码不能为空',
  'Job number format error': '工号格式错误',
  'Only letters, digits, dot, dash and underscore': '只能包含字母、数字、点、短横线和下划线',
  '254 and 9 digits, such as 254712345678': '254 加 9 位数字，例如 254712345678',
  'Not an e-mail address': '不是有效的电子邮箱',
  '2 to 6 digits': '2 至 6 位数字',
  'Digits only': '只能输入数字',
  'Not below 0': '不能小于 0',
};
