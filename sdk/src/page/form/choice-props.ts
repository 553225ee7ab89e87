import type { OptionsState } from '../list/use-options.ts';

export interface ChoiceProps {
  readonly id?: string;
  readonly label: string;
  readonly source: OptionsState;
  readonly values: readonly string[];
  /** Several values may be chosen; the list stays open meanwhile. */
  readonly isMultiple: boolean;
  readonly onChange: (values: readonly string[]) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  readonly isInvalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly isFirstFilter?: boolean;
  readonly isDisabled?: boolean;
}
