import type { discipline } from '@kituo/sdk/contracts';
import type { Generated } from 'kysely';
import type * as z from 'zod/mini';
import type { InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';
import type { StateOf } from '../../../state-machine/index.ts';
import type { disciplineMachine } from './discipline.machine.ts';

export interface DisciplineRecordTable {
  recordNo: Generated<string>;
  userNo: string;
  disciplineType: z.output<typeof discipline.disciplineType>;
  disciplineLevel: z.output<typeof discipline.disciplineLevel>;
  points: number;
  source: z.output<typeof discipline.disciplineSource>;
  sourceRef: Optional<string>;
  /** EAT. */
  happenedOn: string;
  content: string;
  voucherIds: Generated<string[]>;
  disciplineStatus: Generated<StateOf<typeof disciplineMachine>>;
  objection: Optional<string>;
  objectedAt: InstantOrNull;
  answer: Optional<string>;
  recordedBy: Optional<string>;
  recordedAt: InstantDefault;
  decidedBy: Optional<string>;
  decidedAt: InstantOrNull;
  decisionReason: Optional<string>;
  /** Kept by the database as the record moves. */
  confirmedAt: InstantOrNull;
  revokedAt: InstantOrNull;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    disciplineRecord: DisciplineRecordTable;
  }
}
