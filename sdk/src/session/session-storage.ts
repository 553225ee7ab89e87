import * as z from 'zod/mini';
import { menuItem, sessionUser, userSettings } from '../contracts/bootstrap.ts';
import type { MenuItem, SessionUser, UserSettings } from '../contracts/bootstrap.ts';
import { readJson, readText, writeJson, writeText } from '../state/browser-storage.ts';

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

export const DEFAULT_SETTINGS: UserSettings = {
  menuStyle: 'vertical',
  graphicVerificationIsOpenStatus: false,
  miscellaneousFunctionIsOpenStatus: true,
  sideNavigationIsShow: true,
  language: null,
  theme: 'system',
  brand: 'kituo',
  density: 'compact',
  pageSize: 20,
};

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

const storedUser = z.extend(sessionUser, {
  // The spec's masking flag may stand there as a text.
  isDesensitization: z.pipe(
    z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]),
    z.transform((flag): 0 | 1 => (flag === 1 || flag === '1' ? 1 : 0)),
  ),
});
const paths = z.array(z.string());
const menus = z.array(menuItem);

function readUser(): SessionUser | null {
  const parsed = storedUser.safeParse(readJson('session', STORAGE_KEYS.user));
  return parsed.success ? parsed.data : null;
}

function readSettings(): UserSettings {
  const stored = readJson('local', STORAGE_KEYS.settings);
  const fields = typeof stored === 'object' && stored !== null ? stored : {};
  // Field by field, so that one broken field does not cost the others.
  const parsed = userSettings.safeParse({
    ...DEFAULT_SETTINGS,
    ...Object.fromEntries(
      Object.entries(userSettings.shape).flatMap(([name, schema]) => {
        const field = schema.safeParse(Reflect.get(fields, name));
        return field.success ? [[name, field.data]] : [];
      }),
    ),
  });
  const settings = parsed.success ? parsed.data : DEFAULT_SETTINGS;
  return {
    ...settings,
    graphicVerificationIsOpenStatus: false,
    sideNavigationIsShow: readText('local', STORAGE_KEYS.sideNavigation) !== 'false',
    language: readText('local', STORAGE_KEYS.language),
  };
}

/** Reads the stored session; the graphic verification flag is always reset to off. */
export function readStoredSession(): StoredSession {
  const storedMenus = menus.safeParse(readJson('session', STORAGE_KEYS.menus));
  const storedPaths = paths.safeParse(readJson('local', STORAGE_KEYS.fullPaths));
  const token = readText('session', STORAGE_KEYS.token);
  const settings = readSettings();
  return {
    token: token === '' ? null : token,
    user: readUser(),
    menus: storedMenus.success ? storedMenus.data : [],
    isUpdatePasswordStatus: readJson('session', STORAGE_KEYS.isUpdatePasswordStatus) === true,
    settings,
    language: settings.language,
    fullPaths: storedPaths.success ? storedPaths.data : [],
  };
}

/** Keeps a person's settings in the places the spec names. */
export function writeSettings(settings: UserSettings): void {
  const { sideNavigationIsShow, language, ...rest } = settings;
  writeJson('local', STORAGE_KEYS.settings, rest);
  writeText('local', STORAGE_KEYS.sideNavigation, String(sideNavigationIsShow));
  if (language !== null) writeText('local', STORAGE_KEYS.language, language);
}
