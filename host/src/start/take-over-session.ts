import { askTabsForToken, session$, startSession } from '@kituo/sdk';
import { LOGIN_PATH, pathKey } from '../routing/routes.ts';
import { readNamedBootstrap } from './app-data.ts';

/**
 * A tab opened beside others goes on with their session, where the document's cookie names it as live.
 * At the address of the sign-in page itself somebody else may sign in.
 */
export async function takeOverSession(doc: Document): Promise<void> {
  if (session$.value.token !== null || pathKey(doc.location.pathname) === pathKey(LOGIN_PATH)) return;
  const named = readNamedBootstrap(doc);
  const token = named && (await askTabsForToken(named.sessionId));
  if (named && token) startSession(token, named.user);
}
