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
} as const satisfies Record<string, CatalogueEntry>;
