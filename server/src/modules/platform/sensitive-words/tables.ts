import type { Generated, GeneratedAlways } from 'kysely';
import type { InstantDefault, Optional } from '../../../db/column-types.ts';

export type WordScope = 'TEMPLATE' | 'ANNOUNCEMENT' | 'MANUAL_SMS' | 'FOLLOW_UP' | 'CALL_TRANSCRIPT';
export type WordAction = 'BLOCK' | 'WARN' | 'FLAG';

interface WordGroupTable {
  wordGroupNo: Generated<string>;
  wordGroup: string;
  words: string[];
  exceptions: string[];
  language: Optional<string>;
  scopes: WordScope[];
  action: WordAction;
  isEnabled: Generated<boolean>;
  updatedBy: string;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

interface WordHitTable {
  wordHitId: GeneratedAlways<number>;
  wordGroupNo: string;
  word: string;
  scope: WordScope;
  text: string;
  userNo: Optional<string>;
  hitAt: InstantDefault;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    wordGroup: WordGroupTable;
    wordHit: WordHitTable;
  }
}
