import { call } from '../api/call.ts';
import { newIdempotencyKey } from '../api/idempotency.ts';
import { saveSetting } from '../contracts/staff/auth.contract.ts';
import type { UserSettings } from '../contracts/staff/bootstrap.ts';
import { fullPath } from '../contracts/endpoint.ts';
import { settingsOf } from './session-storage.ts';
import { session$ } from './session-store.ts';
import { forgetUnsent, keepUnsent, unsentSettings } from './unsent-settings.ts';

let isLeaving = false;

/**
 * Sends changed settings to the server. A reload or a closed tab does not lose them: they are sent once
 * more, with the same key, as the page goes and by {@link resendSettings} after it came back.
 *
 * @throws ApiError when they could not be stored
 */
export async function saveSettings(part: Partial<UserSettings>): Promise<void> {
  const idempotencyKey = newIdempotencyKey();
  keepUnsent({ idempotencyKey, part });
  await send(part, idempotencyKey);
}

async function send(part: Partial<UserSettings>, idempotencyKey: string): Promise<void> {
  try {
    await call(saveSetting, part, { showLoading: false, quiet: true, idempotencyKey });
  } catch (error) {
    // The browser cut it off as the page went: that says nothing about the setting.
    if (isLeaving) return;
    forgetUnsent(idempotencyKey);
    throw error;
  }
  forgetUnsent(idempotencyKey);
}

/** Sends what an earlier page of this tab could not hear the end of. What is refused is let go. */
export async function resendSettings(): Promise<void> {
  for (const { part, idempotencyKey } of unsentSettings()) {
    if (session$.value.token === null) return;
    const known = settingsOf(part, session$.value.settings);
    const sound = Object.fromEntries(Object.entries(known).filter(([name]) => name in part));
    await send(sound, idempotencyKey).catch(() => undefined);
  }
}

/** Watches for the page going, with changes still on their way. The result stops it. */
export function watchLeaving(view: Window = window): () => void {
  const leave = (): void => {
    isLeaving = true;
    const { token } = session$.value;
    if (token === null) return;
    for (const { part, idempotencyKey } of unsentSettings()) {
      // Outlives the page, which a call of ours would not.
      void fetch(fullPath(saveSetting), {
        method: saveSetting.method,
        keepalive: true,
        headers: {
          'content-type': 'application/json',
          'auth-token': token,
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify(part),
      }).catch(() => undefined);
    }
  };
  const comeBack = (): void => {
    isLeaving = false;
    void resendSettings();
  };
  const onShow = (event: PageTransitionEvent): void => {
    if (event.persisted) comeBack();
  };
  view.addEventListener('pagehide', leave);
  view.addEventListener('pageshow', onShow);
  return () => {
    view.removeEventListener('pagehide', leave);
    view.removeEventListener('pageshow', onShow);
  };
}
