import type { Choice, Rollout } from '../rollout.ts';
import { rolloutInWords } from './roll-out.ts';

export type ExplainLanguage = 'en' | 'zh';

interface Whom {
  readonly userName: string;
  readonly roles: readonly string[];
}
interface Version {
  readonly name: string;
  readonly version: string;
}
type Elsewhere = Extract<Choice, 'of another role' | 'of another merchant'>;

/** What `explain` says, in the languages of texts that the server makes. Reasons of files stay as they are. */
export interface ExplainWords {
  tries(userName: string, plugin: string, origin: string): string;
  triesUntil: string;
  unreadable(reason: string): string;
  keepsLast: string;
  notInForce(reason: string): string;
  missing(plugin: string, file: string): string;
  noPackage: string;
  disabled(plugin: string, line: string): string;
  switchOn(plugin: string): string;
  undeliverable(one: Version, reason: string): string;
  build(plugin: string): string;
  sign(plugin: string): string;
  withdrawn: string;
  incompatible(one: Version & { readonly sdk: string }, own: string): string;
  frozen(userName: string): string;
  holdsNone(whom: Whom, plugin: string): string;
  oneOf(paths: readonly string[]): string;
  gets(whom: Whom, one: Version, held: number, all: number): string;
  page(path: string, always: boolean): string;
  closed(version: string): string;
  /** The beginning of what follows. */
  rollout(rollout: Rollout): string;
  chosen(place: string): string;
  takenOut(place: string, failed: string, gets: string): string;
  notYet(place: string): string;
  elsewhere(choice: Elsewhere): string;
}

const en: ExplainWords = {
  tries: (userName, plugin, origin) => `${userName} is trying ${plugin} from ${origin} in one of their sessions.`,
  triesUntil: 'The trial ends within the hour or when they reset it. Other sessions follow the registry.',
  unreadable: (reason) => `The registry file cannot be read: ${reason}.`,
  keepsLast: 'The server keeps the last valid registry until it is fixed.',
  notInForce: (reason) => `This file is not in force: ${reason}. Until it is fixed, users keep their current versions.`,
  missing: (plugin, file) => `${plugin} is not in ${file}, so it is not available to anyone.`,
  noPackage: 'It has no package either. Publish or build it first.',
  disabled: (plugin, line) => `${plugin} is disabled (${line}).`,
  switchOn: (plugin) => `Enable it: npm run registry -- enable ${plugin}`,
  undeliverable: ({ name, version }, reason) => `${name} ${version} cannot be delivered: ${reason}.`,
  build: (plugin) =>
    `Rebuild a first-party plugin: npm run build -- ${plugin}. For another publisher, promote another version or have it republished.`,
  sign: () => 'Its publisher must sign it with a key in registry/publishers.',
  withdrawn:
    'The key was withdrawn or was never in registry/publishers, so its packages are not delivered. Promote a version signed with a known key, or disable the plugin.',
  incompatible: ({ name, version, sdk }, own) => `${name} ${version} requires SDK ${sdk}; this host has ${own}.`,
  frozen: (userName) => `${userName} is frozen and cannot sign in.`,
  holdsNone: ({ userName, roles }, plugin) =>
    `${userName} (${roles.join(', ') || 'no role'}) has no page of ${plugin}.`,
  oneOf: (paths) => `Grant one of these pages to one of their roles: ${paths.join(', ')}`,
  gets: ({ userName, roles }, { name, version }, held, all) =>
    `${userName} (${roles.join(', ') || 'no role'}) gets ${name} ${version} with ${held} of ${all} pages.`,
  page: (path, always) => `  ${path}${always ? ' (everyone)' : ''}`,
  closed: (version) =>
    `${version} failed repeatedly in one of their sessions. The console does not open it in that session until it is reloaded.`,
  rollout: (rollout) => `Rollout: ${rolloutInWords(rollout)}. `,
  chosen: (place) => `Included: their position is ${place}.`,
  takenOut: (place, failed, gets) =>
    `Their position is ${place}, but ${failed} failed repeatedly in one of their sessions, which gets ${gets} until they sign in again.`,
  notYet: (place) => `Not included: their position is ${place}.`,
  elsewhere: (choice) => `Not included: they are ${choice}.`,
};

const rolesInChinese = ({ userName, roles }: Whom) => `${userName}（${roles.join('、') || '无角色'}）`;

const zh: ExplainWords = {
  tries: (userName, plugin, origin) => `${userName} 正在自己的一个会话中试用来自 ${origin} 的 ${plugin}。`,
  triesUntil: '试用在一小时内或重置后结束，其他会话仍按注册表加载。',
  unreadable: (reason) => `无法读取注册表文件：${reason}。`,
  keepsLast: '修复之前，服务器沿用上一份有效的注册表。',
  notInForce: (reason) => `以上为文件内容，但该文件未生效：${reason}。修复之前，用户沿用原有版本。`,
  missing: (plugin, file) => `${file} 中没有 ${plugin}，因此无人可用。`,
  noPackage: '也没有它的安装包：须先发布或构建。',
  disabled: (plugin, line) => `${plugin} 已关闭（${line}），无人可用。`,
  switchOn: (plugin) => `启用：npm run registry -- enable ${plugin}`,
  undeliverable: ({ name, version }, reason) => `无法提供 ${name} ${version}：${reason}。`,
  build: (plugin) =>
    `本公司的模块请重新构建：npm run build -- ${plugin}；其他发布者的模块请改用其他版本，或由其重新发布。`,
  sign: () => '须由发布者用 registry/publishers 中登记的密钥签名。',
  withdrawn:
    '该密钥已被撤销，或从未登记在 registry/publishers 中：由它签名的版本无人可用。请改用由已登记密钥签名的版本，或关闭该模块。',
  incompatible: ({ name, version, sdk }, own) => `${name} ${version} 需要 SDK ${sdk}，当前主机为 ${own}。`,
  frozen: (userName) => `${userName} 已被冻结，无法登录。`,
  holdsNone: (whom, plugin) => `${rolesInChinese(whom)}没有 ${plugin} 任何页面的权限。`,
  oneOf: (paths) => `须将以下页面之一授予其角色：${paths.join('、')}`,
  gets: (whom, { name, version }, held, all) =>
    `${rolesInChinese(whom)}可用 ${name} ${version}，共 ${all} 个页面中的 ${held} 个。`,
  page: (path, always) => `  ${path}${always ? '（所有人）' : ''}`,
  closed: (version) => `${version} 在其一个会话中多次失败，该会话重新加载之前不再打开它。`,
  rollout: ({ version, percent = 100, roles, merchants }) => {
    const whom = roles?.length ? `角色 ${roles.join('、')} ` : '所有人';
    const where = merchants?.length ? `（商户 ${merchants.join('、')}）` : '';
    return `灰度版本 ${version} 提供给${whom}${where}的 ${percent}%，`;
  },
  chosen: (place) => `其排位为 ${place}，已选中。`,
  takenOut: (place, failed, gets) =>
    `其排位为 ${place}，但 ${failed} 在其一个会话中多次失败，重新登录之前该会话使用 ${gets}。`,
  notYet: (place) => `其排位为 ${place}，尚未轮到。`,
  elsewhere: (choice) => (choice === 'of another role' ? '其角色不在灰度范围内。' : '其商户不在灰度范围内。'),
};

export const EXPLAIN_WORDS: Readonly<Record<ExplainLanguage, ExplainWords>> = { en, zh };
