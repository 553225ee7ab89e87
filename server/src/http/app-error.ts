import type { ErrorName, FieldMessage } from '@kituo/sdk/contracts';

export type ErrorFacts = Readonly<Record<string, string | number | boolean>>;

/**
 * A refusal from the catalogue. Modules throw it; one handler maps it to status, code, message in the
 * caller's language and the field it is about. Nothing is written: the command's transaction rolls back.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly error: ErrorName;
  readonly facts: ErrorFacts;
  readonly fields: readonly FieldMessage[];

  constructor(
    error: ErrorName,
    options: {
      readonly facts?: ErrorFacts;
      /** The fields the refusal is about; each gets the catalogue's message unless it brings its own. */
      readonly fields?: readonly (string | FieldMessage)[];
      readonly cause?: unknown;
    } = {},
  ) {
    super(error, { cause: options.cause });
    this.error = error;
    this.facts = options.facts ?? {};
    this.fields = (options.fields ?? []).map((field) => (typeof field === 'string' ? { field, msg: '' } : field));
  }
}
