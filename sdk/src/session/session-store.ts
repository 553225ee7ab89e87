import type { Bootstrap, Language, MenuItem, SessionUser, UserSettings } from '../contracts/staff/bootstrap.ts';
import { DEFAULT_SETTINGS } from '../contracts/staff/default-settings.ts';
import { writeJson, writeText } from '../state/browser-storage.ts';
import { createValue } from '../state/store.ts';
import type { ReadableValue } from '../state/store.ts';
import { readStoredSession, settingsOf, STORAGE_KEYS, writeSettings } from './session-storage.ts';
import { forgetAllUnsent, unsentSettings } from './unsent-settings.ts';

/** Who is signed in in this tab, and what the server said they may do. */
export interface SessionState {
  /** `<sessionId>.<secret>`, or null when nobody is signed in. */
  readonly token: string | null;
  readonly user: SessionUser | null;
  readonly menus: readonly MenuItem[];
  /** True while only a change of password is possible. */
  readonly isUpdatePasswordStatus: boolean;
  /** Operation codes held. Empty until the bootstrap was read. */
  readonly perms: ReadonlySet<string>;
  /** Lower-cased paths that may be opened. */
  readonly fullPaths: ReadonlySet<string>;
  readonly settings: UserSettings;
  /** The code of the language shown, `ke` included. */
  readonly language: string;
  readonly languages: readonly Language[];
  readonly callSystemChannel: string | null;
  readonly companyCode: string;
}

const SIGNED_OUT = {
  token: null,
  user: null,
  menus: [],
  isUpdatePasswordStatus: false,
  perms: new Set<string>(),
  callSystemChannel: null,
} as const;

// The spec's state starts as zh; start-up replaces it before the first paint.
const state = createValue<SessionState>({
  ...SIGNED_OUT,
  fullPaths: new Set(),
  settings: DEFAULT_SETTINGS,
  language: 'zh',
  languages: [],
  companyCode: '14',
});

/**
 * The session of this tab, as it changes.
 *
 * @example const { user } = useValue(session$);
 */
export const session$: ReadableValue<SessionState> = state;

function change(part: Partial<SessionState>): void {
  state.next({ ...state.value, ...part });
}

/** The stored language if it is enabled, else the default one, else English. */
function chooseLanguage(stored: string | null, languages: readonly Language[]): string {
  if (languages.length === 0) return stored ?? 'en';
  if (stored !== null && languages.some((language) => language.languageCode === stored)) {
    return stored;
  }
  return languages.find((language) => language.isDefault)?.languageCode ?? 'en';
}

/** Start-up: takes token, flags, user, menu, settings and language from storage. Never throws. */
export function restoreSession(): SessionState {
  const stored = readStoredSession();
  change({
    token: stored.token,
    user: stored.token === null ? null : stored.user,
    menus: stored.token === null ? [] : stored.menus,
    isUpdatePasswordStatus: stored.token !== null && stored.isUpdatePasswordStatus,
    fullPaths: new Set(stored.fullPaths),
    settings: stored.settings,
    language: stored.language ?? 'en',
  });
  return state.value;
}

/** Keeps the token and the person of a sign-in that is complete. */
export function startSession(token: string, user: SessionUser): void {
  writeText('session', STORAGE_KEYS.token, token);
  writeJson('session', STORAGE_KEYS.user, user);
  change({ token, user });
}

/** The server does nothing for this session but change its password: kept, so that a reload knows. */
export function demandPasswordUpdate(): void {
  writeJson('session', STORAGE_KEYS.isUpdatePasswordStatus, true);
  change({ isUpdatePasswordStatus: true });
}

/** Replaces the token after a change of password; the session goes on. */
export function replaceToken(token: string): void {
  writeText('session', STORAGE_KEYS.token, token);
  writeJson('session', STORAGE_KEYS.isUpdatePasswordStatus, false);
  change({ token, isUpdatePasswordStatus: false });
}

/** Takes over what `user/bootstrap` said: person, menu, rights, settings, languages. */
export function applyBootstrap(bootstrap: Bootstrap): void {
  const settings: UserSettings = {
    // What is still on its way to the server is newer than what it says.
    ...unsentSettings().reduce((base, { part }) => settingsOf(part, base), bootstrap.settings),
    graphicVerificationIsOpenStatus: state.value.settings.graphicVerificationIsOpenStatus,
    // The person's own choice; this browser's counts for who never made one.
    language: bootstrap.settings.language ?? state.value.settings.language,
  };
  writeJson('session', STORAGE_KEYS.user, bootstrap.user);
  writeJson('session', STORAGE_KEYS.menus, bootstrap.menus);
  writeJson('session', STORAGE_KEYS.isUpdatePasswordStatus, bootstrap.isUpdatePasswordStatus);
  writeJson('local', STORAGE_KEYS.fullPaths, bootstrap.fullPaths);
  writeSettings(settings);
  change({
    user: bootstrap.user,
    menus: bootstrap.menus,
    isUpdatePasswordStatus: bootstrap.isUpdatePasswordStatus,
    perms: new Set(bootstrap.perms),
    fullPaths: new Set(bootstrap.fullPaths),
    settings,
    languages: bootstrap.languages,
    language: chooseLanguage(settings.language, bootstrap.languages),
    callSystemChannel: bootstrap.callSystemChannel,
    companyCode: bootstrap.companyCode,
  });
}

/** The languages that may be chosen; a chosen one that is no longer among them gives way to the default. */
export function applyLanguages(languages: readonly Language[]): { isReplaced: boolean } {
  const language = chooseLanguage(state.value.settings.language, languages);
  const chosen = state.value.settings.language;
  change({ languages, language });
  return { isReplaced: chosen !== null && chosen !== language };
}

/**
 * Changes settings in this browser. Sending them to the server is the caller's.
 *
 * @example changeSettings({ density: 'compact' });
 */
export function changeSettings(part: Partial<UserSettings>): void {
  const settings = { ...state.value.settings, ...part };
  writeSettings(settings);
  change({ settings, language: settings.language ?? state.value.language });
}

/** Forgets token, person and menu, as logout does. Settings, language and paths stay. */
export function clearSession(): void {
  writeText('session', STORAGE_KEYS.token, null);
  writeJson('session', STORAGE_KEYS.user, null);
  writeJson('session', STORAGE_KEYS.menus, null);
  writeJson('session', STORAGE_KEYS.isUpdatePasswordStatus, null);
  forgetAllUnsent();
  change(SIGNED_OUT);
}
