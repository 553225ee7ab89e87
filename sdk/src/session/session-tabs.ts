import { isRecord } from '../state/shape.ts';
import { expectNewToken, sessionIdOf } from './session-end.ts';
import { replaceToken, session$ } from './session-store.ts';

// Same origin only: a frame of another publisher has an origin of its own and hears nothing.
const CHANNEL = 'kituo-session';
/** An open tab answers in a few milliseconds; without one there is nobody to wait for. */
const ANSWER_MS = 250;

let channel: BroadcastChannel | undefined;

const textOf = (message: unknown, name: string): string | null => {
  const value: unknown = isRecord(message) ? message[name] : undefined;
  return typeof value === 'string' ? value : null;
};

/**
 * Asks the open tabs for the token of a session that the document's cookie names. Null where none of them has it:
 * the cookie alone signs nobody in.
 */
export function askTabsForToken(sessionId: string, within = ANSWER_MS): Promise<string | null> {
  return new Promise((resolve) => {
    const asking = new BroadcastChannel(CHANNEL);
    const end = (token: string | null): void => {
      clearTimeout(timer);
      asking.close();
      resolve(token);
    };
    const timer = setTimeout(() => end(null), within);
    asking.onmessage = ({ data }: MessageEvent<unknown>) => {
      const token = textOf(data, 'token');
      if (token !== null && sessionIdOf(token) === sessionId) end(token);
    };
    asking.postMessage({ wanted: sessionId });
  });
}

/** Hands this tab's session to tabs opened beside it, and follows a token that one of them replaced. */
export function shareSession(): () => void {
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { token } = session$.value;
    if (token === null) return;
    if (textOf(data, 'wanted') === sessionIdOf(token)) channel?.postMessage({ token });
    if (textOf(data, 'renewing') === sessionIdOf(token)) expectNewToken(true);
    const replaced = textOf(data, 'replaced');
    if (replaced === null || sessionIdOf(replaced) !== sessionIdOf(token)) return;
    expectNewToken(false);
    replaceToken(replaced);
  };
  return () => {
    channel?.close();
    channel = undefined;
  };
}

/** The same session goes on under a new token, in all of its tabs: `change` has the server replace it. */
export async function renewToken(change: () => Promise<string>): Promise<void> {
  const { token } = session$.value;
  if (token !== null) channel?.postMessage({ renewing: sessionIdOf(token) });
  // Nobody hears a message of its own: calls and the event stream of this tab may be refused meanwhile, too.
  expectNewToken(true);
  try {
    const renewed = await change();
    replaceToken(renewed);
    channel?.postMessage({ replaced: renewed });
  } finally {
    expectNewToken(false);
  }
}
