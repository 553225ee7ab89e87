import { addTexts } from '@kituo/sdk';

/** The namespace of what is said around frames: it comes with them. */
export const FRAME_TEXTS = 'frame';

addTexts(FRAME_TEXTS, 'en', {
  opening: 'Opening the section',
  plugin: '{{name}} {{version}}',
  again: 'Open again',
  stop: 'Stop it',
  file: '{{plugin}} has a file for you: {{file}}',
  save: 'Save',
  silent: {
    title: 'This section is not answering',
    text: 'It has been busy with itself for more than 5 seconds. You can wait, stop it, or go on elsewhere: the rest of the console works as usual.',
  },
  stopped: {
    title: 'The section was stopped',
    text: 'What was not saved in it is lost. The rest of the console works as usual.',
  },
  flooding: {
    title: 'The section was stopped',
    text: 'It sent more messages than a section may. Tell whoever looks after it if this happens again.',
  },
  failed: {
    title: 'This section could not be shown',
    text: 'It did not start, or it broke while it was being drawn. The rest of the console works as usual.',
  },
});
addTexts(FRAME_TEXTS, 'zh', {
  opening: '正在打开模块',
  plugin: '{{name}} {{version}}',
  again: '重新打开',
  stop: '停止',
  file: '{{plugin}} 为您生成了文件：{{file}}',
  save: '保存',
  silent: {
    title: '此模块无响应',
    text: '它已超过 5 秒没有响应。您可以等待、停止它或使用其他页面，控制台的其余部分不受影响。',
  },
  stopped: {
    title: '模块已停止',
    text: '其中未保存的内容已丢失，控制台的其余部分不受影响。',
  },
  flooding: {
    title: '模块已停止',
    text: '它发送的消息超过了允许的数量。如再次出现，请告知其维护者。',
  },
  failed: {
    title: '无法显示此模块',
    text: '它未能启动，或在绘制时出错。控制台的其余部分不受影响。',
  },
});
