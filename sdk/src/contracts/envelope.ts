/** A message about one field of the request, shown beside that field. */
export interface FieldMessage {
  /** The field's name in the request, dotted for nested ones: `merchants.0.merchantNo`. */
  readonly field: string;
  readonly msg: string;
}

/** What `data` holds when `code` is not 0. */
export interface ErrorData {
  readonly requestId: string;
  /** The catalogue's name of the error: `LOGIN_ID_TAKEN`. */
  readonly error: string;
  readonly fields?: readonly FieldMessage[];
  /** Facts a caller may act on: seconds to wait, who holds a lock. Never personal data. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
}

/** Every reply of the server that is not a file. `code` 0 is success, -10 ends the session. */
export interface Envelope<Data> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

export const CODE_SUCCESS = 0;
export const CODE_SESSION_OVER = -10;
