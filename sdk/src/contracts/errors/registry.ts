import type { CatalogueEntry } from './catalogue-entry.ts';

/** Plugins (5xxx). */
export const REGISTRY_ERRORS = {
  PLUGIN_FORBIDDEN: {
    code: 5003,
    status: 403,
    en: 'This section is not part of your session.',
    zh: '您的会话不包含此模块。',
  },
  PLUGIN_PACKAGE_TOO_LARGE: {
    code: 5010,
    status: 413,
    en: 'A package is at most {maxMb} MB. Leave out what its pages do not need.',
    zh: '插件包最大 {maxMb} MB，请去掉页面不需要的内容。',
  },
  PLUGIN_PACKAGE_REFUSED: {
    code: 5011,
    status: 422,
    en: 'Not published: {what}. {mend}',
    zh: '未发布：{what}。{mend}',
  },
  PLUGIN_VERSION_EXISTS: {
    code: 5012,
    status: 409,
    en: 'Not published: {what}. {mend}',
    zh: '未发布：{what}。{mend}',
  },
  PLUGIN_PUBLISHER_KEY: {
    code: 5013,
    status: 403,
    en: 'Not published: {what}. {mend}',
    zh: '未发布：{what}。{mend}',
  },
  PLUGIN_PACKAGE_BROKEN_OFF: {
    code: 5014,
    status: 400,
    en: 'The upload ended before the whole package was here. Nothing was kept: send it again.',
    zh: '插件包未传完，未保存任何内容，请重新发送。',
  },
  PLUGIN_OVERRIDE_ORIGIN: {
    code: 5020,
    status: 400,
    en: 'Plugins are tried from {allowed} alone, given as scheme, host and port.',
    zh: '只能从 {allowed} 试用插件，请填写协议、主机和端口。',
  },
  PLUGIN_OVERRIDE_PATH: {
    code: 5021,
    status: 409,
    en: 'The page {path} belongs to {plugin}. Choose another path in plugin.json.',
    zh: '页面 {path} 属于 {plugin}，请在 plugin.json 中更换路径。',
  },
  PLUGIN_OVERRIDE_MANY: {
    code: 5022,
    status: 409,
    en: 'At most {max} plugins are tried at once. Reset one first.',
    zh: '最多同时试用 {max} 个插件，请先重置一个。',
  },
} as const satisfies Record<string, CatalogueEntry>;
