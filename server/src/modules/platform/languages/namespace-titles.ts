/** What people call the parts that are not sections; a section names itself. */
const TITLES: Readonly<Record<string, { readonly en: string; readonly zh: string }>> = {
  host: { en: 'Console', zh: '控制台' },
  'host-password': { en: 'Password change', zh: '修改密码' },
  'host-settings': { en: 'Settings', zh: '设置' },
  'host-mfa': { en: 'Authenticator and codes', zh: '身份验证' },
  'host-menu-counts': { en: 'Counts in the menu', zh: '菜单计数' },
  'host-network': { en: 'Network notice', zh: '网络提示' },
  'host-frame': { en: 'Sections of others', zh: '外部模块' },
  'host-trial': { en: 'Plugin on trial', zh: '插件试用' },
  sdk: { en: 'Shared parts', zh: '公共部件' },
  page: { en: 'Lists and forms', zh: '列表与表单' },
};

export function titleOfNamespace(namespace: string, lang: string): string {
  const titles = TITLES[namespace];
  return (lang === 'zh' ? titles?.zh : titles?.en) ?? namespace;
}
