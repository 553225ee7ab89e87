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
  /** The action that makes a new one, as its texts name it. */
  readonly addName: 'ruleAdd' | 'modelAdd';
  readonly configKey: string;
  readonly endpoints: {
    readonly page: ListOptions<Row>['load'];
    readonly save: Endpoint;
    readonly state: Endpoint;
    /** Null where saving asks for none. */
    readonly dryRun: Replying<typeof rules.dryRunReply> | null;
  };
  readonly columns: readonly Column<Row>[];
  readonly filters: Filters;
  readonly nameOf: (row: Row) => string;
  /** The values in the order of the form; comparisons have the same. */
  readonly fields: readonly string[];
  readonly valuesOf: (row: Row | null) => RuleValue;
  /** What of the form becomes the version. */
  readonly valueOf: (values: RuleValue) => RuleValue;
  /** A version as it is compared: lists of things become a field each. */
  readonly shown: (value: RuleValue) => RuleValue;
  /** What a compared field is called. */
  readonly labelOf: (field: string) => string;
  readonly form: (row: Row | null) => ReactNode;
  /** Tabs of one beside its facts and versions. */
  readonly tabs: (
    row: Row,
  ) => readonly { readonly name: string; readonly code?: string; readonly content: () => ReactNode }[];
  /** What an outcome of a simulation is called; a decision unless it says otherwise. */
  readonly outcomeWord?: (outcome: string) => string;
  /** What its disabling leads to. */
  readonly disableText: string;
  /** What codes of versions and runs are called. */
  readonly wordOf: (code: string, field: string) => string;
}

export type Version = config.ConfigVersion;
