// @vitest-environment jsdom
import { changeSettings, clearSession, restoreSession, session$, startSession } from '@kituo/sdk';
import type { Bootstrap } from '@kituo/sdk/contracts';
import { fakeBootstrap, fakeUser } from '@kituo/sdk/testing';
import { beforeEach, expect, it } from 'vitest';
import { createLanguageChoice } from './language-choice.ts';

let log: string[];
let stored: string | null;
let isStoreDown: boolean;

function bootstrap(language: string | null): Bootstrap {
  const made = fakeBootstrap();
  return { ...made, settings: { ...made.settings, language } };
}

const choice = () =>
  createLanguageChoice({
    prepare: async (language) => void log.push(`prepare ${language}`),
    show: (language) => log.push(`show ${language}`),
    store: async (language) => {
      if (isStoreDown) throw new Error('down');
      log.push(`store ${language}`);
      stored = language;
    },
    refresh: async () => {
      log.push('refresh');
      if (stored !== null) changeSettings({ language: stored });
    },
  });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  clearSession();
  restoreSession();
  log = [];
  stored = null;
  isStoreDown = false;
});

it('stores a choice and reads the menu before anything is shown in it', async () => {
  startSession('s.secret', fakeUser());
  await choice().choose('zh');
  expect(log).toEqual(['prepare zh', 'store zh', 'refresh']);
  expect(session$.value.language).toBe('zh');
});

it('keeps the language when the choice cannot be stored', async () => {
  startSession('s.secret', fakeUser());
  isStoreDown = true;
  await expect(choice().choose('zh')).rejects.toThrow('down');
  expect(session$.value.language).toBe('en');
});

it('stores what was chosen on the sign-in page before the first bootstrap is read, once', async () => {
  await choice().choose('zh');
  expect(log).toEqual(['prepare zh', 'show zh']);
  startSession('s.secret', fakeUser());
  const afterReload = choice();
  await afterReload.read(async () => {
    log.push('read');
    return bootstrap(stored);
  });
  await afterReload.read(async () => bootstrap('zh'));
  expect(log.slice(2)).toEqual(['store zh', 'read']);
});

it('takes the person’s own language over what the browser holds, its texts first', async () => {
  changeSettings({ language: 'zh' });
  await choice().read(async () => bootstrap('en'));
  expect(log).toEqual(['prepare en']);
});

it('stores the browser’s language with a person who never chose one', async () => {
  changeSettings({ language: 'zh' });
  await choice().read(async () => bootstrap(null));
  expect(log).toEqual(['store zh']);
});
