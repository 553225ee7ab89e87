/**
 * Why a page's resources did not come.
 * - `http`: the server answered with another status than success.
 * - `network`: no answer.
 * - `integrity`: what came is not what was built.
 * - `evaluation`: the script threw while it was starting.
 * - `incompatible`: it ran, but is not a plugin this host can show.
 * - `timeout`: nothing came for 120 seconds.
 * - `breaker`: it failed so often in this tab that it is not opened automatically.
 */
export type LoadErrorKind = 'http' | 'network' | 'integrity' | 'evaluation' | 'incompatible' | 'timeout' | 'breaker';

/** A failed load of a page, with what the person and an operator need to know. */
export class LoadError extends Error {
  readonly kind: LoadErrorKind;
  readonly plugin: string;
  readonly version: string;
  /** The address that failed; null when no single file did. */
  readonly url: string | null;
  /** The HTTP status of `http` errors. */
  readonly status: number | null;

  constructor(
    kind: LoadErrorKind,
    where: {
      readonly plugin: string;
      readonly version: string;
      readonly url?: string | null;
      readonly status?: number | null;
      readonly cause?: unknown;
    },
  ) {
    super(`${where.plugin} ${where.version}: ${kind}`, { cause: where.cause });
    this.name = 'LoadError';
    this.kind = kind;
    this.plugin = where.plugin;
    this.version = where.version;
    this.url = where.url ?? null;
    this.status = where.status ?? null;
  }
}

/** What loading a plugin threw, typed: what is not so yet came of its own code. */
export function toLoadError(
  { name, version }: { readonly name: string; readonly version: string },
  error: unknown,
): LoadError {
  if (error instanceof LoadError) return error;
  return new LoadError('evaluation', { plugin: name, version, cause: error });
}

/** What is known of one file after its load failed. */
export type FileDiagnosis =
  | { readonly kind: 'http'; readonly status: number }
  | { readonly kind: 'network' }
  | { readonly kind: 'integrity' }
  /** The file is there and whole: the failure lies in what it does. */
  | { readonly kind: 'sound' };

/** The browser's means to look at a file again. */
export interface DiagnosisTools {
  /** The status of the latest load of an address, 0 or null where the browser does not tell. */
  lastStatus(url: string): number | null;
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/**
 * Tells apart why a file did not load. A script's error event says nothing, so the browser's own
 * record is asked first; only then is the file fetched, with and without its integrity.
 */
export async function diagnoseFile(url: string, integrity: string, tools: DiagnosisTools): Promise<FileDiagnosis> {
  const status = tools.lastStatus(url);
  if (status !== null && status >= 400) return { kind: 'http', status };
  try {
    const response = await tools.fetch(url, { integrity, credentials: 'same-origin' });
    return response.ok ? { kind: 'sound' } : { kind: 'http', status: response.status };
  } catch {
    return diagnoseWithoutIntegrity(url, tools);
  }
}

async function diagnoseWithoutIntegrity(url: string, tools: DiagnosisTools): Promise<FileDiagnosis> {
  try {
    const response = await tools.fetch(url, { credentials: 'same-origin' });
    return response.ok ? { kind: 'integrity' } : { kind: 'http', status: response.status };
  } catch {
    return { kind: 'network' };
  }
}
