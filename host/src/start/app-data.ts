import { readListedBootstrap } from '@kituo/sdk/contracts';
import type { Bootstrap, FirstCalls, HostApp, ListedBootstrap } from '@kituo/sdk/contracts';

/**
 * The host manifest's browser half, written into the document by the server.
 *
 * @throws Error when it is missing: the document is not one of this server's
 */
export function readHostApp(doc: Document): HostApp {
  const app = readBlock(doc, 'kituo-app');
  if (!isHostApp(app)) throw new Error('The document has no host manifest');
  return app;
}

/**
 * The bootstrap in the document, if it is that of the tab's own session. The document's cookie may
 * name another person's session: each tab has its own token.
 */
export function readInlinedBootstrap(doc: Document, token: string | null): Bootstrap | null {
  const boot = readNamedBootstrap(doc);
  if (token === null || boot === null) return null;
  return boot.sessionId === token.split('.', 1)[0] ? boot : null;
}

/** The bootstrap of the live session that the document's cookie names, whoever sits at this tab. */
export function readNamedBootstrap(doc: Document): Bootstrap | null {
  const boot = readBlock(doc, 'kituo-boot');
  return isBootstrap(boot) ? readListedBootstrap(boot) : null;
}

/** The calls that the document says its page begins with, answered or not; they name their session themselves. */
export function readFirstCalls(doc: Document): FirstCalls | null {
  const first = readBlock(doc, 'kituo-calls');
  return isFirstCalls(first) ? first : null;
}

// The blocks are of the server that answered with the document, which checks them against their
// schemas. Here it is only asked whether they are whole; the schemas' library is not worth its weight.

function isHostApp(value: unknown): value is HostApp {
  return has(value, ['shared', 'locales'], isFilled) && has(value, ['version', 'entry'], isString);
}

function isBootstrap(value: unknown): value is ListedBootstrap {
  return (
    has(value, ['sessionId', 'companyCode', 'perms'], isString) &&
    has(value, ['user', 'settings', 'registry'], isFilled) &&
    has(value, ['menus', 'fullPaths', 'languages'], Array.isArray)
  );
}

function isFirstCalls(value: unknown): value is FirstCalls {
  return has(value, ['sessionId', 'language'], isString) && has(value, ['calls'], Array.isArray);
}

function has(value: unknown, names: readonly string[], test: (part: unknown) => boolean): boolean {
  return isFilled(value) && names.every((name) => test(Reflect.get(value, name)));
}

const isString = (value: unknown) => typeof value === 'string';

function isFilled(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function readBlock(doc: Document, id: string): unknown {
  const text = doc.getElementById(id)?.textContent ?? '';
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
