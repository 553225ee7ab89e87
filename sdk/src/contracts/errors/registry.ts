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
    en: 'A package can be at most {maxMb} MB. Leave out what its pages do not need.',
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
    en: 'The upload was interrupted and nothing was saved. Send it again.',
    zh: '插件包未传完，未保存任何内容，请重新发送。',
  },
  PLUGIN_OVERRIDE_ORIGIN: {
    code: 5020,
    status: 400,
    en: 'Plugins can only be tried from {allowed}, given as scheme, host and port.',
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
    en: 'At most {max} plugins can be tried at once. Reset one first.',
    zh: '最多同时试用 {max} 个插件，请先重置一个。',
  },
  PLUGIN_OVERRIDE_SERVICE: {
    code: 5023,
    status: 403,
    en: 'The service of a plugin on trial can only be at {allowed}.',
    zh: '试用插件的服务只能位于 {allowed}。',
  },
  PLUGIN_NOT_ISOLATED: {
    code: 5040,
    status: 404,
    en: 'This section does not run in a frame.',
    zh: '此模块不在隔离框架中运行。',
  },
  PLUGIN_NOT_GRANTED: {
    code: 5041,
    status: 403,
    en: '{plugin} has no grant for {what}.',
    zh: '{plugin} 未获授权：{what}。',
  },
  PLUGIN_FRAME_OVER: {
    code: 5042,
    status: 403,
    en: 'This frame is no longer valid. Open the page again.',
    zh: '此框架已失效，请重新打开页面。',
  },
  PLUGIN_ROUTE_UNKNOWN: {
    code: 5043,
    status: 404,
    en: '{plugin} does not declare this route.',
    zh: '{plugin} 未声明此路由。',
  },
  PLUGIN_BACKEND_NOT_CONNECTED: {
    code: 5044,
    status: 503,
    en: 'No service is connected for {plugin}.',
    zh: '{plugin} 尚未连接服务。',
  },
  PLUGIN_BACKEND_FAILED: {
    code: 5045,
    status: 502,
    en: 'Unexpected response from the service of {plugin} ({reason}).',
    zh: '{plugin} 的服务响应异常（{reason}）。',
  },
  PLUGIN_BACKEND_SLOW: {
    code: 5046,
    status: 504,
    en: 'The service of {plugin} did not respond within {seconds} seconds.',
    zh: '{plugin} 的服务在 {seconds} 秒内未响应。',
  },
  PLUGIN_BACKEND_REFUSED: {
    code: 5048,
    status: 422,
    en: '{message}',
    zh: '{message}',
  },
  PLUGIN_BACKEND_RESTING: {
    code: 5047,
    status: 503,
    en: 'The service of {plugin} keeps failing. Next attempt in {seconds} seconds.',
    zh: '{plugin} 的服务持续出错，{seconds} 秒后重试。',
  },
  PLUGIN_MOVED: {
    code: 5030,
    status: 409,
    en: '{plugin} was changed by someone else. Check it again before changing it.',
    zh: '{plugin} 刚刚被他人修改，请重新查看后再操作。',
  },
  PLUGIN_CHANGE_REFUSED: {
    code: 5031,
    status: 409,
    en: 'The registry was not changed: {reason}',
    zh: '注册表未修改：{reason}',
  },
  PLUGIN_PERSON_UNKNOWN: {
    code: 5032,
    status: 404,
    en: 'No user has the login ID or user name {user}.',
    zh: '没有登录账号或用户名为 {user} 的用户。',
  },
} as const satisfies Record<string, CatalogueEntry>;
