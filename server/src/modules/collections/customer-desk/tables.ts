import type { GeneratedAlways } from 'kysely';
import type { Fixed, FixedInstant, FixedOptional } from '../../../db/column-types.ts';

/** A customer's session in the app, as the app's server told it. */
interface AppSessionTable {
  sessionId: GeneratedAlways<number>;
  customerNo: Fixed<string>;
  merchantNo: Fixed<string>;
  appVersion: FixedOptional<string>;
  at: FixedInstant;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    appSession: AppSessionTable;
  }
}
