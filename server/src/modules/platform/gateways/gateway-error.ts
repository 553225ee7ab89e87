/**
 * What became of a call to a gateway that gave no good answer.
 *
 * - `NOT_SENT`: it never left; nothing can have happened, and it may be tried again.
 * - `REFUSED`: the gateway said no; nothing happened.
 * - `UNKNOWN`: it left and no answer can be trusted (time-out, reset, half a reply, 5xx). Only asking the
 *   gateway, or its callback, tells.
 */
export type GatewayFault = 'NOT_SENT' | 'REFUSED' | 'UNKNOWN';

/** A call to a gateway failed; `fault` says what may have happened out there. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly fault: GatewayFault;
  /** The gateway's own code, where it gave one: `404.001.03`. */
  readonly code: string | null;

  constructor(fault: GatewayFault, message: string, options: { code?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.fault = fault;
    this.code = options.code ?? null;
  }
}
