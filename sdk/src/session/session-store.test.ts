// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { fakeBootstrap, fakeUser } from '../testing/fakes.ts';
import {
  applyBootstrap,
  changeSettings,
  clearSession,
  restoreSession,
  session$,
  startSession,
} from './session-store.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  clearSession();
});

it('keeps each part under the key and in the place of the specification', () => {
  startSession('sid.secret', fakeUser());
  applyBootstrap(fakeBootstrap({ isUpdatePasswordStatus: true }));
  changeSettings({ language: 'zh', sideNavigationIsShow: false });
  expect(Object.keys(sessionStorage).sort()).toEqual(['is_update_password_status', 'token', 'user_info', 'user_menu']);
  expect(Object.keys(localStorage).sort()).toEqual([
    'at_present_app_language',
    'full_path_routes',
    'side_navigation_is_show_status',
    'user_setting_info',
  ]);
});

it('starts with the defaults, English and the graphic flag off', () => {
  localStorage.setItem('user_setting_info', '{"graphicVerificationIsOpenStatus":true,"menuStyle":"crosswise"}');
  const { language, settings } = restoreSession();
  expect(language).toBe('en');
  expect(settings).toMatchObject({
    graphicVerificationIsOpenStatus: false,
    miscellaneousFunctionIsOpenStatus: true,
    menuStyle: 'crosswise',
    sideNavigationIsShow: true,
  });
});

it('survives broken data', () => {
  sessionStorage.setItem('token', 'sid.secret');
  for (const key of ['user_info', 'user_menu', 'is_update_password_status']) sessionStorage.setItem(key, '{oops');
  localStorage.setItem('user_setting_info', '{"menuStyle":"diagonal","pageSize":50}');
  localStorage.setItem('full_path_routes', '{"a":1}');
  const state = restoreSession();
  expect(state).toMatchObject({
    token: 'sid.secret',
    user: null,
    menus: [],
    isUpdatePasswordStatus: false,
  });
  expect(state.settings).toMatchObject({ menuStyle: 'vertical', pageSize: 50 });
  expect([...state.fullPaths]).toEqual([]);
});

it("reads the masking flag as 1 or '1'", () => {
  sessionStorage.setItem('token', 'sid.secret');
  sessionStorage.setItem('user_info', JSON.stringify({ ...fakeUser(), isDesensitization: '1' }));
  expect(restoreSession().user?.isDesensitization).toBe(1);
});

it('falls back to the default language when the stored one is no longer enabled', () => {
  changeSettings({ language: 'sw' });
  applyBootstrap(fakeBootstrap());
  expect(session$.value.language).toBe('en');
});

it('forgets token, person and menu on logout and keeps the language', () => {
  startSession('sid.secret', fakeUser());
  changeSettings({ language: 'zh' });
  clearSession();
  expect([sessionStorage.length, session$.value.token, session$.value.user, session$.value.language]).toEqual([
    0,
    null,
    null,
    'zh',
  ]);
});
