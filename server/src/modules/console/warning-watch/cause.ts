import type { Queryable } from '../../../db/database.ts';
import type { WarningLevel } from '../../../db/schema.ts';

/** Something that needs a person now. Gone from the next reading, its warning resolves itself. */
export interface Cause {
  /** Names it among the causes of its source, from one reading to the next. */
  readonly key: string;
  readonly warningLevel: WarningLevel;
  readonly subject: string;
  readonly subjectZh: string;
  readonly subjectPath: string | null;
  /** Integer cents; null where no money is at stake. */
  readonly amountCents: number | null;
  readonly merchantNo: string | null;
  /** Whom it is addressed to. */
  readonly roleNos: string[];
  /** Whose it is besides; null where it is nobody's. */
  readonly assigneeUserNo: string | null;
}

/** One kind of cause. */
export interface WatchedSource {
  readonly sourceType: string;
  /** Begins the keys of these warnings: those that others raise under the source are not touched. */
  readonly prefix: string;
  /** After somebody resolved one by hand, the same is not told again for so long. Hours. */
  readonly quietHours: number;
  find(db: Queryable, now: Date): Promise<Cause[]>;
}
