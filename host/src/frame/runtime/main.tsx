import '../../style/tokens.css';
import '../../style/base.css';
import '../frame-document.css';
import { addTexts } from '@kituo/sdk';
import type { SessionPlugin } from '@kituo/sdk/contracts';
import sdkEnglish from '../../../../sdk/locales/en.json' with { type: 'json' };
import { sharedImportMap } from '../../loading/import-map.ts';
import { readHostApp } from '../../start/app-data.ts';
import { FRAME_READY, type FrameInit } from '../frame-init.ts';
import { shutDoors } from './doors.ts';
import { runFrame } from './run-frame.tsx';

addTexts('sdk', 'en', sdkEnglish);

/** What the server wrote into the frame's document. */
interface Written {
  readonly plugin: SessionPlugin;
  readonly base: string;
}

function isWritten(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && 'plugin' in value && 'base' in value;
}

const app = readHostApp(document);
const written: unknown = JSON.parse(document.getElementById('kituo-frame')?.textContent ?? 'null');
if (!isWritten(written)) throw new Error('The document is no frame of a plugin');
const { plugin, base } = written;

shutDoors(window);
System.addImportMap(
  sharedImportMap(
    Object.fromEntries(Object.entries(app.shared).map(([name, each]) => [name, each.entry])),
  ),
);
// On its way while the console is greeted.
const module = System.import(base + (plugin.files[plugin.entry] ?? ''));
module.catch(() => undefined);

const isInit = (data: unknown): data is FrameInit =>
  typeof data === 'object' && data !== null && 'kituo' in data && data.kituo === 'frame';

function greeted(event: MessageEvent): void {
  const [port] = event.ports;
  if (event.source !== window.parent || port === undefined || !isInit(event.data)) return;
  window.removeEventListener('message', greeted);
  runFrame({ plugin, init: event.data, port, module });
}
window.addEventListener('message', greeted);
window.parent.postMessage(FRAME_READY, '*');
