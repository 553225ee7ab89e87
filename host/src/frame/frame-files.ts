import { saveFile, showToast, textOf } from '@kituo/sdk';
import type { RelayedFile } from './frame-calls.ts';
import { FRAME_TEXTS } from './frame-words.ts';

/** Of a plugin's own making; what a browser would run or open in its place is saved as bytes. */
const MAX_OWN = 50_000_000;
const ASKED_MS = 30_000;

class NotSaved extends Error {
  readonly code = 'NOT_GRANTED';
}

/**
 * Saves a file for a plugin where that was granted: at once within a person's own click, else when they say so.
 * @throws Error NOT_GRANTED
 */
export function saveFor(plugin: string, isGranted: boolean, { blob, fileName }: RelayedFile): void {
  if (!isGranted) throw new NotSaved('saving files was not granted');
  if (blob.size > MAX_OWN) throw new NotSaved('too large a file');
  const plain = fileName.replace(/[\\/:*?"<>|\p{C}]/gu, '_').replace(/^\.+/, '_');
  const save = () =>
    saveFile({
      blob: new Blob([blob], { type: 'application/octet-stream' }),
      fileName: plain,
    });
  // A click in a frame counts for the console around it.
  if (navigator.userActivation?.isActive === true) return save();
  showToast({
    type: 1,
    text: textOf(FRAME_TEXTS, 'file', { plugin, file: plain }),
    durationMs: ASKED_MS,
    action: { text: textOf(FRAME_TEXTS, 'save'), onClick: save },
  });
}
