import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentKey, inOnePiece } from '../modules/platform/files/index.ts';
import type { FileStore } from '../modules/platform/gateways/index.ts';

/** Language → content of its picture in `flags/`, which a migration has put on file. */
export const FLAGS = {
  en: '1f0579e97bf115a75950ddd1311746a8fd7928717a76a5b029110ae90dc7a63c',
  zh: '7faed4681a4f53ff79dbcc2f33556dd9340323a0e59607c3ead678f3c27224e5',
  ke: '9c8883fe521c4c7371b3ab6d00fb429e361d406661a42eee5c083f85b83f6868',
  sw: '54f62e5df700a16a806cc6d1cd8a764875adc7c0fd1eed7f5f0b21fbbd18bc1c',
  vi: 'b1eede2d4e89d5880086ae7d63b85750fb5aea181a937c4d51ef211989d1d703',
} as const;

/** Where the picture of a shipped language stands. */
export const flagFile = (languageCode: string): string => join(import.meta.dirname, 'flags', `${languageCode}.png`);

/** Puts the pictures where files are looked for; those that are there stay. */
export async function storeFlags(store: FileStore): Promise<void> {
  for (const [languageCode, contentHash] of Object.entries(FLAGS)) {
    const key = contentKey(contentHash);
    const known = await store.read(key);
    known?.destroy();
    if (!known) await store.write(key, inOnePiece(await readFile(flagFile(languageCode))));
  }
}
