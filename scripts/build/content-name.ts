import { createHash } from 'node:crypto';

/** `<stem>.<SHA-256 in base64url>.<ending>`: the name of a file is its integrity. */
export function contentName(stem: string, ending: string, content: string | Uint8Array): string {
  return `${stem}.${sha256(content)}.${ending}`;
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url');
}
