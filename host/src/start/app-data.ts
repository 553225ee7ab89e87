import { bootstrap, hostApp, type Bootstrap, type HostApp } from '@kituo/sdk/contracts';

/**
 * The host manifest's browser half, written into the document by the server.
 *
 * @throws Error when it is missing: the document is not one of this server's
 */
export function readHostApp(doc: Document): HostApp {
  return hostApp.parse(readBlock(doc, 'kituo-app'));
}

/**
 * The bootstrap in the document, if it is that of the tab's own session. The document's cookie may
 * name another person's session: each tab has its own token.
 */
export function readInlinedBootstrap(doc: Document, token: string | null): Bootstrap | null {
  const block = readBlock(doc, 'kituo-boot');
  if (token === null || block === null) return null;
  const parsed = bootstrap.safeParse(block);
  if (!parsed.success) return null;
  return parsed.data.sessionId === token.split('.', 1)[0] ? parsed.data : null;
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
