import type { Access } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import type { BusinessDate } from '../policy/index.ts';

declare module '../../../services.ts' {
  interface Services {
    /** What is configured by versions, each from a day on. */
    readonly configs: ConfigFamilies;
  }
}

/** Who sees, changes and agrees. */
interface FamilyAccess {
  readonly see: Exclude<Access, string>;
  /** Operation code. */
  readonly save: string;
  /** Operation code of the approver; null where none is requested. */
  readonly decide: string | null;
}

/** What a version says once it is agreed to. */
export interface AgreedVersion<Value> {
  readonly subjectNo: string;
  readonly value: Value;
  readonly effectiveFrom: BusinessDate;
  readonly makerUserNo: string;
  readonly checkerUserNo: string | null;
}

/** One thing that is configured by versions, each from a day on. Modules define theirs. */
export interface ConfigFamily<Value = unknown> {
  readonly key: string;
  readonly title: { readonly en: string; readonly zh: string };
  readonly value: z.ZodMiniType<Value>;
  /** True where each product, merchant … has its own. */
  readonly isPerSubject: boolean;
  readonly access: FamilyAccess;
  /** True where what held at a day's beginning must hold for all of it: a version begins tomorrow. */
  readonly isWholeDays?: boolean;
  /** True where a version for today may follow another one of today: it holds from when it is agreed to. */
  readonly isSeveralADay?: boolean;
  /** True where endpoints of the family's own save its versions: they ask for more than a value. */
  readonly isSavedApart?: boolean;
  /** Whether this version needs the approver; each does where this is not said. */
  asksChecker?(
    db: Queryable,
    version: Pick<AgreedVersion<Value>, 'subjectNo' | 'value' | 'effectiveFrom'>,
  ): Promise<boolean>;
  /** Merchants beside the subject's own that a value is for: whoever moves a version sees them all. */
  reaches?(value: Value): readonly string[] | 'all';
  /** What holds where no version does. */
  initial(db: Queryable, subjectNo: string): Promise<Value | null>;
  /**
   * Throws what speaks against a value beyond its form; before a draft is kept, then with who keeps it, and before it
   * is agreed to.
   */
  check?(
    db: Queryable,
    subjectNo: string,
    value: Value,
    effectiveFrom: BusinessDate,
    call?: CommandContext,
  ): Promise<void>;
  /** What people call the thing that is configured, beside its merchant; null where it is gone. */
  nameOf?(db: Queryable, subjectNo: string, lang: Call['lang']): Promise<string | null>;
  /** Runs in the transaction that agrees to a version: what other tables need of it. */
  scheduled?(tx: Tx, version: AgreedVersion<Value>): Promise<void>;
  /** The same when one whose day has not come is taken back. */
  withdrawn?(tx: Tx, version: AgreedVersion<Value>): Promise<void>;
}

export type ConfigFamilies = ReadonlyMap<string, ConfigFamily>;

declare module '../../../define-module.ts' {
  interface Module {
    /** What is configured by versions, each from a day on. */
    readonly config?: readonly ConfigFamily[];
  }
}

/** All families by key. Throws when two are called the same. */
export function createConfigFamilies(families: readonly ConfigFamily[]): ConfigFamilies {
  const byKey = new Map<string, ConfigFamily>();
  for (const family of families) {
    if (byKey.has(family.key)) throw new Error(`the configuration ${family.key} is defined twice`);
    byKey.set(family.key, family);
  }
  return byKey;
}
