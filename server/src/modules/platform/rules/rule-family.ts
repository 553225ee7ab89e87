import type { Endpoint, rules } from '@kituo/sdk/contracts';
import type { RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import type { Reading } from '../../../lists/index.ts';
import type { ListColumn } from '../exports/index.ts';
import type { RuleFileRequest, RuleFilters } from './rule-filters.ts';

/** The endpoints of a family, as `defineRuleFamily` of the contracts makes them. */
interface RuleEndpoints<Value> {
  readonly value: z.ZodMiniType<Value>;
  readonly page: Endpoint;
  readonly exportList: Endpoint<z.ZodMiniType<RuleFileRequest>>;
  readonly detail: Endpoint;
  readonly save: Endpoint;
  readonly state: Endpoint;
  /** Where rules are simulated before they are saved. */
  readonly dryRun?: Endpoint;
  readonly runPage: Endpoint;
}

/** What is simulated: a rule as somebody wrote it, in place of the version in force. */
export interface Simulated<Value> {
  readonly merchantNo: string;
  /** Null for a rule that is new. */
  readonly ruleId: string | null;
  readonly value: Value;
}

/** A family of named rules on the server. */
export interface RuleFamily<Value extends object> {
  readonly key: string;
  readonly title: { readonly en: string; readonly zh: string };
  readonly contract: RuleEndpoints<Value>;
  readonly page: string;
  readonly codes: { readonly save: string; readonly state: string; readonly audit: string };
  /** Whether two rules of a merchant speak of the same things, neither more special than the other. */
  overlaps(one: Value, other: Value): boolean;
  /** Throws what speaks against a rule beside the others of its merchant that apply or may: beyond `overlaps`. */
  checkBeside?(value: Value, others: readonly Value[]): void;
  /** Throws what speaks against the first day of a version. */
  checkFrom?(value: Value, effectiveFrom: string): void;
  /** Throws what speaks against a rule beyond its form. */
  check?(db: Queryable, merchantNo: string, value: Value): Promise<void>;
  /** What a rule would do now. Null where rules need no dry run. */
  readonly simulate:
    | ((db: Queryable, rule: Simulated<Value>, now: Date) => Promise<Omit<rules.DryRunReply, 'dryRunToken'>>)
    | null;
  /** Its values name other merchants that a rule is for (`otherMerchantNos`), or all (`isForAll`). */
  readonly isShared?: true;
  /** The merchants that a rule is for beside its own: whoever saves, decides, enables or disables it sees them all. */
  reaches?(value: Value): readonly string[] | 'all';
  /** Which rules (`r`) of their merchants a person sees; all where absent. */
  narrowedTo?(caller: Caller): RawBuilder<boolean>;
  /** Which rules (`r`) have a role at present. */
  withRole?(role: string): RawBuilder<boolean>;
  /** What its file says of a rule beyond what all have; a column for each setting where absent. */
  readonly fileColumns?: readonly ListColumn<Value>[];
  /** What rows show beyond the values, by rule. */
  decorate?(
    rows: readonly { readonly ruleId: string; readonly ruleStatus: rules.RuleStatus; readonly value: Value }[],
    reading: Reading,
  ): Promise<ReadonlyMap<string, object>>;
  /** What rows show of the days that a list asks for, in the place of what `decorate` tells. */
  figuresBetween?(
    ruleIds: readonly string[],
    days: NonNullable<RuleFilters['figuresOn']>,
    reading: Reading,
  ): Promise<ReadonlyMap<string, object>>;
}
