import { addTexts } from '@kituo/sdk';
import { useTextsOf } from '../texts.ts';

// Loaded with a trial alone: the start of everybody else does not carry them.
const NAMESPACE = 'host-trial';

const en = {
  title: 'Plugin of your own',
  text: 'Try a plugin from your machine in this session. Start it with “kituo-plugin dev”, then give its address.',
  plugin: 'Plugin',
  pluginHint: '“name” in its plugin.json',
  origin: 'Address',
  originHint: 'Scheme, host and port, such as http://localhost:4400',
  blank: 'Content cannot be blank',
  start: 'Try it for 60 minutes',
  recorded: 'The page reloads. That you try it is recorded.',
  failed: 'That did not work. Check the network and try again.',
  unsavedTitle: 'Reload the page?',
  unsavedText: 'A form is half filled. What you typed is kept and offered again after the reload.',
  reload: 'Reload',
  banner: 'On trial',
  running: '{{plugin}} comes from {{origin}} until {{until}}.',
  starting: '{{plugin}} is being fetched from {{origin}}.',
  rebuilt: 'Build {{build}}, on screen after {{ms}} ms.',
  unreachable:
    '{{origin}} does not answer. Until it does, {{plugin}} stays as it is. Start “kituo-plugin dev”, or reset.',
  broken: 'Not renewed. {{reason}}',
  refused: '{{plugin}} cannot be tried: {{reason}}',
  crashed: 'Its page failed. Mend it and save, or reset to the published version.',
  over: 'The trial of {{plugin}} is over. Finish your form, then reload.',
  reset: 'Reset',
  openPage: 'Open {{page}}',
};

const zh: typeof en = {
  title: '自有插件',
  text: '在本次会话中试用您电脑上的插件。先运行 “kituo-plugin dev”，再填写其地址。',
  plugin: '插件',
  pluginHint: 'plugin.json 中的 “name”',
  origin: '地址',
  originHint: '协议、主机和端口，例如 http://localhost:4400',
  blank: '内容不能为空',
  start: '试用 60 分钟',
  recorded: '页面将重新加载，试用会被记录。',
  failed: '操作未成功，请检查网络后重试。',
  unsavedTitle: '重新加载页面？',
  unsavedText: '有表单尚未填完。已填内容会保留，重新加载后可继续。',
  reload: '重新加载',
  banner: '试用中',
  running: '{{plugin}} 来自 {{origin}}，至 {{until}}。',
  starting: '正在从 {{origin}} 获取 {{plugin}}。',
  rebuilt: '第 {{build}} 次构建，{{ms}} 毫秒后显示。',
  unreachable: '{{origin}} 没有响应，{{plugin}} 暂时保持原样。请启动 “kituo-plugin dev” 或重置。',
  broken: '未更新。{{reason}}',
  refused: '{{plugin}} 无法试用：{{reason}}',
  crashed: '其页面出错。修改后保存，或重置为已发布的版本。',
  over: '{{plugin}} 的试用已结束。请先完成表单，再重新加载。',
  reset: '重置',
  openPage: '打开 {{page}}',
};

addTexts(NAMESPACE, 'en', en);
addTexts(NAMESPACE, 'zh', zh);

export const useTrialText = () => useTextsOf(NAMESPACE);
