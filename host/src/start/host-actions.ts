import {
  applyLanguages,
  call,
  changeSettings,
  closeToast,
  confirm,
  endSession,
  hasUnsavedForms,
  resendSettings,
  saveSettings,
  session$,
  showToast,
  watchLeaving,
} from '@kituo/sdk';
import { auth, type HostApp, type UserSettings } from '@kituo/sdk/contracts';
import type { Console } from '../console/console.ts';
import { externalAddress } from '../menu/menu-tree.ts';
import type { HostActions } from '../shell/host-context.ts';
import { hostText } from '../texts.ts';
import type { LanguageChoice } from './language-choice.ts';

const UNDO_MS = 10_000;

export interface ActionParts {
  readonly app: HostApp;
  readonly console: Pick<Console, 'forgetPlace'>;
  readonly languages: LanguageChoice;
}

/** What the shell's parts can do, on top of session and console. */
export function hostActions({ app, console, languages }: ActionParts): Omit<HostActions, 'openOverlay' | 'console'> {
  let undoToast: number | null = null;
  watchLeaving();
  void resendSettings();

  /** What these settings are now; what else is changed meanwhile is not put back with them. */
  const presentOf = (part: Partial<UserSettings>): Partial<UserSettings> =>
    Object.fromEntries(Object.entries(session$.value.settings).filter(([name]) => Object.hasOwn(part, name)));

  async function store(part: Partial<UserSettings>): Promise<void> {
    const before = presentOf(part);
    changeSettings(part);
    if (session$.value.token === null) return;
    try {
      await saveSettings(part);
    } catch {
      changeSettings(before);
      showToast({ type: 4, text: hostText('settings.notStored'), durationMs: 2000 });
    }
  }

  function offerUndo(undo: () => void): void {
    if (undoToast !== null) closeToast(undoToast);
    undoToast = showToast({
      type: 2,
      text: hostText('settings.saved'),
      durationMs: UNDO_MS,
      action: { text: hostText('settings.undo'), onClick: undo },
    });
  }

  async function chooseLanguage(languageCode: string, options?: { readonly offersUndo: boolean }): Promise<void> {
    const before = session$.value.language;
    try {
      await languages.choose(languageCode);
      // Said in the language that was chosen.
      if (options?.offersUndo === true) offerUndo(() => void chooseLanguage(before));
    } catch {
      showToast({ type: 4, text: hostText('settings.notStored'), durationMs: 2000 });
    }
  }

  return {
    version: app.version,
    async changeSettings(part, options) {
      const before = presentOf(part);
      if (options?.offersUndo === true) offerUndo(() => void store(before));
      await store(part);
    },
    chooseLanguage,
    async signOut() {
      if (hasUnsavedForms() && !(await confirmSignOut())) return;
      // Before the event stream tells the end, which may be sooner than the reply.
      console.forgetPlace();
      // The session is over here even if the server cannot be told.
      await call(auth.signOut, {}, { quiet: true }).catch(() => undefined);
      endSession('SIGNED_OUT');
    },
    async openExternal(address) {
      const { language } = session$.value;
      try {
        const { token } = await call(auth.externalToken, { url: address }, { showLoading: false });
        window.open(externalAddress(address, { language, token }), '_blank', 'noopener');
      } catch {
        // `call` has said why; without a token of its own the address is not opened.
      }
    },
  };
}

function confirmSignOut(): Promise<boolean> {
  return confirm({
    title: hostText('leave.signOutTitle'),
    text: hostText('leave.text'),
    confirmText: hostText('person.signOut'),
    intent: 'danger',
  });
}

/** The language that was chosen is no longer offered: the default stands in for it. */
export function notifyReplaced(): void {
  showToast({ type: 3, text: hostText('language.replaced') });
}

/** The languages to choose from before anyone has signed in. */
export async function readLanguages(): Promise<void> {
  try {
    const { isReplaced } = applyLanguages(await call(auth.languageList, {}, { showLoading: false, quiet: true }));
    if (isReplaced) notifyReplaced();
  } catch {
    // Sign-in works without the list; the next start reads it again.
  }
}
