import type { ReactNode } from 'react';
import type { PersonnelEndpoints, PersonnelRow } from '../../contracts/staff/personnel.ts';
import type { Batch } from '../batch/use-batch.ts';
import type { Column } from '../list/columns.ts';
import type { Filters } from '../list/filters.ts';
import type { List } from '../list/use-list.ts';
import type { RowAction } from '../table/row-actions.tsx';

export interface PersonnelScreenProps {
  /** Of one section: `personnelEndpoints({ family, path, page, codes })` in its contract. */
  readonly endpoints: PersonnelEndpoints;
  /** What the kinds of its jobs begin with: `auditors` for `auditors.export` and `auditors.update`. */
  readonly jobs: string;
  readonly title: string;
  /** The work has two kinds, counted apart as well: feedback, and people to call. */
  readonly hasParts?: boolean;
  /** Extension and category of the account are set on this page, too: the work says `writeDeskFacts`. */
  readonly hasDeskFacts?: boolean;
  /** What a section knows of its people beside: a tab after the records. */
  readonly tabs?: readonly { readonly name: string; readonly content: () => ReactNode }[];
  /** What this work's people have besides, and what they are found by. */
  readonly moreColumns?: readonly Column<PersonnelRow>[];
  readonly moreFilters?: Filters;
  /** What stands above the list. */
  readonly above?: ReactNode;
  /** What a change or a freeze of one would come to, below the daily limit in their forms: it reads what is typed. */
  readonly limitNote?: (person: PersonnelRow, isFrozen: boolean) => ReactNode;
  /** What the detail shows of one below their facts. */
  readonly moreFacts?: (userNo: string) => ReactNode;
  /** What else can be done with this work's people. A hook: it stays the same while the page is shown. */
  readonly useMore?: (list: List<PersonnelRow>) => MorePersonnel;
}

export interface MorePersonnel {
  readonly rowActions: readonly RowAction<PersonnelRow>[];
  readonly batches: readonly Batch<never>[];
  /** Their dialogs. */
  readonly dialogs: ReactNode;
}
