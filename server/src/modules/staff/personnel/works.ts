import type { personnel } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { PersonnelKind } from './tables.ts';
import type { CommandContext } from '../../../http/implement.ts';

declare module '../../../services.ts' {
  interface Services {
    /** The kinds of work that people have records for. */
    readonly personnelWorks: PersonnelWorks;
  }
}

/** One kind of work as the records of its people need to know it. Sections define theirs. */
export interface PersonnelWork {
  readonly kind: PersonnelKind;
  /** Whoever holds this operation does this work: sync takes them over. */
  readonly holderCode: string;
  /** `audit:personnel`; its actions are sync, update, freeze. */
  readonly codes: string;
  /** What audit rows call a record: `auditor`. */
  readonly subjectType: string;
  /** A group has one principal: who names a second is refused. */
  readonly hasOnePrincipal?: true;
  /** Sends back what the person has open, each piece by its machine; answers how many. */
  sendBack(tx: Tx, userNo: string, call: CommandContext): Promise<number>;
  /** Sets extension and category of the account, whose own module does it; where it is not said, both are refused. */
  writeDeskFacts?(
    userNo: string,
    facts: Pick<personnel.PersonnelForm, 'extension' | 'employeeCategory'>,
    call: CommandContext,
  ): Promise<void>;
  /** Throws what speaks against freezing the person while they stay in the role; nothing does where this is not said. */
  refuseFreeze?(tx: Tx, userNo: string): Promise<void>;
  /** Open pieces of the person by merchant, most first. */
  openByMerchant(
    db: Queryable,
    userNo: string,
  ): Promise<readonly { merchantNo: string; merchantName: string; open: number }[]>;
  /** Pieces assigned since the moment, a row a person and hour of the day (EAT). */
  assignedSince(db: Queryable, since: Date): Promise<readonly { userNo: string; hour: number; count: number }[]>;
}

export type PersonnelWorks = ReadonlyMap<PersonnelKind, PersonnelWork>;

declare module '../../../define-module.ts' {
  interface Module {
    /** The kinds of work that people have records for. */
    readonly personnelWorks?: readonly PersonnelWork[];
  }
}

/** All kinds of work. Throws when one is defined twice. */
export function createPersonnelWorks(works: readonly PersonnelWork[]): PersonnelWorks {
  const byKind = new Map<PersonnelKind, PersonnelWork>();
  for (const work of works) {
    if (byKind.has(work.kind)) throw new Error(`the work of ${work.kind} is defined twice`);
    byKind.set(work.kind, work);
  }
  return byKind;
}
