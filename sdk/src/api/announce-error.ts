import { showToast } from '../feedback/toast-store.ts';
import type { ApiError } from './api-error.ts';

/** Milliseconds a server's message stands: the spec's 2 s. */
export const ERROR_TOAST_MS = 2000;

/** What support needs to find a failed call. Holds no personal data. */
export function errorDetails(error: ApiError): string {
  return [
    `request: ${error.requestId ?? '-'}`,
    `error: ${error.error} (${error.code}, HTTP ${error.status})`,
    `page: ${window.location.pathname}`,
    `time: ${new Date().toISOString()}`,
  ].join('\n');
}

/** Shows an error as a type 4 toast, unless the caller shows all of it itself. */
export function announceError(
  error: ApiError,
  options: { readonly quiet?: boolean; readonly handledFields?: readonly string[] },
): void {
  if (options.quiet === true || error.isCancelled) return;
  const handled = options.handledFields;
  const isShownByForm =
    handled !== undefined && error.fields.length > 0 && error.fields.every(({ field }) => handled.includes(field));
  if (isShownByForm) return;
  showToast({ type: 4, text: error.msg, durationMs: ERROR_TOAST_MS, details: errorDetails(error) });
}
