import type { CatalogueEntry } from './catalogue-entry.ts';

/** Texts, routes and accounts of the message centre. */
export const MESSAGE_ERRORS = {
  MESSAGE_VARIABLE_UNKNOWN: {
    code: 8210,
    status: 409,
    en: '{variable} is not known at this business node. Did you mean {nearest}?',
    zh: '该业务节点没有变量 {variable}，是否为 {nearest}？',
  },
  MESSAGE_VARIABLE_MISSING: {
    code: 8211,
    status: 409,
    en: 'The text must contain {variable}',
    zh: '文本必须包含 {variable}',
  },
  MESSAGE_LANGUAGE_MISSING: {
    code: 8212,
    status: 409,
    en: 'Content cannot be blank: {language} is missing',
    zh: '内容不能为空：缺少语言 {language}',
  },
  MESSAGE_CHANNEL_NOT_OF_NODE: {
    code: 8213,
    status: 409,
    en: 'This business node does not send over this channel',
    zh: '该业务节点不支持此渠道',
  },
  MESSAGE_TEMPLATE_IN_USE: {
    code: 8214,
    status: 409,
    en: 'An enabled business node sends this template: {node}. Choose another one for it first.',
    zh: '已启用的业务节点正在使用该模板：{node}，请先为其更换模板',
  },
  MESSAGE_TEMPLATE_OF_RULE: {
    code: 8217,
    status: 409,
    en: 'Rule {rule} sends this template. Choose another one for it first.',
    zh: '规则“{rule}”正在使用该模板，请先为其更换模板',
  },
  MESSAGE_NODE_STATUTORY: {
    code: 8215,
    status: 409,
    en: 'This message is required and cannot be switched off',
    zh: '该消息为必发消息，不能停用',
  },
  MESSAGE_TEMPLATE_UNFIT: {
    code: 8216,
    status: 409,
    en: 'Template {template} is disabled, belongs to another node or merchant, or repeats a channel',
    zh: '模板 {template} 已停用、属于其他节点或商户，或渠道重复',
  },
  SMS_ROUTE_NOT_FOUND: { code: 7850, status: 404, en: 'Route not found', zh: '短信路由不存在' },
  SMS_ROUTE_EXISTS: {
    code: 7851,
    status: 409,
    en: 'Route {routeNo} already serves this kind, merchant and network',
    zh: '路由 {routeNo} 已覆盖该短信类型、商户和网络',
  },
  SMS_ROUTE_NOT_IN_FORCE: {
    code: 7852,
    status: 409,
    en: 'No version of this route is in force with an enabled account',
    zh: '该路由没有生效且账户可用的版本',
  },
  SMS_ROUTE_WITHOUT_ACCOUNT: {
    code: 7853,
    status: 409,
    en: 'At least one account of the route must be enabled',
    zh: '路由至少需要一个启用的账户',
  },
  SMS_ACCOUNT_NOT_FOUND: { code: 7854, status: 404, en: 'SMS account not found', zh: '短信账户不存在' },
  SMS_ACCOUNT_EXISTS: { code: 7855, status: 409, en: 'This account code is taken', zh: '账户编码已被使用' },
  SMS_ACCOUNT_KEYLESS: { code: 7856, status: 409, en: 'The account has no API key', zh: '该账户未设置 API 密钥' },
  SMS_BALANCE_UNKNOWN: {
    code: 7867,
    status: 502,
    en: 'The provider did not say what is left: {fault}',
    zh: '服务商未返回余额：{fault}',
  },
  SMS_ACCOUNT_NEEDED: {
    code: 7857,
    status: 409,
    en: 'Route {routeNo} sends verification codes by this account alone. Add another account to it first.',
    zh: '路由 {routeNo} 仅靠此账户发送验证码，请先为其添加其他账户',
  },
  SMS_ACCOUNT_SHARED: {
    code: 7858,
    status: 409,
    en: 'Account {accountCode} cannot serve both verification codes and marketing',
    zh: '账户 {accountCode} 不能同时用于验证码和营销',
  },
  SMS_TEST_NO_PHONE: {
    code: 7859,
    status: 409,
    en: 'Your account has no phone number to send the test to',
    zh: '您的账号没有可接收测试短信的手机号',
  },
} as const satisfies Record<string, CatalogueEntry>;
