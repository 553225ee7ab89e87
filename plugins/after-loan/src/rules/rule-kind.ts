import type { config, Endpoint, rules } from '@kituo/sdk/contracts';
import { defineDictionary, type CodesOf, type Column, type Filters, type ListOptions } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';

/** RULE_STATUS of the contract, with its colours. */
export const RULE_STATUS = defineDictionary<CodesOf<typeof rules.ruleStatus>>('RULE_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
  PENDING: 'attention',
  SCHEDULED: 'active',
  REJECTED: 'failed',
  WITHDRAWN: 'waiting',
});

/** What a rule's form holds beside its values. */
export interface RuleForm extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly effectiveFrom: string;
  readonly reason: string;
}

/** What a version says. */
export type RuleValue = Readonly<Record<string, unknown>>;

type Replying<Reply extends z.ZodMiniType> = Endpoint<z.ZodMiniType, Reply>;

/** A family of rules as its page draws it. */
export interface RuleKind<Row extends rules.RuleRow> {
  /** Its texts: `<name>.title`, `.empty`, `.confirm`. */
  readonly name: string;
  readonly configKey: string;
  readonly endpoints: {
    readonly page: ListOptions<Row>['load'];
    readonly save: Endpoint;
    readonly state: Endpoint;
    /** Null where saving asks for none. */
    readonly dryRun: Replying<typeof rules.dryRunReply> | null;
    readonly runPage: ListOptions<rules.RunRow>['load'];
  };
  readonly columns: readonly Column<Row>[];
  readonly filters: Filters;
  readonly nameOf: (row: Row) => string;
  /** The values in the order of the form; comparisons have the same. */
  readonly fields: readonly string[];
  readonly valuesOf: (row: Row | null) => RuleValue;
  /** What of the form becomes the version. */
  readonly valueOf: (values: RuleValue) => RuleValue;
  readonly form: () => ReactNode;
  /** A tab of its own beside those of every family. */
  readonly tab?: { readonly name: string; readonly content: (rule: Row) => ReactNode };
  /** What codes of versions and runs are called. */
  readonly wordOf: (code: string, field: string) => string;
}

export type Version = config.ConfigVersion;
