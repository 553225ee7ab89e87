import type { appAdvice } from '@kituo/sdk/contracts';
import type { Generated, GeneratedAlways } from 'kysely';
import type {
  Fixed,
  FixedInstant,
  FixedOptional,
  Instant,
  InstantDefault,
  InstantOrNull,
  Optional,
} from '../../../db/column-types.ts';

export interface AppAdviceTable {
  adviceNo: Generated<string>;
  merchantNo: string;
  customerNo: Optional<string>;
  phone: Optional<string>;
  appVersion: string;
  adviceType: appAdvice.AdviceRow['adviceType'];
  content: string;
  language: Generated<string>;
  device: Optional<string>;
  imageIds: Generated<string[]>;
  feedbackStatus: Generated<appAdvice.AdviceRow['feedbackStatus']>;
  handlerUserNo: Optional<string>;
  submittedAt: InstantDefault;
  replyDueAt: Instant;
  processedAt: InstantOrNull;
  result: Optional<'SOLVED' | 'EXPLAINED' | 'COMPENSATED' | 'UNFOUNDED' | 'FORWARDED'>;
  resultRemark: Optional<string>;
  feedbackNo: Optional<string>;
  version: Generated<number>;
}

interface AppAdviceMessageTable {
  messageId: GeneratedAlways<number>;
  adviceNo: Fixed<string>;
  userNo: Fixed<string>;
  content: Fixed<string>;
  /** The contact of its SMS, where that was ticked. */
  attemptId: FixedOptional<number>;
  at: FixedInstant;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    appAdvice: AppAdviceTable;
    appAdviceMessage: AppAdviceMessageTable;
  }
}
