import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/bar.css';
import './style/jobs.css';
import './style/shell-states.css';
import './style/menu.css';
import './style/sign-in.css';
import './style/mfa.css';
import './style/overlays.css';
import './style/print.css';
import { beginWith, restoreSession, session$ } from '@kituo/sdk';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { readFirstCalls, readHostApp, readInlinedBootstrap } from './start/app-data.ts';
import { applyAppearance, followSystemTheme } from './start/appearance.ts';
import { readLanguages } from './start/host-actions.ts';
import { showHostTexts } from './start/host-texts.ts';
import { showOwnTexts } from './start/own-texts.ts';
import { startHost, type StartedHost } from './start/start-host.ts';
import { takeOverSession } from './start/take-over-session.ts';

/** How long the first drawing waits for texts of the lender's own, and for the first page. Milliseconds. */
const OWN_TEXTS_MS = 400;
const FIRST_PAGE_MS = 100;

// Before anything is drawn: nothing may flash.
restoreSession();
const showAppearance = () => applyAppearance(session$.value.settings, session$.value.language, window);
showAppearance();
session$.subscribe(showAppearance);
followSystemTheme(window, showAppearance);

const app = readHostApp(document);

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

async function begin(): Promise<void> {
  await takeOverSession(document);
  const written = readInlinedBootstrap(document, session$.value.token);
  // What is on trial is laid over the bootstrap by a part that is read for it alone.
  // Written in the default language for who never chose one; where this browser did, it is read again.
  const isInDefault = written?.settings.language === null && session$.value.settings.language !== null;
  const inlined = isInDefault || written?.overrides ? null : written;
  const texts = showHostTexts(app, inlined?.settings.language ?? session$.value.language);
  const started = startHost(app, texts);
  // The page's files are asked for while the texts are on their way.
  const opened = started.console.start(inlined);
  const first = inlined && readFirstCalls(document);
  // What the document did not bring of the page's first calls is under way while its code is read.
  if (first) beginWith(first);
  if (session$.value.token === null) void readLanguages();
  await draw(started, texts, opened);
}

async function draw(started: StartedHost, texts: Promise<unknown>, opened: Promise<void>): Promise<void> {
  await texts.catch(() => undefined);
  await Promise.all([
    // What was written over the shipped texts is waited for, but not for long.
    Promise.race([showOwnTexts(), pause(OWN_TEXTS_MS)]),
    // A document that carried the page has it in a moment. Drawing the frame without it first, laying it
    // out and painting it, took longer than the moment.
    Promise.race([opened, pause(FIRST_PAGE_MS)]),
  ]);
  const root = document.getElementById('root') ?? document.body.appendChild(rootElement());
  createRoot(root).render(<App {...started} />);
}

function rootElement(): HTMLElement {
  const element = document.createElement('div');
  element.id = 'root';
  return element;
}

void begin();
