import type { MenuItem, SessionUser, UserSettings } from '../contracts/staff/bootstrap.ts';
import { DEFAULT_SETTINGS } from '../contracts/staff/default-settings.ts';
import { readJson, readText, writeJson, writeText } from '../state/browser-storage.ts';
import { isFlag, isRecord, isText, listOf, nullable, objectOf, oneOf, shaped, type Shape } from '../state/shape.ts';

/** The keys of the spec's section 3, to the letter. */
export const STORAGE_KEYS = {
  token: 'token',
  user: 'user_info',
  menus: 'user_menu',
  isUpdatePasswordStatus: 'is_update_password_status',
  settings: 'user_setting_info',
  sideNavigation: 'side_navigation_is_show_status',
  language: 'at_present_app_language',
  fullPaths: 'full_path_routes',
} as const;

/** What storage holds of a session, with the default in the place of everything broken or absent. */
export interface StoredSession {
  token: string | null;
  user: SessionUser | null;
  menus: MenuItem[];
  isUpdatePasswordStatus: boolean;
  settings: UserSettings;
  /** A language code, or null where none was ever chosen. */
  language: string | null;
  fullPaths: string[];
}

const isUser = objectOf({
  userNo: isText,
  userName: isText,
  realName: isText,
  deptName: nullable(isText),
  // The spec's masking flag may stand there as a text.
  isDesensitization: oneOf(0, 1, '0', '1'),
  roles: listOf(objectOf({ roleNo: isText, roleName: isText })),
  merchants: listOf(objectOf({ merchantNo: isText, merchantName: isText })),
  mfaBound: isFlag,
});
const isMenuItem: Shape<MenuItem> = (value): value is MenuItem => menuItemShape(value);
const menuItemShape = objectOf({
  menuName: isText,
  perms: nullable(isText),
  externalUrl: nullable(isText),
  icon: nullable(isText),
  childList: listOf(isMenuItem),
});

function readUser(): SessionUser | null {
  const user = readJson('session', STORAGE_KEYS.user);
  if (!isUser(user)) return null;
  const { isDesensitization: flag } = user;
  return { ...user, isDesensitization: flag === 1 || flag === '1' ? 1 : 0 };
}

/**
 * The settings that unknown fields say, and `base` where they say nothing or what cannot be: field by
 * field, so that one broken field does not cost the others.
 */
export function settingsOf(fields: Readonly<Record<string, unknown>>, base: UserSettings): UserSettings {
  const field = <Name extends keyof UserSettings>(name: Name, shape: Shape<UserSettings[Name]>): UserSettings[Name] =>
    shaped(shape, fields[name], base[name]);
  return {
    menuStyle: field('menuStyle', oneOf('vertical', 'crosswise')),
    miscellaneousFunctionIsOpenStatus: field('miscellaneousFunctionIsOpenStatus', isFlag),
    graphicVerificationIsOpenStatus: field('graphicVerificationIsOpenStatus', isFlag),
    theme: field('theme', oneOf('light', 'dark', 'system')),
    brand: field('brand', oneOf('kituo', 'savanna', 'ocean')),
    density: field('density', oneOf('compact', 'comfortable')),
    pageSize: field('pageSize', oneOf(20, 50, 100)),
    sideNavigationIsShow: field('sideNavigationIsShow', isFlag),
    language: field('language', nullable(isText)),
  };
}

function readSettings(): UserSettings {
  const stored = readJson('local', STORAGE_KEYS.settings);
  return {
    ...settingsOf(isRecord(stored) ? stored : {}, DEFAULT_SETTINGS),
    graphicVerificationIsOpenStatus: false,
    sideNavigationIsShow: readText('local', STORAGE_KEYS.sideNavigation) !== 'false',
    language: readText('local', STORAGE_KEYS.language),
  };
}

/** Reads the stored session; the graphic verification flag is always reset to off. */
export function readStoredSession(): StoredSession {
  const token = readText('session', STORAGE_KEYS.token);
  const settings = readSettings();
  return {
    token: token === '' ? null : token,
    user: readUser(),
    menus: shaped(listOf(isMenuItem), readJson('session', STORAGE_KEYS.menus), []),
    isUpdatePasswordStatus: readJson('session', STORAGE_KEYS.isUpdatePasswordStatus) === true,
    settings,
    language: settings.language,
    fullPaths: shaped(listOf(isText), readJson('local', STORAGE_KEYS.fullPaths), []),
  };
}

/** Keeps a person's settings in the places the spec names. */
export function writeSettings(settings: UserSettings): void {
  const { sideNavigationIsShow, language, ...rest } = settings;
  writeJson('local', STORAGE_KEYS.settings, rest);
  writeText('local', STORAGE_KEYS.sideNavigation, String(sideNavigationIsShow));
  if (language !== null) writeText('local', STORAGE_KEYS.language, language);
}
