import type { config, Endpoint, rules } from '@kituo/sdk/contracts';
import {
  defineDictionary,
  type CodesOf,
  type Column,
  type Filters,
  type List,
  type ListOptions,
  type RowAction,
} from '@kituo/sdk/page';
import type { ComponentType, ReactNode } from 'react';
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

/** A tab of one rule beside its facts and versions. */
interface RuleTab {
  readonly name: string;
  readonly code?: string;
  readonly content: () => ReactNode;
}

/** A family of rules as its page draws it. */
export interface RuleKind<Row extends rules.RuleRow> {
  /** Its texts: `<name>.title`, `.one` (one of them, in a sentence), `.empty`, `.confirm`. */
  readonly name: string;
  readonly configKey: string;
  readonly endpoints: {
    readonly page: ListOptions<Row>['load'];
    /** The file of the list; its job has the endpoint’s name. */
    readonly exportList: Endpoint;
    readonly save: Endpoint;
    readonly state: Endpoint;
    /** What the form’s values would do now; saving then asks for it. Absent where it asks for none. */
    readonly dryRun?: Replying<typeof rules.dryRunReply>;
  };
  readonly columns: readonly Column<Row>[];
  readonly filters: Filters;
  readonly nameOf: (row: Row) => string;
  /** The values in the order of the form; comparisons have the same. */
  readonly fields: readonly string[];
  readonly valuesOf: (row: Row | null) => RuleValue;
  /** What of the form becomes the version. */
  readonly valueOf: (values: RuleValue) => RuleValue;
  readonly form: (row: Row | null) => ReactNode;
  /** What codes of versions and runs are called. */
  readonly wordOf: (code: string, field: string) => string;
  /** What an outcome of a simulation is called; the code itself where absent. */
  readonly outcomeWord?: (outcome: string) => string;
  /** What a simulation found beyond its counts. */
  readonly foundMore?: (found: rules.DryRunReply) => ReactNode;
  /** An action of the section’s own texts that makes a new one, such as `modelAdd`; else "Add" and the text `<name>.one` say it. */
  readonly addName?: string;
  /** What disabling leads to, where more is to be said than that it stops. */
  readonly disableText?: string;
  /** What this very one does once it is enabled again. */
  readonly enableMore?: (row: Row) => ReactNode;
  /** What of this very one its disabling leaves without any. */
  readonly disableMore?: (row: Row) => ReactNode;
  /** What versions show beside their number, state and first day. */
  readonly versionColumns?: readonly Column<Version>[];
  /** What a version would bring about, said where it is decided. */
  readonly effectOf?: (value: RuleValue, effectiveFrom: string) => string;
  /** A version as it is compared: lists of things become a field each. */
  readonly shown?: (value: RuleValue) => RuleValue;
  /** What a compared field is called; by `field.<name>` where absent. */
  readonly labelOf?: (field: string) => string;
  /** Tabs of one beside its facts and versions. */
  readonly tabs?: (row: Row) => readonly RuleTab[];
  /** How a value of a comparison is drawn; as it is where this answers undefined. */
  readonly draw?: (field: string, value: unknown) => ReactNode;
  /** What the detail shows below the columns: figures, records, a preview. */
  readonly more?: (row: Row) => ReactNode;
  /** What the page offers beside adding. */
  readonly pageActions?: ReactNode;
  /** What can be done with selected rows; rows can be selected where this is said. Draws the page around it. */
  readonly Batches?: ComponentType<RuleBatchesProps<Row>>;
  /** What a row allows beside edit, disable and enable. */
  readonly rowActions?: readonly RowAction<Row>[];
}

export interface RuleBatchesProps<Row> {
  readonly list: List<Row>;
  /** The buttons go into the bar of selected rows; forms and their jobs outlive the selection. */
  readonly children: (buttons: ReactNode, forms: ReactNode) => ReactNode;
}

export type Version = config.ConfigVersion;
