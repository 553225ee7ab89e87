import { addTexts } from '@kituo/sdk';
import { useTextsOf } from '../texts.ts';

// Loaded a moment after the first page: the start of everybody does not carry them.
const NAMESPACE = 'host-network';

addTexts(NAMESPACE, 'en', {
  title: 'Network',
  gone: 'No network since {{time}}. Nothing can be read or saved.',
  forms:
    'What you typed stays in its form: send it once the network is back, it takes effect once.',
  sending_one: '{{count}} command waits to be sent.',
  sending_other: '{{count}} commands wait to be sent.',
  again: 'Try now',
});
addTexts(NAMESPACE, 'zh', {
  title: '网络',
  gone: '网络自 {{time}} 起中断，暂时无法读取或保存。',
  forms: '已填写的内容保留在表单中，网络恢复后请重新提交，不会重复生效。',
  sending: '有 {{count}} 项操作等待发送。',
  again: '立即重试',
});

export const useNetworkText = () => useTextsOf(NAMESPACE);
