import type { AxiosResponse } from 'axios';

/** A file as it came from the server. */
export interface DownloadedFile {
  readonly blob: Blob;
  /** The server's name for it. */
  readonly fileName: string;
}

/** Reads the file name of a `Content-Disposition` header, RFC 5987 form first. */
export function fileNameOf(disposition: string | null): string | null {
  if (disposition === null) return null;
  const extended = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // A broken escape: the plain name below is the next best.
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null;
}

function header(response: AxiosResponse<unknown>, name: string): string | null {
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : null;
}

/** Tells a file from an error reply that travelled as a file. */
export async function readDownload(
  response: AxiosResponse<Blob>,
): Promise<{ file: DownloadedFile } | { reply: unknown }> {
  const fileName = fileNameOf(header(response, 'content-disposition'));
  const isJson = (response.data.type || header(response, 'content-type') || '').includes('json');
  const isRefused = response.status >= 400;
  // A JSON file that was asked for comes with a name; a JSON error does not.
  if (isRefused || (isJson && fileName === null)) {
    try {
      return { reply: JSON.parse(await response.data.text()) };
    } catch {
      return { reply: null };
    }
  }
  return { file: { blob: response.data, fileName: fileName ?? 'download' } };
}

let saveElsewhere: ((file: DownloadedFile) => void) | null = null;

/** Saves files in another way than the browser's: in a frame, by the console. */
export function setSaver(save: ((file: DownloadedFile) => void) | null): void {
  saveElsewhere = save;
}

/** Hands a file to the browser's own "save". */
export function saveFile(file: DownloadedFile): void {
  if (saveElsewhere) return saveElsewhere(file);
  const address = URL.createObjectURL(file.blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Browsers start reading within the click; a minute is ample for slow disks.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
}
