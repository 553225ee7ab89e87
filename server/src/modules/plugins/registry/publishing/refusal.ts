/** Why a package is not taken in. */
export type RefusalReason =
  | 'size'
  | 'archive'
  | 'signature'
  | 'publisher'
  | 'manifest'
  | 'integrity'
  | 'incompatible'
  | 'script'
  | 'texts'
  | 'capability'
  | 'budget'
  | 'exists';

/** A refusal: what is wrong, and how its author fixes it. Nothing was written. */
export class PublishRefusal extends Error {
  override readonly name = 'PublishRefusal';
  readonly reason: RefusalReason;
  readonly mend: string;

  constructor(reason: RefusalReason, what: string, mend: string) {
    super(what);
    this.reason = reason;
    this.mend = mend;
  }
}

/** Signed with a key that nobody here knows: never entered into `registry/publishers`, or withdrawn since. */
export class UnknownKeyRefusal extends PublishRefusal {}
