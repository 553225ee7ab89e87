import type { ReactNode } from 'react';
import type { PersonnelEndpoints, PersonnelRow } from '../../contracts/staff/personnel.ts';
import type { Column } from '../list/columns.ts';
import type { Filters } from '../list/filters.ts';

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
}
