import type { Generated } from 'kysely';
import type { Fixed, FixedOptional, InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

interface CallRecordingTable {
  /** Where the exchange has it. */
  sourceUrl: Fixed<string>;
  attemptId: FixedOptional<number>;
  toldAt: InstantDefault;
  tries: Generated<number>;
  nextTryAt: InstantDefault;
  contentType: Optional<string>;
  bytes: Optional<number>;
  storedAt: InstantOrNull;
  removedAt: InstantOrNull;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    callRecording: CallRecordingTable;
  }
}
