import '../../style/tokens.css';
import '../../style/base.css';
import '../frame-document.css';
import { addTexts } from '@kituo/sdk';
import sdkEnglish from '../../../../sdk/locales/en.json' with { type: 'json' };
import { sharedImportMap } from '../../loading/import-map.ts';
import { readHostApp } from '../../start/app-data.ts';
import { FRAME_READY, type FrameInit } from '../frame-init.ts';
import { keepToFrame } from './keep-to-frame.ts';
import { giveSessionStorage } from './memory-storage.ts';
import { addStyles, atHost } from './part-files.ts';
import { runFrame } from './run-frame.tsx';

keepToFrame(window);
addTexts('sdk', 'en', sdkEnglish);

const KIT = '@kituo/sdk/page';

const app = readHostApp(document);
giveSessionStorage(window);
System.addImportMap(
  sharedImportMap(Object.fromEntries(Object.entries(app.shared).map(([name, each]) => [name, each.entry]))),
);

const isInit = (data: unknown): data is FrameInit =>
  typeof data === 'object' && data !== null && 'kituo' in data && data.kituo === 'frame';

function greeted(event: MessageEvent): void {
  const [port] = event.ports;
  if (event.source !== window.parent || port === undefined || !isInit(event.data)) return;
  window.removeEventListener('message', greeted);
  runFrame({ app, init: event.data, port });
}
window.addEventListener('message', greeted);
window.parent.postMessage(FRAME_READY, '*');

/** Begun ahead, it has the time for what nearly every page is made of. */
if (new URLSearchParams(location.search).has('ahead')) {
  System.import(KIT).catch(() => undefined);
  void addStyles(atHost(app.shared[KIT]?.styles ?? []));
}
